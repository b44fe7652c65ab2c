// morphology/one_pass.cl - erosion or dilation by any structuring element, in one pass.
//
//   for p in image:  out[p] = min or max over the K offsets b of in[p + b]     <- erode_reference in reference.cpp
//
// Source      paper 000, section 4.1 (morphological filter)
// Work        one work-item makes ROWS outputs of COLUMNS neighbouring columns, STEPS times along its rows. The element
//             comes as vertical runs (column, first row, length): the outputs of a column share the middle of a run,
//             and what only some of them see is picked up on the way out of it, so that a run of n rows costs
//             n + ROWS - 1 loads and n + 3 ROWS comparisons for all of them
// Traffic     per output: K PIXEL asked for, 1 written; no flops: comparisons are none
// Launch      2-D, any group shape; global 0 times COLUMNS * STEPS covers the width, global 1 times ROWS the rows
//             [first, last)
// Parameters  PIXEL, PACKED, REAL, GREATEST: pixel.clh; ROWS: at least 2; COLUMNS: 1 on GPUs, lanes of a CPU's vectors;
//             STEPS; APART: PIXELs from a column to the next (4 where a PIXEL is one of four bytes)
#define EACH_COLUMN for (int c = 0; c < COLUMNS; ++c)
#define EACH_ROW for (int r = 0; r < ROWS; ++r)

// `at(i, c)`: the value of row i of the run's column for output column c; only `some_columns` of those have any.
#define TAKE_RUN(at, some_columns)                                                              \
  if (length >= ROWS) {                                                                         \
    VALUE shared[COLUMNS];                                                                      \
    VALUE some[COLUMNS];                                                                        \
    some_columns shared[c] = at(ROWS - 1, c);                                                   \
    for (int i = ROWS; i < length; ++i) some_columns shared[c] = pick(shared[c], at(i, c));     \
    some_columns some[c] = shared[c];                                                           \
    _Pragma("unroll") for (int i = ROWS - 2; i >= 0; --i) some_columns                          \
    {                                                                                           \
      some[c] = pick(some[c], at(i, c));                                                        \
      best[i][c] = pick(best[i][c], some[c]);                                                   \
    }                                                                                           \
    some_columns some[c] = shared[c];                                                           \
    _Pragma("unroll") for (int i = 1; i < ROWS; ++i) some_columns                               \
    {                                                                                           \
      some[c] = pick(some[c], at(length + i - 1, c));                                           \
      best[i][c] = pick(best[i][c], some[c]);                                                   \
    }                                                                                           \
  } else {                                                                                      \
    for (int i = 0; i < length; ++i) {                                                          \
      _Pragma("unroll") EACH_ROW some_columns best[r][c] = pick(best[r][c], at(i + r, c));      \
    }                                                                                           \
  }

#define INSIDE(i, c) value_of(from[(long)(i) * width + (c)])
// At the edges rows outside are neutral, and columns outside are left out of the loops: these are vectorised, too.
#define CHECKED(i, c) ((uint)(y + (i)) < (uint)height ? value_of(from[(long)(i) * width + (c)]) : NEUTRAL)
#define COLUMNS_INSIDE for (int c = begin; c < end; ++c)

// west, east, north, south: the least and greatest offset in x and y. All counts of columns are of PIXELs.
__kernel void morphology_one_pass(__global const PIXEL* restrict in, __global PIXEL* restrict out,
                                  __global const int* restrict runs, const uint count, const int west,
                                  const int east, const int north, const int south, const int width,
                                  const int height, const int first, const int last)
{
  const int top = first + (int)get_global_id(1) * ROWS;
  for (int step = 0; step < STEPS; ++step) {
    const int left = ((int)get_global_id(0) * STEPS + step) * COLUMNS;
    VALUE best[ROWS][COLUMNS];
    EACH_ROW EACH_COLUMN best[r][c] = NEUTRAL;
    const bool rows_inside = top + north >= 0 && top + ROWS + south <= height;
    const bool inside = rows_inside && left + west >= 0 && left + COLUMNS + east <= width;
    for (uint run = 0; run < count; ++run) {
      const int x = left + runs[3 * run] * APART;
      const int y = top + runs[3 * run + 1];
      const int length = runs[3 * run + 2];
      __global const PIXEL* from = in + ((long)y * width + x);
      if (inside) {
        TAKE_RUN(INSIDE, EACH_COLUMN)
      } else {
        const int begin = x < 0 ? -x : 0;
        const int end = width - x < COLUMNS ? width - x : COLUMNS;
        if (COLUMNS > 1 && rows_inside) {
          TAKE_RUN(INSIDE, COLUMNS_INSIDE)
        } else {
          TAKE_RUN(CHECKED, COLUMNS_INSIDE)
        }
      }
    }
    _Pragma("unroll") EACH_ROW EACH_COLUMN
    {
      if (top + r < last && left + c < width) out[(long)(top + r) * width + left + c] = pixel_of(best[r][c]);
    }
  }
}
