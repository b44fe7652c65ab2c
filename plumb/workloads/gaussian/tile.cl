// gaussian/tile.cl - a filter along rows, or along columns and rows, through local memory, for GPUs.
//
//   for (x, y) in image:  out[x, y] = sum over j, k in [0, TAPS) of weights[j] * weights[k] * in[x + k - h, y + j - h]
//   with h = TAPS / 2; along rows alone without j                            <- filter_reference in reference.cpp
// Source      paper 004, section 5 (separable Gaussian filter, table 5)
// Work        a row is words of four components: a pixel, or four of one channel. A group has a tile of LANES words and
//             LINES * ROWS rows. An item filters ROWS words of a column from memory into local memory, or takes them as they are;
//             then it makes STRIP neighbours of a row from there, and again until MADE words of each row are made: what
//             the filter leaves of LANES. A gap after every STRIP words keeps items apart in the banks of local memory
// Traffic     per output: 1 pixel read, 1 written; 2 TAPS flops for each of its components, 4 TAPS along both axes
// Launch      2-D, groups of LANES x LINES; groups along 0 times MADE words cover the width, global 1 times ROWS the rows
//             [first, last); `width` counts components; points beyond the edge are those of the edge
// Parameters  PIXEL: a word, CHANNELS (4), BYTES: pixel.clh; PART: a component; APART: components of a pixel, 1 or 4; TAPS:
//             odd; DOWN: 1 along columns too; LANES, LINES, ROWS; STRIP: 1, or a multiple of 4; WHOLE: 1 where rows are
//             whole groups of four pixels
#define HALO ((TAPS / 2 * APART + 3) / 4)
#define MADE ((LANES - 2 * HALO) / STRIP * STRIP)
#define STRIPS (MADE / STRIP)
#define PLACE(n) (STRIP > 1 ? (n) + (n) / STRIP : (n))
#define UPPER (DOWN ? TAPS / 2 : 0)
#define EACH(i, n) _Pragma("unroll") for (int i = 0; i < (n); ++i)
#define ROW_OF(i) ((long)NEAREST(top + (i) - UPPER, height) * width)
#define WORD_OF(i) value_of(*(__global const PIXEL*)(in + ROW_OF(i) + n))
// Component c of a word beyond an edge, or of one that is not whole.
#define PART_OF(c) (APART == 4 ? 4 * NEAREST(n / 4, width / 4) + (c) : NEAREST(n + (c), width))
#define PARTS_OF(i) word_of((float)in[ROW_OF(i) + PART_OF(0)], (float)in[ROW_OF(i) + PART_OF(1)], \
                           (float)in[ROW_OF(i) + PART_OF(2)], (float)in[ROW_OF(i) + PART_OF(3)])
#if DOWN
#define TAKE(at) FILTER(ROWS, at)
#else
#define TAKE(at) EACH(i, ROWS) sum[i] = at(i);
#endif

// Component `part` of the i-th word of a strip adds `seen` to each output that it is a tap of.
#define TAP (4 * i + part - o - (4 * HALO - TAPS / 2 * APART))
#define ADD(part_number, seen)                                                                            \
  {                                                                                                       \
    const int part = part_number;                                                                         \
    EACH(j, 4 * STRIP / APART)                                                                            \
    {                                                                                                     \
      const int o = APART == 4 ? 4 * j + part : j;                                                        \
      if (TAP >= 0 && TAP / APART < TAPS) sum[o] += weight[TAP / APART] * seen;                           \
    }                                                                                                     \
  }

__kernel void gaussian_tile(__global const PART* restrict in, __global PART* restrict out,
                            __global const float* restrict weights, const int width, const int height,
                            const int first, const int last)
{
  __local VALUE tile[LINES * ROWS][PLACE(LANES)];
  const int lane = (int)get_local_id(0);
  const int line = (int)get_local_id(1);
  const int left = (int)get_group_id(0) * MADE;
  const int n = 4 * (left + lane - HALO);
  const int top = first + (int)get_global_id(1) * ROWS;
  float weight[TAPS];
  EACH_WEIGHT weight[k] = weights[k];
  {
    VALUE sum[ROWS];
    EACH(i, ROWS) sum[i] = no_value();
    if ((WHOLE || APART == 4) && n >= 0 && n + 4 <= width) {
      TAKE(WORD_OF)
    } else {
      TAKE(PARTS_OF)
    }
    EACH(i, ROWS) tile[line * ROWS + i][PLACE(lane)] = sum[i];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int s = line * LANES + lane; s < STRIPS * LINES * ROWS; s += LANES * LINES) {
    const int row = s / STRIPS;
    const int word = s % STRIPS * STRIP;
    const int x = 4 * (left + word);
    const int y = top + row - line * ROWS;
    float sum[4 * STRIP];
    EACH(o, 4 * STRIP) sum[o] = 0;
    EACH(i, STRIP + 2 * HALO)
    {
      const VALUE seen = tile[row][PLACE(word + i)];
      ADD(0, seen.x)
      ADD(1, seen.y)
      ADD(2, seen.z)
      ADD(3, seen.w)
    }
    const int room = y < last ? width - x : 0;
    __global PART* to = out + ((long)y * width + x);
    STORE(to, room)
  }
}
