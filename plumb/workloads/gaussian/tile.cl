// gaussian/one_pass.cl - a filter along columns and rows through local memory, for GPUs.
//
//   for (x, y) in image:  out[x, y] = sum over j, k in [0, TAPS) of weights[j] * weights[k] * in[x + k - h, y + j - h]
//   with h = TAPS / 2                                                        <- filter_reference in reference.cpp
// Source      paper 004, section 5 (separable Gaussian filter, table 5)
// Work        a group has a tile of LANES columns and LINES * ROWS rows, of which MADE columns are made: what the
//             filter leaves of LANES, in whole strips of ITEM. One work-item filters ROWS values of a column from memory into local memory, then ITEM neighbours
//             of a row from there, ROWS / ITEM times; a gap after every ITEM values keeps items apart in its banks
// Traffic     per output: 1 PIXEL read, 1 written; 4 TAPS flops for each of its components
// Launch      2-D, groups of LANES x LINES; groups along 0 times MADE cover the width, global 1 times ROWS
//             the rows [first, last); points beyond the edge are those of the edge
// Parameters  PIXEL, CHANNELS, BYTES: pixel.clh; TAPS: odd; LANES, LINES; ROWS: a multiple of ITEM; ITEM
#define PLACE(n) ((n) + (n) / ITEM)
#define INSIDE(i) value_of(from[(long)(i) * width])
#define CLAMPED(i) value_of(in[(long)NEAREST(top + (i) - TAPS / 2, height) * width + column])
#define MADE ((LANES - TAPS + 1) / ITEM * ITEM)
#define STRIPS (MADE / ITEM)
#define STRIP (s * LANES * LINES + line * LANES + lane)
#define OF_STRIP(i) tile[STRIP / STRIPS][PLACE(STRIP % STRIPS * ITEM + (i))]
#define EACH_STRIP _Pragma("unroll") for (int s = 0; s < ROWS / ITEM; ++s) if (STRIP < STRIPS * LINES * ROWS)
#define EACH_SUM(n) _Pragma("unroll") for (int i = 0; i < (n); ++i)

__kernel void gaussian_one_pass(__global const PIXEL* restrict in, __global PIXEL* restrict out,
                                __global const float* restrict weights, const int width, const int height,
                                const int first, const int last)
{
  __local VALUE tile[LINES * ROWS][PLACE(LANES)];
  const int lane = (int)get_local_id(0);
  const int line = (int)get_local_id(1);
  const int left = (int)get_group_id(0) * MADE;
  const int column = NEAREST(left + lane - TAPS / 2, width);
  const int top = first + (int)get_global_id(1) * ROWS;
  float weight[TAPS];
  EACH_WEIGHT weight[k] = weights[k];
  {
    VALUE sum[ROWS];
    EACH_SUM(ROWS) sum[i] = no_value();
    if (top >= TAPS / 2 && top + ROWS + TAPS / 2 <= height) {
      __global const PIXEL* from = in + ((long)(top - TAPS / 2) * width + column);
      FILTER(ROWS, INSIDE)
    } else {
      FILTER(ROWS, CLAMPED)
    }
    EACH_SUM(ROWS) tile[line * ROWS + i][PLACE(lane)] = sum[i];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  VALUE made[ROWS];
  EACH_STRIP
  {
    VALUE sum[ITEM];
    EACH_SUM(ITEM) sum[i] = no_value();
    FILTER(ITEM, OF_STRIP)
    EACH_SUM(ITEM) made[s * ITEM + i] = sum[i];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  EACH_STRIP EACH_SUM(ITEM) OF_STRIP(i) = made[s * ITEM + i];
  barrier(CLK_LOCAL_MEM_FENCE);
  EACH_SUM(ROWS)
  {
    const int y = top + i;
    if (lane < MADE && left + lane < width && y < last)
      out[(long)y * width + left + lane] = pixel_of(tile[line * ROWS + i][PLACE(lane)]);
  }
}
