// himeno/loop.cl - one sweep for CPUs: an item takes a plane, or a row, and loops along it.
//
//   for every inner point: next = p + omega * ss; gosa += ss * ss      <- sweep_reference
//
// Source      paper 001, section 4 (Himeno); the forms for CPUs are ours
// Work        an item takes some rows of one plane. The loop along the row has no branch and no
//             early return
// Traffic     per point: 13 REAL read, 1 written; 34 flops
// Launch      2-D: items per plane, planes - 2; groups of 1
// Parameters  (rows.clh stands in front) REAL, BASE; LANES: a cache line of REAL; AHEAD: elements
//             fetched ahead

__kernel void himeno_loop(__global const REAL* restrict p, __global REAL* restrict next,
                          __global const REAL* restrict coefficients, __global double* restrict partial,
                          const ulong slot, const REAL omega, const int planes, const int rows,
                          const int columns, const long row, const long plane, const long c_array,
                          const long c_plane, const ulong partials) {
  const int items = (int)get_global_size(0);
  const int item_rows = (rows - 2 + items - 1) / items;
  const int first = (int)get_global_id(0) * item_rows + 1;
  const size_t i = get_global_id(1) + 1;
  const int last = i < (size_t)planes - 1 ? rows - 1 : first;  // nothing beyond the last plane
  const int end = first + item_rows < last ? first + item_rows : last;
  double sum = 0;
  for (int j = first; j < end; ++j) {
    __global const REAL* restrict here = p + BASE + i * plane + (size_t)j * row;
    __global const REAL* restrict up = here + plane;
    __global const REAL* restrict down = here - plane;
    __global const REAL* restrict c = coefficients + BASE + i * c_plane + (size_t)j * row;
    __global REAL* restrict to = next + BASE + i * plane + (size_t)j * row;
    RELAX_ROW(sum, 1)
  }
  partial[slot * partials + get_global_id(1) * get_global_size(0) + get_global_id(0)] = sum;
}
