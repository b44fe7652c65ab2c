// morphology/window_columns.cl - minima or maxima over vertical windows of any length, for GPUs.
//
//   for (x, y) in image:  out[x, y] = min or max over i in [0, window) of in[x, y + north + i]
//                                                                             <- erode_reference in reference.cpp
// Source      van Herk 1992; Gil and Werman 1993: three comparisons per value for every window
// Work        a group has a tile of LANES columns and ITEMS * ITEM rows; an item has ITEM rows of a column. The tile's last
//             window - 1 rows are there for the windows of the others
// Traffic     per output: 1 PIXEL read, 1 written; no flops
// Launch      2-D, groups of LANES x ITEMS; group rows times (ITEMS * ITEM - window + 1) cover the rows [first, last)
// Parameters  PIXEL, PACKED, REAL, GREATEST: pixel.clh; BLOCK, ITEM: block.clh; LANES, ITEMS
#define BEGIN(i, v) begins[place + (i)][lane] = pixel_of(v)
#define BEGINNING(n) value_of(begins[(n) < ITEMS * ITEM ? (n) : ITEMS * ITEM - 1][lane])

__kernel void morphology_window_columns(__global const PIXEL* restrict in, __global PIXEL* restrict out,
                                        const int window, const int north, const int width, const int height,
                                        const int first, const int last)
{
  __local PIXEL begins[ITEMS * ITEM][LANES];
  const int lane = (int)get_local_id(0);
  const int x = (int)get_global_id(0);
  const int place = (int)get_local_id(1) * ITEM;
  const int made = ITEMS * ITEM - window + 1;
  const int top = first + (int)get_group_id(1) * made + place;
  VALUE value[ITEM];
  EACH_VALUE
  {
    const int y = top + north + i;
    const bool inside = x < width && y >= 0 && y < height;
    value[i] = inside ? value_of(in[(long)y * width + x]) : NEUTRAL;
  }
  SPLIT_BLOCKS(BEGIN)
  barrier(CLK_LOCAL_MEM_FENCE);
  JOIN_BLOCKS(BEGINNING)
  EACH_VALUE
  {
    if (place + i < made && top + i < last && x < width) out[(long)(top + i) * width + x] = pixel_of(value[i]);
  }
}
