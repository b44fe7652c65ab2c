// gaussian/columns.cl - a filter along columns, for GPUs: the second of two passes.
//
//   for (x, y) in image:  out[x, y] = sum over k in [0, TAPS) of weights[k] * in[x, y + k - TAPS / 2]
//                                                                            <- filter_reference in reference.cpp
// Source      paper 004, section 5 (separable Gaussian filter, table 5)
// Work        one work-item makes ROWS outputs of a column from ROWS + TAPS - 1 loads; neighbouring items have neighbouring
//             columns. Images of one channel are filtered four columns at a time where their width allows it: wide loads
// Traffic     per output: 1 PIXEL read, 1 written; 2 TAPS flops for each of its components
// Launch      2-D, any group shape; global 0 covers the width, global 1 times ROWS the rows [first, last); points beyond
//             the edge are those of the edge
// Parameters  PIXEL, CHANNELS, BYTES: pixel.clh; TAPS: odd; ROWS
#define INSIDE(i) value_of(from[(long)(i) * width])
#define CLAMPED(i) value_of(in[(long)NEAREST(top + (i) - TAPS / 2, height) * width + column])

__kernel void gaussian_columns(__global const PIXEL* restrict in, __global PIXEL* restrict out,
                               __global const float* restrict weights, const int width, const int height,
                               const int first, const int last)
{
  const int x = (int)get_global_id(0);
  const int column = x < width ? x : width - 1;
  const int top = first + (int)get_global_id(1) * ROWS;
  float weight[TAPS];
  VALUE sum[ROWS];
  EACH_WEIGHT weight[k] = weights[k];
  _Pragma("unroll") for (int r = 0; r < ROWS; ++r) sum[r] = no_value();
  if (top >= TAPS / 2 && top + ROWS + TAPS / 2 <= height) {
    __global const PIXEL* from = in + ((long)(top - TAPS / 2) * width + column);
    FILTER(ROWS, INSIDE)
  } else {
    FILTER(ROWS, CLAMPED)
  }
  _Pragma("unroll") for (int r = 0; r < ROWS; ++r)
  {
    if (x < width && top + r < last) out[(long)(top + r) * width + x] = pixel_of(sum[r]);
  }
}
