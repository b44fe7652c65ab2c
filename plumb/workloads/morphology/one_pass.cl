// morphology/one_pass.cl - erosion or dilation by any structuring element, in one pass, for GPUs.
//
//   for p in image:  out[p] = min or max over the K offsets b of in[p + b]     <- erode_reference in reference.cpp
//
// Source      paper 000, section 4.1 (morphological filter)
// Work        one work-item makes ROWS outputs of a column. The element comes as vertical runs (column, first row, length): the
//             outputs share the middle of a run, and what only some of them see is picked up on the way out of it, so that
//             a run of n rows costs n + ROWS - 1 loads and n + 3 ROWS comparisons for all of them
// Traffic     per output: K PIXEL asked for, 1 written; no flops: comparisons are none
// Launch      2-D, any group shape; global 0 covers the width, global 1 times ROWS the rows [first, last)
// Parameters  PIXEL, PACKED, REAL, GREATEST: pixel.clh; ROWS: at least 2
#define EACH_ROW _Pragma("unroll") for (int r = 0; r < ROWS; ++r)

// `at(i)`: the value of row i of the run.
#define TAKE_RUN(at)                                                        \
  if (length >= ROWS) {                                                     \
    VALUE shared = at(ROWS - 1);                                            \
    for (int i = ROWS; i < length; ++i) shared = pick(shared, at(i));       \
    VALUE some = shared;                                                    \
    _Pragma("unroll") for (int i = ROWS - 2; i >= 0; --i)                   \
    {                                                                       \
      some = pick(some, at(i));                                             \
      best[i] = pick(best[i], some);                                        \
    }                                                                       \
    some = shared;                                                          \
    _Pragma("unroll") for (int i = 1; i < ROWS; ++i)                        \
    {                                                                       \
      some = pick(some, at(length + i - 1));                                \
      best[i] = pick(best[i], some);                                        \
    }                                                                       \
  } else {                                                                  \
    for (int i = 0; i < length; ++i) {                                      \
      EACH_ROW best[r] = pick(best[r], at(i + r));                          \
    }                                                                       \
  }

#define INSIDE(i) value_of(from[(long)(i) * width])
#define CHECKED(i) ((uint)x < (uint)width && (uint)(y + (i)) < (uint)height ? value_of(from[(long)(i) * width]) : NEUTRAL)

// west, east, north, south: the least and greatest offset in x and y.
__kernel void morphology_one_pass(__global const PIXEL* restrict in, __global PIXEL* restrict out,
                                  __global const int* restrict runs, const uint count, const int west,
                                  const int east, const int north, const int south, const int width,
                                  const int height, const int first, const int last)
{
  const int top = first + (int)get_global_id(1) * ROWS;
  const int column = (int)get_global_id(0);
  const bool inside =
      column + west >= 0 && column + east < width && top + north >= 0 && top + ROWS + south <= height;
  VALUE best[ROWS];
  EACH_ROW best[r] = NEUTRAL;
  for (uint run = 0; run < count; ++run) {
    const int x = column + runs[3 * run];
    const int y = top + runs[3 * run + 1];
    const int length = runs[3 * run + 2];
    __global const PIXEL* from = in + ((long)y * width + x);
    if (inside) {
      TAKE_RUN(INSIDE)
    } else {
      TAKE_RUN(CHECKED)
    }
  }
  EACH_ROW
  {
    if (top + r < last && column < width) out[(long)(top + r) * width + column] = pixel_of(best[r]);
  }
}
