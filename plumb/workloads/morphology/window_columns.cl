// morphology/window_columns.cl - minima or maxima over vertical windows, for GPUs.
//
//   for (x, y) in image:  out[x, y] = min or max over i in [0, window) of in[x, y + north + i]
//                                                                             <- erode_reference in reference.cpp
// Source      van Herk 1992; Gil and Werman 1993: three comparisons per value for every window
// Work        a group goes down LANES columns in steps of TILE = ITEMS * ITEM rows, of which an item has ITEM of a column. It
//             keeps the ends of their blocks until the beginnings of the next step lie in local memory beside those of
//             this one; the rows after those are on their way meanwhile. Only the last step reads rows that another
//             group reads too
// Traffic     per output: 1 PIXEL read, 1 written; no flops
// Launch      2-D, groups of LANES x ITEMS; global 0 covers the width, group rows times `strip` the rows [first, last);
//             window at most TILE + 1
// Parameters  PIXEL, PACKED, REAL, GREATEST: pixel.clh; BLOCK, ITEM: block.clh; LANES; ITEMS: a power of two; REST: what is
//             left of window - 1 by BLOCK
#define BEGIN(i, v) begins[(step * TILE + place + (i)) % (2 * TILE)][lane] = pixel_of(v)
#define BEGINNING(n) value_of(begins[n][lane])
#define TOTAL(b) BEGINNING((before + block + (b) * BLOCK) % (2 * TILE) + BLOCK - 1)

// The rows of a step into `next`, as far as an output needs them.
#define LOAD_STEP(step)                                                                                        \
  {                                                                                                            \
    const int coming = (step) * TILE + place;                                                                  \
    const int y = top + north + coming;                                                                        \
    __global const PIXEL* from = column + (long)y * width;                                                     \
    if (coming < made + window - 1) {                                                                          \
      if (y >= 0 && y + ITEM <= height) {                                                                      \
        EACH_VALUE next[i] = from[(long)i * width];                                                            \
      } else {                                                                                                 \
        EACH_VALUE next[i] = y + i >= 0 && y + i < height ? from[(long)i * width] : pixel_of(NEUTRAL);         \
      }                                                                                                        \
    }                                                                                                          \
  }

__kernel void morphology_window_columns(__global const PIXEL* restrict in, __global PIXEL* restrict out,
                                        const int window, const int north, const int width, const int height,
                                        const int first, const int last, const int strip)
{
  __local PIXEL begins[2 * TILE][LANES];
  const int lane = (int)get_local_id(0);
  const int x = (int)get_global_id(0);
  const int place = (int)get_local_id(1) * ITEM;
  const int top = first + (int)get_group_id(1) * strip;
  const int made = last - top < strip ? last - top : strip;
  const int steps = (made + TILE - 1) / TILE;
  const int whole = (window - 1) / BLOCK;
  __global const PIXEL* column = in + (x < width ? x : width - 1);
  PIXEL next[ITEM];
  PIXEL ends[ITEM];
  EACH_VALUE next[i] = ends[i] = pixel_of(NEUTRAL);
  LOAD_STEP(0)
  for (int step = 0; step <= steps; ++step) {
    VALUE value[ITEM];
    EACH_VALUE value[i] = value_of(next[i]);
    SPLIT_BLOCKS(BEGIN)
    PIXEL fresh[ITEM];
    EACH_VALUE fresh[i] = pixel_of(value[i]);
    barrier(CLK_LOCAL_MEM_FENCE);
    LOAD_STEP(step + 1)
    const int before = (step - 1) * TILE + place;
    __global PIXEL* to = out + ((long)(top + before) * width + x);
    _Pragma("unroll") for (int block = 0; block < ITEM; block += BLOCK) if (step > 0)
    {
      VALUE middle = NEUTRAL;
      for (int b = 1; b < whole; ++b) middle = pick(middle, TOTAL(b));
      const VALUE longer = whole > 0 ? pick(middle, TOTAL(whole)) : middle;
      const int one = (before + block + whole * BLOCK) % (2 * TILE);
      const int other = (one + BLOCK) % (2 * TILE);
      _Pragma("unroll") for (int i = 0; i < BLOCK; ++i)
      {
        const VALUE begin = BEGINNING(i + REST < BLOCK ? one + i + REST : other + i + REST - BLOCK);
        const VALUE best = pick(value_of(ends[block + i]), pick(i + REST < BLOCK ? middle : longer, begin));
        if (before + block + i < made && x < width) to[(long)(block + i) * width] = pixel_of(best);
      }
    }
    EACH_VALUE ends[i] = fresh[i];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}
