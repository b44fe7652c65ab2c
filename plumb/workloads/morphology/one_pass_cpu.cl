// morphology/one_pass_cpu.cl - erosion or dilation by any structuring element in one pass, for CPUs.
//
//   for p in image:  out[p] = min or max over the K offsets b of in[p + b]     <- erode_reference in reference.cpp
//
// Source      paper 000, section 4.1 (morphological filter)
// Work        one work-item makes ROWS rows of SPAN values. The element comes as horizontal runs (row, first column, length,
//             level): of every row of the image that it needs the item makes the minima over 1, 2, 4, .. neighbours once,
//             and a run of any length is two of those, for all rows of the output that see it. All loops run along the
//             contiguous axis; outside the image lie neutral values
// Traffic     per output: 1 PIXEL read, 1 written; asked for is what references_of in one_pass.cpp counts; no flops:
//             comparisons are none
// Launch      2-D, one work-item per group; global 0 times SPAN covers the width, global 1 times ROWS the rows [first, last)
// Parameters  PIXEL, PACKED (0), REAL, GREATEST: pixel.clh; ROWS; SPAN; APART: PIXELs from a column to the next; REACH:
//             PIXELs from the least to the greatest offset; LEVELS: 1 + log2 of the longest run
#define LONGEST (SPAN + REACH)
#define EACH(n) for (int x = 0; x < (n); ++x)

// Pointers that do not overlap: what the compiler needs to know to vectorise.
void pick_pairs(const PIXEL* restrict one, const PIXEL* restrict other, const int n, PIXEL* restrict to)
{
  EACH(n) to[x] = pick(one[x], other[x]);
}

// west, east, north, south: the least and greatest offset in x and y. All counts of columns are of PIXELs.
__kernel void morphology_one_pass(__global const PIXEL* restrict in, __global PIXEL* restrict out,
                                  __global const int* restrict runs, const uint count, const int west,
                                  const int east, const int north, const int south, const int width,
                                  const int height, const int first, const int last)
{
  PIXEL best[ROWS][SPAN];
  PIXEL value[LEVELS][LONGEST];
  const int top = first + (int)get_global_id(1) * ROWS;
  const int bottom = top + ROWS < last ? top + ROWS : last;
  const int left = (int)get_global_id(0) * SPAN;
  const int n = left + SPAN < width ? SPAN : width - left;
  const int length = n + east - west;
  const int before = left + west >= 0 ? 0 : (-left - west < length ? -left - west : length);
  const int room = width - left - west;
  const int after = room > length ? length : (room > before ? room : before);
  for (int r = 0; r < ROWS; ++r) EACH(n) best[r][x] = NEUTRAL;
  const int end = bottom + south < height ? bottom + south : height;
  for (int y = top + north > 0 ? top + north : 0; y < end; ++y) {
    __global const PIXEL* from = in + ((long)y * width + left + west);
    for (int x = 0; x < before; ++x) value[0][x] = NEUTRAL;
    for (int x = before; x < after; ++x) value[0][x] = from[x];
    for (int x = after; x < length; ++x) value[0][x] = NEUTRAL;
    for (int level = 1; level < LEVELS; ++level) {
      const int shift = APART << (level - 1);
      pick_pairs(value[level - 1], value[level - 1] + shift, length - 2 * shift + APART, value[level]);
    }
    for (uint run = 0; run < count; ++run) {
      const int r = y - runs[4 * run] - top;
      const int level = runs[4 * run + 3];
      const int one = runs[4 * run + 1] * APART - west;
      const int other = one + (runs[4 * run + 2] - (1 << level)) * APART;
      if (r >= 0 && r < bottom - top) {
        EACH(n) best[r][x] = pick(best[r][x], pick(value[level][x + one], value[level][x + other]));
      }
    }
  }
  for (int r = 0; r < bottom - top; ++r) EACH(n) out[(long)(top + r) * width + left + x] = best[r][x];
}
