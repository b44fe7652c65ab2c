// gaussian/tile.cl - a filter along rows, or along columns and rows, through local memory, for GPUs.
//
//   for (x, y) in image:  out[x, y] = sum over j, k in [0, TAPS) of weights[j] * weights[k] * in[x + k - h, y + j - h]
//   with h = TAPS / 2; along rows alone without j                            <- filter_reference in reference.cpp
// Source      paper 004, section 5 (separable Gaussian filter, table 5)
// Work        a row is words of four components: a pixel, or four of one channel. A group goes down LANES words in steps of ROWS
//             rows. An item keeps the rows that the filter sees of a word in registers, each read once; it filters ROWS of
//             them along the column into local memory, or puts them there as they are; then it makes STRIP neighbours of
//             a row from there, and again until MADE words of each row are made: what the filter leaves of LANES. The next
//             rows are on their way meanwhile. A gap after every STRIP words keeps items apart in the banks
// Traffic     per output: 1 pixel read, 1 written; 2 TAPS flops for each of its components, 4 TAPS along both axes
// Launch      2-D, groups of LANES x 1; groups along 0 times MADE words cover the width, groups along 1 times `strip` the
//             rows [first, last); `width` counts components; points beyond the edge are those of the edge
// Parameters  PIXEL, CHANNELS (4), BYTES: pixel.clh; WHOLE: words.clh; PART: a component; APART: components of a pixel, 1
//             or 4; TAPS: odd; DOWN: 1 along columns too; LANES, ROWS; STRIP: 1, or a multiple of 4
#define HALO ((TAPS / 2 * APART + 3) / 4)
#define MADE ((LANES - 2 * HALO) / STRIP * STRIP)
#define STRIPS (MADE / STRIP)
#define PLACE(n) (STRIP > 1 ? (n) + (n) / STRIP : (n))
#define KEPT (DOWN ? TAPS - 1 : 0)
#define EACH(i, n) _Pragma("unroll") for (int i = 0; i < (n); ++i)

// The words of this item in `count` rows from `row_number` on, or in the rows nearest to them.
#define LINE(i) (in + (long)NEAREST((i), height) * width)
#if APART == 4
#define LOAD(words, count, row_number) \
  EACH(i, count) words[i] = *(__global const WORD*)(LINE((row_number) + i) + 4 * NEAREST(n / 4, width / 4));
#else
#define PART_OF(c, i) LINE(i)[NEAREST(n + (c), width)]
#define LOAD(words, count, row_number)                                                                    \
  if (WHOLE && n >= 0 && n + 4 <= width) {                                                                \
    EACH(i, count) words[i] = *(__global const WORD*)(LINE((row_number) + i) + n);                        \
  } else {                                                                                                \
    EACH(i, count)                                                                                        \
    {                                                                                                     \
      words[i].x = PART_OF(0, (row_number) + i), words[i].y = PART_OF(1, (row_number) + i);               \
      words[i].z = PART_OF(2, (row_number) + i), words[i].w = PART_OF(3, (row_number) + i);               \
    }                                                                                                     \
  }
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
                            const int first, const int last, const int strip)
{
  __local VALUE tile[ROWS][PLACE(LANES)];
  const int lane = (int)get_local_id(0);
  const int left = (int)get_group_id(0) * MADE;
  const int n = 4 * (left + lane - HALO);
  const int top = first + (int)get_group_id(1) * strip;
  const int bottom = top + strip < last ? top + strip : last;
  float weight[TAPS];
  VALUE row[KEPT + ROWS];
  WORD coming[KEPT > ROWS ? KEPT : ROWS];
  EACH_WEIGHT weight[k] = weights[k];
  LOAD(coming, KEPT, top - KEPT / 2)
  EACH(i, KEPT) row[i] = value_of_word(coming[i]);
  LOAD(coming, ROWS, top + KEPT / 2)
  for (int step = top; step < bottom; step += ROWS) {
    EACH(i, ROWS) row[KEPT + i] = value_of_word(coming[i]);
    EACH(i, ROWS)
    {
      VALUE sum = no_value();
      EACH(k, KEPT + 1) sum = added(sum, DOWN ? weight[k] : 1, row[i + k]);
      tile[i][PLACE(lane)] = sum;
    }
    EACH(i, KEPT) row[i] = row[i + ROWS];
    if (step + ROWS < bottom) {
      LOAD(coming, ROWS, step + ROWS + KEPT / 2)
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int s = lane; s < STRIPS * ROWS; s += LANES) {
      const int word = s % STRIPS * STRIP;
      const int x = 4 * (left + word);
      const int y = step + s / STRIPS;
      float sum[4 * STRIP];
      EACH(o, 4 * STRIP) sum[o] = 0;
      EACH(i, STRIP + 2 * HALO)
      {
        const VALUE seen = tile[s / STRIPS][PLACE(word + i)];
        ADD(0, seen.x)
        ADD(1, seen.y)
        ADD(2, seen.z)
        ADD(3, seen.w)
      }
      const int room = y < bottom ? width - x : 0;
      __global PART* to = out + ((long)y * width + x);
      STORE(to, room)
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}
