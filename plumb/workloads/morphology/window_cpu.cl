// morphology/window_cpu.cl - minima or maxima over windows of any length, for CPUs.
//
//   for (x, y) in image:  out[x, y] = min or max over i in [0, window) of in[x + west + i, y]     rows
//                         out[x, y] = min or max over i in [0, window) of in[x, y + north + i]    columns
//                                                                             <- erode_reference in reference.cpp
// Source      columns: van Herk 1992; Gil and Werman 1993; rows: windows of 1, 2, 4, .. values, two of which make any
// Work        rows: a work-item loops over `rows` rows in pieces of SPAN values; columns: over `rows` rows of SPAN columns,
//             window by window: backwards it leaves the ends of a block in the output, forwards it adds the beginnings
//             of the next one. All inner loops run along the contiguous axis
// Traffic     per output: 1 PIXEL read, 1 written; no flops
// Launch      2-D, one work-item per group; rows: 1 x rows of items; columns: SPAN columns x `rows` rows each; the
//             rows [first, last) are covered
// Parameters  PIXEL, PACKED (0), REAL, GREATEST: pixel.clh; SPAN; APART: PIXELs from a column to the next; WINDOW: of
//             rows, in columns
#define EACH for (int x = 0; x < n; ++x)

__kernel void morphology_window_rows(__global const PIXEL* restrict in, __global PIXEL* restrict out,
                                     const int window, const int west, const int width, const int height,
                                     const int first, const int last, const int rows)
{
  (void)height;  // windows of columns need it
  const int top = first + (int)get_global_id(1) * rows;
  const int end = top + rows < last ? top + rows : last;
  PIXEL one[SPAN + WINDOW * APART];
  PIXEL other[SPAN + WINDOW * APART];
  for (int y = top; y < end; ++y) {
    for (int left = 0; left < width; left += SPAN) {
      const int made = left + SPAN < width ? SPAN : width - left;
      const int from = left + west * APART;
      const int before = from < 0 ? (-from < made + (window - 1) * APART ? -from : made + (window - 1) * APART) : 0;
      int n = made + (window - 1) * APART;
      int after = width - from < n ? width - from : n;
      after = after < before ? before : after;
      __global const PIXEL* line = in + ((long)y * width + from);
      for (int x = 0; x < before; ++x) one[x] = NEUTRAL;
      for (int x = before; x < after; ++x) one[x] = line[x];
      for (int x = after; x < n; ++x) one[x] = NEUTRAL;
      int reach = 1;
      for (; 4 * reach <= window; reach *= 4) {
        n -= reach * APART;
        EACH other[x] = pick(one[x], one[x + reach * APART]);
        n -= 2 * reach * APART;
        EACH one[x] = pick(other[x], other[x + 2 * reach * APART]);
      }
      if (2 * reach <= window) {
        n -= reach * APART;
        EACH other[x] = pick(one[x], one[x + reach * APART]);
        EACH one[x] = other[x];
        reach *= 2;
      }
      n = made;
      __global PIXEL* to = out + ((long)y * width + left);
      EACH to[x] = pick(one[x], one[x + (window - reach) * APART]);
    }
  }
}

__kernel void morphology_window_columns(__global const PIXEL* restrict in, __global PIXEL* restrict out,
                                        const int window, const int north, const int width, const int height,
                                        const int first, const int last, const int rows)
{
  const int left = (int)get_global_id(0) * SPAN;
  const int n = left + SPAN < width ? SPAN : width - left;
  const int end = first + ((int)get_global_id(1) + 1) * rows;
  const int bottom = end < last ? end : last;
  PIXEL some[SPAN];
  for (int top = first + (int)get_global_id(1) * rows; top < bottom; top += window) {
    const int made = top + window < bottom ? window : bottom - top;
    EACH some[x] = NEUTRAL;
    for (int i = window - 1; i >= 0; --i) {
      const int y = top + north + i;
      if (y >= 0 && y < height) {
        __global const PIXEL* line = in + ((long)y * width + left);
        EACH some[x] = pick(some[x], line[x]);
      }
      __global PIXEL* to = out + ((long)(top + i) * width + left);
      if (i < made) EACH to[x] = some[x];
    }
    EACH some[x] = NEUTRAL;
    for (int i = 1; i < made; ++i) {
      const int y = top + north + window - 1 + i;
      if (y >= 0 && y < height) {
        __global const PIXEL* line = in + ((long)y * width + left);
        EACH some[x] = pick(some[x], line[x]);
      }
      __global PIXEL* to = out + ((long)(top + i) * width + left);
      EACH to[x] = pick(to[x], some[x]);
    }
  }
}
