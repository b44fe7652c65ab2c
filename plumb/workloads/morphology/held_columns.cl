// morphology/held_columns.cl - minima or maxima over long vertical windows, for GPUs.
//
//   for (x, y) in image:  out[x, y] = min or max over i in [0, window) of in[x, y + north + i]
//                                                                             <- erode_reference in reference.cpp
// Source      van Herk 1992; Gil and Werman 1993, with blocks as long as the window (held.clh)
// Work        a group goes down LANES columns block by block. An item holds PARTS * ITEM rows of a column; the rows of the next
//             part are on their way while the outputs of this one are made
// Traffic     per output: 1 PIXEL read, 1 written; no flops. The first window - 1 rows of a strip are read by the group
//             above as well
// Launch      2-D, groups of LANES x ITEMS; global 0 covers the width, group rows times `strip` the rows [first, last);
//             window at most PARTS * ITEMS * ITEM
// Parameters  PIXEL, PACKED, REAL, GREATEST: pixel.clh; ITEM, PARTS, CHUNK: held.clh; LANES; ITEMS: a multiple of CHUNK
// Two in turn: others may still read the totals of the part before.
#define TOTAL_AT(part, n) totals[(part) % 2][n][lane]
#define CHUNK_AT(part, n) chunks[(part) % 2][n][lane]

// The rows of a part into `next`, as far as an output needs them.
#define LOAD_PART(block, part)                                                                                     \
  {                                                                                                                \
    const int slot = (part) * SLOTS + item * ITEM;                                                                 \
    const int coming = (block) * window + slot;                                                                    \
    const int y = top + north + coming;                                                                            \
    const int there = window - slot < made + window - 1 - coming ? window - slot : made + window - 1 - coming;     \
    __global const PIXEL* from = column + (long)y * width;                                                         \
    if (y >= 0 && y + ITEM <= height && there >= ITEM) {                                                           \
      EACH_VALUE next[i] = from[(long)i * width];                                                                  \
    } else {                                                                                                       \
      EACH_VALUE next[i] = i < there && y + i >= 0 && y + i < height ? from[(long)i * width] : pixel_of(NEUTRAL);  \
    }                                                                                                              \
  }

__kernel __attribute__((reqd_work_group_size(LANES, ITEMS, 1))) void morphology_window_columns(
    __global const PIXEL* restrict in, __global PIXEL* restrict out,
                                        const int window, const int north, const int width, const int height,
                                        const int first, const int last, const int strip)
{
  __local PIXEL totals[2][ITEMS][LANES];
  __local PIXEL chunks[2][CHUNKS][LANES];
  const int lane = (int)get_local_id(0);
  const int item = (int)get_local_id(1);
  const int x = (int)get_global_id(0);
  const int top = first + (int)get_group_id(1) * strip;
  const int made = last - top < strip ? last - top : strip;
  const int blocks = (made + window - 1) / window;
  __global const PIXEL* column = in + (x < width ? x : width - 1);
  PIXEL held[PARTS][ITEM];
  PIXEL next[ITEM];
  PIXEL after[PARTS];
  PIXEL whole[PARTS];
  LOAD_PART(0, 0)
  for (int block = 0; block <= blocks; ++block) {
    VALUE sooner = NEUTRAL;  // of the parts before
    _Pragma("unroll") for (int part = 0; part < PARTS; ++part)
    {
      PIXEL fresh[ITEM];
      VALUE own = NEUTRAL;
      EACH_VALUE
      {
        fresh[i] = next[i];
        own = pick(own, value_of(fresh[i]));
      }
      LOAD_PART(part + 1 < PARTS ? block : block + 1, part + 1 < PARTS ? part + 1 : 0)
      VALUE some = NEUTRAL;
      FIND_BESIDE(part, own, some, after[part], whole[part])
      some = pick(some, sooner);
      sooner = pick(sooner, value_of(whole[part]));
      const int slot = part * SLOTS + item * ITEM;
      const int at = (block - 1) * window + slot;
      const int stored = window - slot < made - at ? window - slot : made - at;
      __global PIXEL* to = out + ((long)(top + at) * width + x);
      EACH_VALUE
      {
        if (block > 0 && i < stored && x < width)
          to[(long)i * width] = pixel_of(pick(value_of(held[part][i]), some));
        some = pick(some, value_of(fresh[i]));
        held[part][i] = fresh[i];
      }
    }
    if (block < blocks) HOLD_ENDS
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}
