// morphology/window_both_cpu.cl - minima or maxima over small rectangles in one pass, for CPUs.
//
//   for (x, y) in image:  out[x, y] = min or max over i in [0, WINDOW), j in [0, HEIGHT) of in[x + west + i, y + north + j]
//                                                                             <- erode_reference in reference.cpp
// Source      rows, then columns, as in window_cpu.cl: what lies between the two stays in the first cache level
// Work        a work-item goes down `rows` rows of SPAN values: it makes the windows of two further rows into a ring of
//             HEIGHT + 1, and from there two rows of the output, which share all but one row of the ring. All inner loops
//             run along the contiguous axis; outside the image lie neutral values
// Traffic     per output: 1 PIXEL read, 1 written; no flops
// Launch      2-D, one work-item per group; global 0 times SPAN covers the width, global 1 times `rows` the rows [first, last)
// Parameters  PIXEL, PACKED (0), REAL, GREATEST: pixel.clh; SPAN; APART: PIXELs from a column to the next; WINDOW: columns of
//             the rectangle; HEIGHT: its rows
#define DEPTH (HEIGHT + 1)
#define EACH(n) for (int x = 0; x < (n); ++x)

// Pointers that do not overlap: what the compiler needs to know to vectorise. `apart` is APART; a constant there would let
// it take neighbouring columns for a vector, and not neighbouring outputs.
void pick_windows(__global const PIXEL* restrict line, const int n, const int apart, PIXEL* restrict to)
{
  EACH(n)
  {
    PIXEL best = line[x];
    _Pragma("unroll") for (int i = 1; i < WINDOW; ++i) best = pick(best, line[x + i * apart]);
    to[x] = best;
  }
}

// Outputs [begin, end) whose windows reach beyond the row: `line` is that of output 0, and has the columns [first, last).
void pick_edge(__global const PIXEL* restrict line, const int begin, const int end, const int first, const int last,
               PIXEL* restrict to)
{
  for (int x = begin; x < end; ++x) {
    PIXEL best = NEUTRAL;
    for (int at = x; at < x + WINDOW * APART; at += APART)
      if (at >= first && at < last) best = pick(best, line[at]);
    to[x] = best;
  }
}

// The windows of row y of the image, from column `from` on.
void take_row(__global const PIXEL* restrict in, const int y, const int from, const int n, const int width,
              const int height, const int apart, PIXEL* restrict to)
{
  const int inside = y >= 0 && y < height;
  __global const PIXEL* line = in + ((long)(inside ? y : 0) * width + from);
  const int room = inside ? width - from : 0;  // columns [-from, room) of `line` lie in the image
  const int whole = room - (WINDOW - 1) * APART;
  const int begin = inside && from < 0 ? (-from < n ? -from : n) : 0;
  const int end = whole > begin ? (whole < n ? whole : n) : begin;
  pick_edge(line, 0, begin, -from, room, to);
  pick_windows(line + begin, end - begin, apart, to + begin);
  pick_edge(line, end, n, -from, room, to);
}

#define ROW(j) ring[(start + (j)) % DEPTH * SPAN + x]

// Two rows of the output from the ring, whose first row is `start`; or one.
void pick_two(const PIXEL* restrict ring, const int start, const int n, __global PIXEL* restrict one,
              __global PIXEL* restrict other)
{
  EACH(n)
  {
    PIXEL shared = ROW(1);
    _Pragma("unroll") for (int j = 2; j < HEIGHT; ++j) shared = pick(shared, ROW(j));
    one[x] = pick(ROW(0), shared);
    other[x] = pick(shared, ROW(HEIGHT));
  }
}

void pick_one(const PIXEL* restrict ring, const int start, const int n, __global PIXEL* restrict one)
{
  EACH(n)
  {
    PIXEL best = ROW(0);
    _Pragma("unroll") for (int j = 1; j < HEIGHT; ++j) best = pick(best, ROW(j));
    one[x] = best;
  }
}

__kernel void morphology_window_both(__global const PIXEL* restrict in, __global PIXEL* restrict out,
                                     const int west, const int north, const int width, const int height,
                                     const int first, const int last, const int rows, const int apart)
{
  PIXEL ring[DEPTH * SPAN];
  const int left = (int)get_global_id(0) * SPAN;
  const int n = left + SPAN < width ? SPAN : width - left;
  const int from = left + west * APART;
  const int top = first + (int)get_global_id(1) * rows;
  const int made = top + rows < last ? rows : last - top;
  for (int i = 0; i < HEIGHT - 1; ++i) take_row(in, top + north + i, from, n, width, height, apart, ring + i * SPAN);
  for (int i = 0; i < made; i += 2) {
    __global PIXEL* to = out + ((long)(top + i) * width + left);
    for (int j = i + HEIGHT - 1; j <= i + HEIGHT; ++j)
      take_row(in, top + north + j, from, n, width, height, apart, ring + j % DEPTH * SPAN);
    if (i + 1 < made) {
      pick_two(ring, i % DEPTH, n, to, to + width);
    } else {
      pick_one(ring, i % DEPTH, n, to);
    }
  }
}
