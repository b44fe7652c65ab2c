// morphology/window_long.cl - minima or maxima over windows longer than a group holds, for GPUs.
//
//   for (x, y) in image:  out[x, y] = min or max over i in [0, window) of in[x + west + i, y]     rows
//                         out[x, y] = min or max over i in [0, window) of in[x, y + north + i]    columns
//                                                                             <- erode_reference in reference.cpp
// Source      van Herk 1992; Gil and Werman 1993, with blocks as long as the window
// Work        a line is cut into as many outputs as the window is long. Backwards from the end of the first of these windows
//             the ends of a block are left in the output, forwards the beginnings of the next block are added. Columns:
//             one work-item for each; rows: a group, ITEM neighbours per item and GROUP * ITEM at a time, joined
//             by a scan in local memory
// Traffic     per output: 1 PIXEL needed, 1 written (2 read, 2 written and 1 read again, mostly in a cache); no flops
// Launch      2-D. Columns: any group shape; global 0 covers the width, global 1 times `window` the rows [first, last).
//             Rows: groups of GROUP x 1; groups along 0 times `window` cover the width, global 1 is the rows [first, last)
// Parameters  PIXEL, PACKED, REAL, GREATEST: pixel.clh; GROUP: a power of two; ITEM
#define EACH_VALUE _Pragma("unroll") for (int k = 0; k < ITEM; ++k)

// The best of the values before this item's in the order of the items: `own` is the best of its own. `all`: of the group.
#define SCAN(own, before, all)                                                                                    \
  int turn = 0;                                                                                                   \
  best[0][lane] = pixel_of(own);                                                                                  \
  barrier(CLK_LOCAL_MEM_FENCE);                                                                                   \
  for (int away = 1; away < GROUP; away *= 2) {                                                                   \
    const VALUE here = value_of(best[turn][lane]);                                                                \
    best[1 - turn][lane] = pixel_of(lane >= away ? pick(here, value_of(best[turn][lane - away])) : here);         \
    turn = 1 - turn;                                                                                              \
    barrier(CLK_LOCAL_MEM_FENCE);                                                                                 \
  }                                                                                                               \
  const VALUE before = lane > 0 ? value_of(best[turn][lane - 1]) : NEUTRAL;                                       \
  const VALUE all = value_of(best[turn][GROUP - 1]);                                                              \
  barrier(CLK_LOCAL_MEM_FENCE);

__kernel void morphology_window_rows(__global const PIXEL* restrict in, __global PIXEL* restrict out, const int window,
                                     const int west, const int width, const int height, const int first,
                                     const int last)
{
  __local PIXEL best[2][GROUP];
  const int lane = (int)get_local_id(0);
  const int left = (int)get_group_id(0) * window;
  const int made = width - left < window ? width - left : window;
  const long line = (long)(first + (int)get_global_id(1)) * width;
  (void)height, (void)last;  // windows of columns need them
  for (int forwards = 0; forwards < 2; ++forwards) {
    const int step = forwards ? 1 : -1;
    const int count = forwards ? made - 1 : window;
    const int from = left + west + (forwards ? window : window - 1);
    const int to = forwards ? 1 : window - 1;
    VALUE carried = NEUTRAL;
    for (int start = 0; start < count; start += GROUP * ITEM) {
      const int n = start + lane * ITEM;
      VALUE value[ITEM];
      EACH_VALUE
      {
        const int x = from + step * (n + k);
        value[k] = n + k < count && x >= 0 && x < width ? value_of(in[line + x]) : NEUTRAL;
        if (k > 0) value[k] = pick(value[k - 1], value[k]);
      }
      SCAN(value[ITEM - 1], before, all)
      EACH_VALUE
      {
        const int i = to + step * (n + k);
        if (n + k < count && i < made) {
          const VALUE some = pick(value[k], pick(before, carried));
          out[line + left + i] = pixel_of(forwards ? pick(some, value_of(out[line + left + i])) : some);
        }
      }
      carried = pick(carried, all);
    }
    barrier(CLK_GLOBAL_MEM_FENCE);  // other items add to what this one left
  }
}

#define INSIDE (y >= 0 && y < height)
#define HERE value_of(in[(long)y * width + x])

__kernel void morphology_window_columns(__global const PIXEL* restrict in, __global PIXEL* restrict out,
                                        const int window, const int north, const int width, const int height,
                                        const int first, const int last)
{
  const int x = (int)get_global_id(0);
  const int top = first + (int)get_global_id(1) * window;
  const int made = last - top < window ? last - top : window;
  if (x < width) {
    VALUE some = NEUTRAL;
#pragma unroll 8
    for (int i = window - 1; i >= 0; --i) {
      const int y = top + north + i;
      if (INSIDE) some = pick(some, HERE);
      if (i < made) out[(long)(top + i) * width + x] = pixel_of(some);
    }
    some = NEUTRAL;
#pragma unroll 8
    for (int i = 1; i < made; ++i) {
      const int y = top + north + window - 1 + i;
      if (INSIDE) some = pick(some, HERE);
      const long at = (long)(top + i) * width + x;
      out[at] = pixel_of(pick(some, value_of(out[at])));
    }
  }
}
