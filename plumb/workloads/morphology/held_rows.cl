// morphology/held_rows.cl - minima or maxima over long horizontal windows, for GPUs.
//
//   for (x, y) in image:  out[x, y] = min or max over i in [0, window) of in[x + west + i, y]
//                                                                             <- erode_reference in reference.cpp
// Source      van Herk 1992; Gil and Werman 1993, with blocks as long as the window (held.clh)
// Work        a group goes along LINES rows block by block. An item holds PARTS * ITEM pixels of a row. Neighbouring items load
//             and store neighbouring pixels, and local memory brings each item its own; the pixels of the next part are
//             on their way while the outputs of this one are made
// Traffic     per output: 1 PIXEL read, 1 written; no flops. The first window - 1 pixels of a strip are read by the group
//             before as well
// Launch      2-D, groups of ITEMS x LINES; groups along 0 times `strip` cover the width, global 1 the rows [first, last);
//             window at most PARTS * ITEMS * ITEM
// Parameters  PIXEL, PACKED, REAL, GREATEST: pixel.clh; ITEM, PARTS, CHUNK: held.clh; LINES; ITEMS: a multiple of CHUNK.
//             An odd ITEM keeps items apart in the banks of local memory
#define TOTAL_AT(part, n) totals[row][n]
#define CHUNK_AT(part, n) chunks[row][n]

// What this item loads of a part into `next`, as far as an output needs it: places [begin, end) of the part.
#define LOAD_PART(block, part)                                                                    \
  {                                                                                               \
    const int coming = (block) * window + (part) * SLOTS;                                         \
    const int x = left + west + coming;                                                           \
    const int inside = window - (part) * SLOTS < width - x ? window - (part) * SLOTS : width - x; \
    const int needed = made + window - 1 - coming;                                                \
    const int end = y < last ? (inside < needed ? inside : needed) : 0;                           \
    __global const PIXEL* from = in + (line + x + item);                                          \
    EACH_VALUE                                                                                    \
    {                                                                                             \
      const int n = i * ITEMS + item;                                                             \
      next[i] = n >= -x && n < end ? from[i * ITEMS] : pixel_of(NEUTRAL);                         \
    }                                                                                             \
  }

__kernel __attribute__((reqd_work_group_size(ITEMS, LINES, 1))) void morphology_window_rows(
    __global const PIXEL* restrict in, __global PIXEL* restrict out,
                                     const int window, const int west, const int width, const int height,
                                     const int first, const int last, const int strip)
{
  __local PIXEL pixels[LINES][SLOTS];
  __local PIXEL totals[LINES][ITEMS];
  __local PIXEL chunks[LINES][CHUNKS];
  const int item = (int)get_local_id(0);
  const int row = (int)get_local_id(1);
  const int left = (int)get_group_id(0) * strip;
  const int made = width - left < strip ? width - left : strip;
  const int blocks = (made + window - 1) / window;
  const int y = first + (int)get_global_id(1);
  const long line = (long)y * width;
  (void)height;  // windows of columns need it
  PIXEL held[PARTS][ITEM];
  PIXEL next[ITEM];
  PIXEL after[PARTS];
  PIXEL whole[PARTS];
  LOAD_PART(0, 0)
  for (int block = 0; block <= blocks; ++block) {
    VALUE sooner = NEUTRAL;  // of the parts before
    _Pragma("unroll") for (int part = 0; part < PARTS; ++part)
    {
      EACH_VALUE pixels[row][i * ITEMS + item] = next[i];
      LOAD_PART(part + 1 < PARTS ? block : block + 1, part + 1 < PARTS ? part + 1 : 0)
      barrier(CLK_LOCAL_MEM_FENCE);
      PIXEL fresh[ITEM];
      VALUE own = NEUTRAL;
      EACH_VALUE
      {
        fresh[i] = pixels[row][item * ITEM + i];
        own = pick(own, value_of(fresh[i]));
      }
      VALUE some = NEUTRAL;
      FIND_BESIDE(part, own, some, after[part], whole[part])
      some = pick(some, sooner);
      sooner = pick(sooner, value_of(whole[part]));
      EACH_VALUE
      {
        if (block > 0) pixels[row][item * ITEM + i] = pixel_of(pick(value_of(held[part][i]), some));
        some = pick(some, value_of(fresh[i]));
        held[part][i] = fresh[i];
      }
      barrier(CLK_LOCAL_MEM_FENCE);
      const int at = (block - 1) * window + part * SLOTS;
      const int stored = window - part * SLOTS < made - at ? window - part * SLOTS : made - at;
      const int end = block > 0 && y < last ? stored : 0;
      __global PIXEL* to = out + (line + left + at + item);
      EACH_VALUE if (i * ITEMS + item < end) to[i * ITEMS] = pixels[row][i * ITEMS + item];
      barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (block < blocks) HOLD_ENDS
  }
}
