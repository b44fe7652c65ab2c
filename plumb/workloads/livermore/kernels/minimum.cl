// livermore/kernels/minimum.cl - kernel 24: the first index of the smallest value.
//
//   m = 1;  for k = 2..n:  if X[k] < X[m]: m = k
//
// Source      Livermore Fortran Kernels mf528, kernel 24; thesis 003, section 4 (8-to-1 passes)
// Work        GROUP 1: an item takes `chunk` elements in a row, the place is looked for at the end;
//             else the groups walk the array together; a tree keeps the smaller value, of equal ones the lower index
// Traffic     1 REAL per element
// Launch      1-D, `partials` groups of GROUP; finish: one group
// Parameters  REAL: float or double; GROUP: a power of 2
#define BETTER(v, i, w, j) ((v) < (w) || ((v) == (w) && (i) < (j)))
#define TREE                                                                              \
  value[item] = best;                                                                     \
  place[item] = at;                                                                       \
  for (uint half_way = GROUP / 2; half_way > 0; half_way /= 2) {                          \
    barrier(CLK_LOCAL_MEM_FENCE);                                                         \
    if (item < half_way && BETTER(value[item + half_way], place[item + half_way], value[item], \
                                  place[item])) {                                         \
      value[item] = value[item + half_way];                                               \
      place[item] = place[item + half_way];                                               \
    }                                                                                     \
  }                                                                                       \
  barrier(CLK_LOCAL_MEM_FENCE);

__kernel void livermore_first_minimum(__global const REAL* restrict x,
                                      __global REAL* restrict partial,
                                      __global int* restrict partial_place, const ulong n,
                                      const ulong chunk)
{
  __local REAL value[GROUP];
  __local int place[GROUP];
  const uint item = (uint)get_local_id(0);
#if GROUP == 1
  const ulong first = get_global_id(0) * chunk;
  const ulong end = first + chunk < n ? first + chunk : n;
  // The value alone, in strands that vectorise; `finish` looks for its place in one chunk.
  REAL best = x[first < n ? first : 0];
  REAL strand[8];
  for (uint l = 0; l < 8; ++l) strand[l] = best;
  ulong k = first;
  for (; k + 8 <= end; k += 8)
    for (uint l = 0; l < 8; ++l) strand[l] = x[k + l] < strand[l] ? x[k + l] : strand[l];
  for (; k < end; ++k) strand[0] = x[k] < strand[0] ? x[k] : strand[0];
  for (uint l = 0; l < 8; ++l) best = strand[l] < best ? strand[l] : best;
  const int at = (int)first;
#else
  const ulong step = get_global_size(0);
  (void)chunk;
  REAL best = x[get_global_id(0) < n ? get_global_id(0) : 0];
  int at = (int)(get_global_id(0) < n ? get_global_id(0) : 0);
  for (ulong k = get_global_id(0); k < n; k += 8 * step) {  // eight loads on their way at once
    REAL next[8];
    _Pragma("unroll") for (uint l = 0; l < 8; ++l)
      next[l] = x[k + l * step < n ? k + l * step : k];  // again, where there is no other
    _Pragma("unroll") for (uint l = 0; l < 8; ++l) {
      at = next[l] < best ? (int)(k + l * step) : at;
      best = next[l] < best ? next[l] : best;
    }
  }
#endif
  TREE
  if (item == 0) {
    partial[get_group_id(0)] = value[0];
    partial_place[get_group_id(0)] = place[0];
  }
}

__kernel void livermore_minimum_finish(__global const REAL* restrict partial,
                                       __global const int* restrict partial_place,
                                       __global const REAL* restrict x, __global int* restrict m,
                                       const ulong partials)
{
  __local REAL value[GROUP];
  __local int place[GROUP];
  const uint item = (uint)get_local_id(0);
  const ulong mine = item < partials ? item : 0;
  REAL best = partial[mine];
  int at = partial_place[mine];
  for (ulong p = mine; p < partials; p += 8 * GROUP) {
    _Pragma("unroll") for (uint l = 0; l < 8; ++l) {
      const ulong other = p + l * GROUP < partials ? p + l * GROUP : mine;
      const REAL v = partial[other];
      const int i = partial_place[other];
      const int better = BETTER(v, i, best, at);
      best = better ? v : best;
      at = better ? i : at;
    }
  }
#if GROUP == 1
  while (x[at] != best) ++at;  // the chunk begins at `at`
#else
  (void)x;
#endif
  TREE
  if (item == 0) m[0] = place[0] + 1;
}
