// morphology/window_rows.cl - minima or maxima over horizontal windows of any length, for GPUs.
//
//   for (x, y) in image:  out[x, y] = min or max over i in [0, window) of in[x + west + i, y]
//                                                                             <- erode_reference in reference.cpp
// Source      van Herk 1992; Gil and Werman 1993: three comparisons per value for every window
// Work        a group has LINES lines of ITEMS * ITEM pixels; an item has ITEM neighbours of a line. Lines come and go through
//             local memory, so that neighbouring items read and write neighbouring pixels; a gap after every ITEM of
//             them keeps the items apart in its banks
// Traffic     per output: 1 PIXEL read, 1 written; no flops
// Launch      2-D, groups of ITEMS x LINES; groups along 0 times (ITEMS * ITEM - window + 1) cover the width, global 1
//             the rows [first, last)
// Parameters  PIXEL, PACKED, REAL, GREATEST: pixel.clh; BLOCK, ITEM: block.clh; ITEMS, LINES
#define PLACE(n) ((n) + (n) / ITEM)
#define BEGIN(i, v) line[row][PLACE(place + (i))] = pixel_of(v)
#define BEGINNING(n) value_of(line[row][PLACE((n) < ITEMS * ITEM ? (n) : ITEMS * ITEM - 1)])

__kernel void morphology_window_rows(__global const PIXEL* restrict in, __global PIXEL* restrict out,
                                     const int window, const int west, const int width, const int height,
                                     const int first, const int last)
{
  __local PIXEL line[LINES][ITEMS * (ITEM + 1)];
  const int item = (int)get_local_id(0);
  const int row = (int)get_local_id(1);
  const int place = item * ITEM;
  const int made = ITEMS * ITEM - window + 1;
  const int left = (int)get_group_id(0) * made;
  const int y = first + (int)get_global_id(1);
  (void)height;  // windows of columns need it
  __global const PIXEL* from = in + ((long)y * width + left + west);
  EACH_VALUE
  {
    const int n = i * ITEMS + item;
    const int x = left + west + n;
    line[row][PLACE(n)] = y < last && x >= 0 && x < width ? from[n] : pixel_of(NEUTRAL);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  VALUE value[ITEM];
  EACH_VALUE value[i] = value_of(line[row][PLACE(place + i)]);
  SPLIT_BLOCKS(BEGIN)
  barrier(CLK_LOCAL_MEM_FENCE);
  JOIN_BLOCKS(BEGINNING)
  barrier(CLK_LOCAL_MEM_FENCE);
  EACH_VALUE line[row][PLACE(place + i)] = pixel_of(value[i]);
  barrier(CLK_LOCAL_MEM_FENCE);
  EACH_VALUE
  {
    const int n = i * ITEMS + item;
    if (n < made && y < last && left + n < width) out[(long)y * width + left + n] = line[row][PLACE(n)];
  }
}
