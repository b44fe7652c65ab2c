// gaussian/rows.cl - a filter along rows, for GPUs: the first of two passes.
//
//   for (x, y) in image:  out[x, y] = sum over k in [0, TAPS) of weights[k] * in[x + k - TAPS / 2, y]
//                                                                            <- filter_reference in reference.cpp
// Source      paper 004, section 5 (separable Gaussian filter, table 5)
// Work        a group has LINES lines of ITEMS * ITEM outputs; one work-item makes ITEM neighbours. Lines come and go through
//             local memory, so that neighbouring items read and write neighbouring pixels; a gap after every ITEM of
//             them keeps the items apart in its banks
// Traffic     per output: 1 PIXEL read, 1 written; 2 TAPS flops for each of its components
// Launch      2-D, groups of ITEMS x LINES; global 0 times ITEM covers the width, global 1 the rows [first, last); points
//             beyond the edge are those of the edge
// Parameters  PIXEL, CHANNELS, BYTES: pixel.clh; TAPS: odd; ITEM, ITEMS, LINES
#define LENGTH (ITEMS * ITEM + TAPS - 1)
#define PLACE(n) ((n) + (n) / ITEM)
#define OF_LINE(i) line[row][PLACE(item * ITEM + (i))]

__kernel void gaussian_rows(__global const PIXEL* restrict in, __global PIXEL* restrict out,
                            __global const float* restrict weights, const int width, const int height,
                            const int first, const int last)
{
  __local VALUE line[LINES][PLACE(LENGTH)];
  const int item = (int)get_local_id(0);
  const int row = (int)get_local_id(1);
  const int left = (int)get_group_id(0) * (ITEMS * ITEM);
  const int y = first + (int)get_global_id(1);
  (void)height;  // filters along columns need it
  const long start = (long)(y < last ? y : last - 1) * width;
  for (int n = item; n < LENGTH; n += ITEMS) {
    const int x = left + n - TAPS / 2;
    line[row][PLACE(n)] = value_of(in[start + NEAREST(x, width)]);
  }
  float weight[TAPS];
  EACH_WEIGHT weight[k] = weights[k];
  barrier(CLK_LOCAL_MEM_FENCE);
  VALUE sum[ITEM];
  _Pragma("unroll") for (int i = 0; i < ITEM; ++i) sum[i] = no_value();
  FILTER(ITEM, OF_LINE)
  barrier(CLK_LOCAL_MEM_FENCE);
  _Pragma("unroll") for (int i = 0; i < ITEM; ++i) OF_LINE(i) = sum[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  _Pragma("unroll") for (int i = 0; i < ITEM; ++i)
  {
    const int n = i * ITEMS + item;
    if (left + n < width && y < last) out[start + left + n] = pixel_of(line[row][PLACE(n)]);
  }
}
