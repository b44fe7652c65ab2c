// morphology/window_rows.cl - minima or maxima over horizontal windows, for GPUs.
//
//   for (x, y) in image:  out[x, y] = min or max over i in [0, window) of in[x + west + i, y]
//                                                                             <- erode_reference in reference.cpp
// Source      van Herk 1992; Gil and Werman 1993: three comparisons per value for every window
// Work        a group has LINES lines of TILE = ITEMS * ITEM pixels. An item takes ITEM neighbours apart into beginnings and ends
//             of blocks, finds what lies between the block where a window begins and the one where it ends, then makes WIDE
//             neighbours at a time of what neighbouring items write next to each other. A gap after every ITEM pixels of
//             local memory keeps items apart in its banks
// Traffic     per output: 1 PIXEL read, 1 written; no flops
// Launch      2-D, groups of ITEMS x LINES; groups along 0 times (TILE - window + 1) / WIDE * WIDE cover the width, global 1
//             the rows [first, last)
// Parameters  PIXEL, PACKED, REAL, GREATEST: pixel.clh; BLOCK, ITEM: block.clh; ITEMS, LINES; WIDE: 4 where the width is a
//             multiple of it, else 1; WORD: WIDE PIXELs; SKIP: what is left of west by WIDE; LATE: of window - 1 by WIDE;
//             MIDDLES: 1 where a whole block fits between two others, then BLOCK is at least WIDE
#if WIDE == 4
#define CUT(word, pixels, n) pixels[n] = word.x, pixels[(n) + 1] = word.y, pixels[(n) + 2] = word.z, pixels[(n) + 3] = word.w
#define JOIN(word, pixels, n) word.x = pixels[n], word.y = pixels[(n) + 1], word.z = pixels[(n) + 2], word.w = pixels[(n) + 3]
#define LAST_OF(word) word.w
#else
#define CUT(word, pixels, n) pixels[n] = word
#define JOIN(word, pixels, n) word = pixels[n]
#define LAST_OF(word) word
#endif
#define PLACE(n) ((n) / WIDE + (n) / ITEM)
#define WORDS PLACE(TILE)
#define BLOCKS (MIDDLES ? TILE / BLOCK : 1)
#define READ (SKIP > 0 ? ITEM + WIDE : ITEM)
#define BEGIN(i, v) begun[i] = pixel_of(v)
#define TOTAL(b) value_of(LAST_OF(begins[row][PLACE((b) * BLOCK + BLOCK - 1)]))
#define CAPPED(b) ((b) < BLOCKS ? (b) : BLOCKS - 1)
// What lies between block b and the one of place n.
#define BETWEEN(b, n) (MIDDLES ? value_of(middles[row][(n) / BLOCK - (b) > whole ? 1 : 0][CAPPED(b)]) : NEUTRAL)

__kernel void morphology_window_rows(__global const PIXEL* restrict in, __global PIXEL* restrict out,
                                     const int window, const int west, const int width, const int height,
                                     const int first, const int last)
{
  __local WORD begins[LINES][WORDS];
  __local WORD ends[LINES][WORDS];
  __local PIXEL middles[LINES][2][BLOCKS];
  const int item = (int)get_local_id(0);
  const int row = (int)get_local_id(1);
  const int made = (TILE - window + 1) / WIDE * WIDE;
  const int left = (int)get_group_id(0) * made;
  const int y = first + (int)get_global_id(1);
  const int start = left + west - SKIP + item * ITEM;
  const int whole = (window - 1) / BLOCK;
  (void)height;  // windows of columns need it
  __global const PIXEL* from = in + ((long)y * width + start);
  PIXEL pixel[READ];
  if (y < last && start >= 0 && start + READ <= width) {
    _Pragma("unroll") for (int i = 0; i < READ; i += WIDE)
    {
      const WORD word = *(__global const WORD*)(from + i);
      CUT(word, pixel, i);
    }
  } else {
    _Pragma("unroll") for (int i = 0; i < READ; ++i) pixel[i] =
        y < last && start + i >= 0 && start + i < width ? from[i] : pixel_of(NEUTRAL);
  }
  VALUE value[ITEM];
  PIXEL begun[ITEM];
  EACH_VALUE value[i] = value_of(pixel[SKIP + i]);
  SPLIT_BLOCKS(BEGIN)
  EACH_VALUE pixel[i] = pixel_of(value[i]);
  _Pragma("unroll") for (int i = 0; i < ITEM; i += WIDE)
  {
    WORD word;
    JOIN(word, begun, i);
    begins[row][PLACE(item * ITEM + i)] = word;
    JOIN(word, pixel, i);
    ends[row][PLACE(item * ITEM + i)] = word;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = 0; MIDDLES && i < ITEM; i += BLOCK) {
    const int b = (item * ITEM + i) / BLOCK;
    VALUE middle = NEUTRAL;
    for (int n = 1; n < whole; ++n) middle = pick(middle, TOTAL(CAPPED(b + n)));
    middles[row][0][CAPPED(b)] = pixel_of(middle);
    middles[row][1][CAPPED(b)] = pixel_of(whole > 0 ? pick(middle, TOTAL(CAPPED(b + whole))) : middle);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int n = item * WIDE; n < made; n += ITEMS * WIDE) {
    const int end = (n + window - 1) / WIDE * WIDE;
    const WORD own = ends[row][PLACE(n)];
    const WORD one = begins[row][PLACE(end)];
    const WORD other = begins[row][PLACE(LATE > 0 ? end + WIDE : end)];
    const VALUE between_one = BETWEEN(n / BLOCK, end);
    const VALUE between_other = BETWEEN(n / BLOCK, end + WIDE);
    PIXEL best[WIDE];
    PIXEL begin[2 * WIDE];
    CUT(own, best, 0);
    CUT(one, begin, 0);
    CUT(other, begin, WIDE);
    _Pragma("unroll") for (int i = 0; i < WIDE; ++i)
    {
      const VALUE between = i + LATE < WIDE ? between_one : between_other;
      best[i] = pixel_of(pick(value_of(best[i]), pick(between, value_of(begin[i + LATE]))));
    }
    WORD word;
    JOIN(word, best, 0);
    if (y < last && left + n < width) *(__global WORD*)(out + ((long)y * width + left + n)) = word;
  }
}
