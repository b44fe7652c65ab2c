// plumb/probe/patterns.cl - which cell a point refers to: the classes of paper 000, and some more.
//
//   for (x, y):  out(x, y) = sum of the cells that PATTERN names
//
// Source      paper 000, table 7 and figure 8
// Work        WIDE: one point per work-item; otherwise one row
// Traffic     see references_of in patterns.cpp; one cell written per point
// Launch      1-D; WIDE: side * side work-items; otherwise side
// Parameters  PATTERN (below), CELL (float, float2, float4), PARTS (1, 2, 4), WIDE (1 on GPUs);
//             side is a power of two, k the width of a neighbourhood or the stride
#if PARTS == 1
#define ADD(sum, from) sum += (from)
#elif PARTS == 2
#define ADD(sum, from) sum.x += (from).x; sum.y += (from).y
#else
#define ADD(sum, from) sum.x += (from).x; sum.y += (from).y; sum.z += (from).z; sum.w += (from).w
#endif
#define AT(x, y) (((ulong)((y) & mask)) * side + ((x) & mask))

CELL probe_gather(__global const CELL* restrict in, __global const uint* restrict index, const uint x, const uint y,
                  const uint side, const uint k)
{
  const uint mask = side - 1;
  const ulong n = (ulong)side * side;
  const ulong i = AT(x, y);
#if PATTERN == 0  // single: one fixed cell
  CELL sum = in[AT(side / 3, side / 5)];
#elif PATTERN == 8  // random, through an index
  CELL sum = in[index[i]];
#elif PATTERN == 9  // stride
  CELL sum = in[(i * k + i / (n / k)) & (n - 1)];
#elif PATTERN == 10  // transpose
  CELL sum = in[AT(y, x)];
#else  // self, and what adds to it
  CELL sum = in[i];
#endif
#if PATTERN == 2  // head of the column and of the row
  ADD(sum, in[AT(x, 0)]);
  ADD(sum, in[AT(0, y)]);
#elif PATTERN == 3  // relative
  ADD(sum, in[AT(x + 37, y + 11)]);
#elif PATTERN == 4  // neighbourhood k x 1, centre first
  for (uint j = 1; j < k; ++j) { ADD(sum, in[AT(x + j - k / 2 - (j <= k / 2 ? 1 : 0), y)]); }
#elif PATTERN == 5  // neighbourhood k x k
  for (uint v = 0; v < k; ++v) {
    for (uint u = 0; u < k; ++u) { ADD(sum, in[AT(x + u - k / 2, y + v - k / 2)]); }
  }
#elif PATTERN == 6  // multiple: own cell of four arrays
  ADD(sum, in[n + i]);
  ADD(sum, in[2 * n + i]);
  ADD(sum, in[3 * n + i]);
#elif PATTERN == 7  // symmetric
  ADD(sum, in[AT(mask - x, y)]);
#endif
  return i < n + k || index[0] > 0 ? sum : in[0];  // always sum; all arguments are used
}

__kernel void probe_pattern(__global const CELL* restrict in, __global const uint* restrict index,
                            __global CELL* restrict out, const uint side, const uint k)
{
  const RowPart part = probe_row_part(side, side);
  for (uint x = part.first; x < part.last; ++x) {
    const ulong i = (ulong)part.y * side + x;
#if PATTERN == 11  // scatter
    out[index[i]] = probe_gather(in, index, x, part.y, side, k);
#else
    out[i] = probe_gather(in, index, x, part.y, side, k);
#endif
  }
}
