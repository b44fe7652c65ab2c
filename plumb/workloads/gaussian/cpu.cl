// gaussian/cpu.cl - a filter along rows, along columns, or both, for CPUs.
//
//   for (x, y) in image:  out[x, y] = sum over k in [0, TAPS) of weights[k] * in[x + k - TAPS / 2, y]    rows
//                         out[x, y] = sum over k in [0, TAPS) of weights[k] * in[x, y + k - TAPS / 2]    columns
//                                                                            <- filter_reference in reference.cpp
// Source      paper 004, section 5 (separable Gaussian filter, table 5)
// Work        one work-item loops over `rows` rows, ROWS at a time, in pieces of SPAN values: columns from memory into a
//             private piece, rows from there. Inner loops run along the contiguous axis; the outputs of a column share
//             their loads
// Traffic     per output: 1 PIXEL read, 1 written; 2 TAPS flops for each of its components, 4 TAPS for both axes
// Launch      2-D, one work-item per group; global 0: 1, global 1 times `rows` covers the rows [first, last); `apart`:
//             APART; points beyond the edge are those of the edge
// Parameters  PIXEL: float or uchar, a component; BYTES: 1 for uchar; APART: components of a pixel; TAPS: odd; ROWS: 1, 2
//             or 4; SPAN: values, a multiple of APART
#define HALF (TAPS / 2 * APART)
#define LENGTH (SPAN + 2 * HALF)
#define NEAREST(n, count) ((n) < 0 ? 0 : ((n) < (count) ? (n) : (count) - 1))
#if BYTES
#define STORED(sum) (uchar)((sum) + 0.5f)
#else
#define STORED(sum) (sum)
#endif
#define EACH_TAP _Pragma("unroll") for (int k = 0; k < TAPS; ++k)
#define EACH_ROW _Pragma("unroll") for (int r = 0; r < ROWS; ++r)
#define EACH_PIECE for (int left = 0; left < width; left += SPAN)

// A piece has the values [left - HALF, right + HALF) of a row; those beyond the edges from the pixels there.
void add_edges(float* piece, const int left, const int right, const int width)
{
  for (int x = left - HALF; x < 0; ++x) piece[x - left + HALF] = piece[HALF - left + (x + HALF) % APART];
  for (int x = width; x < right + HALF; ++x)
    piece[x - left + HALF] = piece[HALF - left + width - APART + (x - width) % APART];
}

// `apart` is APART; a constant there would let compilers take neighbouring taps for a vector, and not neighbouring outputs.
void filter_row(const float* restrict piece, const float* restrict weight, const int n, const int apart,
                __global PIXEL* restrict to)
{
  for (int x = 0; x < n; ++x) {
    float sum = weight[TAPS / 2] * piece[x + TAPS / 2 * apart];
    _Pragma("unroll") for (int k = 0; k < TAPS / 2; ++k) sum +=
        weight[k] * (piece[x + k * apart] + piece[x + (TAPS - 1 - k) * apart]);
    to[x] = STORED(sum);
  }
}

// ROWS rows from y on, values [begin, end), into made[r * LENGTH + x - from].
void filter_columns(__global const PIXEL* restrict in, const float* restrict weight, const int width, const int height,
                    const int y, const int begin, const int end, const int from, float* restrict made)
{
  __global const PIXEL* line[ROWS + TAPS - 1];
  _Pragma("unroll") for (int i = 0; i < ROWS + TAPS - 1; ++i) line[i] =
      in + (long)NEAREST(y + i - TAPS / 2, height) * width;
  for (int x = begin; x < end; ++x) {
    float sum[ROWS];
    EACH_ROW sum[r] = 0;
    _Pragma("unroll") for (int i = 0; i < ROWS + TAPS - 1; ++i)
    {
      const float value = (float)line[i][x];
      EACH_ROW if (i >= r && i - r < TAPS) sum[r] += weight[i - r] * value;
    }
    EACH_ROW made[r * LENGTH + x - from] = sum[r];
  }
}

#define PARAMETERS                                                                                              \
  __global const PIXEL *restrict in, __global PIXEL *restrict out, __global const float *restrict weights,      \
      const int width, const int height, const int first, const int last, const int rows, const int apart
#define BEGIN                                                \
  const int top = first + (int)get_global_id(1) * rows;      \
  const int bottom = top + rows < last ? top + rows : last;  \
  float piece[ROWS * LENGTH];                                \
  float weight[TAPS];                                        \
  (void)height, (void)apart; /* each needed along one axis */ \
  EACH_TAP weight[k] = weights[k];

__kernel void gaussian_rows(PARAMETERS)
{
  BEGIN
  for (int y = top; y < bottom; ++y) EACH_PIECE {
      const int right = left + SPAN < width ? left + SPAN : width;
      const int begin = left < HALF ? 0 : left - HALF;
      const int end = right + HALF < width ? right + HALF : width;
      for (int x = begin; x < end; ++x) piece[x - left + HALF] = (float)in[(long)y * width + x];
      add_edges(piece, left, right, width);
      filter_row(piece, weight, right - left, apart, out + (long)y * width + left);
    }
}

__kernel void gaussian_columns(PARAMETERS)
{
  BEGIN
  for (int y = top; y < bottom; y += ROWS) EACH_PIECE {
      const int right = left + SPAN < width ? left + SPAN : width;
      filter_columns(in, weight, width, height, y, left, right, left, piece);
      for (int r = 0; r < ROWS && y + r < bottom; ++r)
        for (int x = left; x < right; ++x) out[(long)(y + r) * width + x] = STORED(piece[r * LENGTH + x - left]);
    }
}

__kernel void gaussian_one_pass(PARAMETERS)
{
  BEGIN
  for (int y = top; y < bottom; y += ROWS) EACH_PIECE {
      const int right = left + SPAN < width ? left + SPAN : width;
      const int begin = left < HALF ? 0 : left - HALF;
      const int end = right + HALF < width ? right + HALF : width;
      filter_columns(in, weight, width, height, y, begin, end, left - HALF, piece);
      for (int r = 0; r < ROWS && y + r < bottom; ++r) {
        add_edges(piece + r * LENGTH, left, right, width);
        filter_row(piece + r * LENGTH, weight, right - left, apart, out + (long)(y + r) * width + left);
      }
    }
}
