// livermore/kernels/reductions.cl - kernels 3, 4 and 24: all iterations into one value, in a fixed order.
//
//   3 inner_product  Q = sum of Z[k]*X[k]
//   4 banded         XZ[k-1] = Y[5]*(XZ[k-1] - sum of XZ[lw]*Y[j], j = 5, 10, ..), three windows
//   24 first_minimum the first k with the smallest X[k]
//
// Source      Livermore Fortran Kernels mf528; thesis 003, section 4 (3, 24: m-to-1 passes)
// Work        GROUP 1: an item sums `chunk` elements in LANES strands; else the groups walk the array
//             together, so that neighbours read neighbours; then a tree, then one group for the rest
// Traffic     in REAL: 3 inner_product 2, 24 first_minimum 1 per element; 4 banded 3 and a
//             sector per product of the three windows
// Launch      1-D, `partials` groups of GROUP; finish: one group (banded: 2-D, three)
// Parameters  REAL: float or double; GROUP: a power of 2
#pragma OPENCL FP_CONTRACT OFF
#define LANES 16
#define STRANDS 4
#if GROUP == 1
#define ADD_ALL(count, TERM)                                                  \
  REAL strand[LANES];                                                         \
  for (uint l = 0; l < LANES; ++l) strand[l] = 0;                             \
  const ulong first = get_global_id(0) * chunk;                               \
  const ulong end = first + chunk < count ? first + chunk : count;            \
  ulong k = first;                                                            \
  for (; k + LANES <= end; k += LANES)                                        \
    for (uint l = 0; l < LANES; ++l) strand[l] = strand[l] + TERM(k + l);     \
  for (; k < end; ++k) strand[k % LANES] = strand[k % LANES] + TERM(k);       \
  for (uint l = 0; l < LANES; ++l) sum = sum + strand[l];
#else
#define ADD_ALL(count, TERM)                                                  \
  const ulong step = get_global_size(0);                                      \
  (void)chunk;                                                                \
  REAL other = 0, third = 0, fourth = 0;                                      \
  ulong k = get_global_id(0);                                                 \
  for (; k + 3 * step < count; k += 4 * step) {                               \
    sum = sum + TERM(k);                                                      \
    other = other + TERM(k + step);                                           \
    third = third + TERM(k + 2 * step);                                       \
    fourth = fourth + TERM(k + 3 * step);                                     \
  }                                                                           \
  for (; k < count; k += step) sum = sum + TERM(k);                           \
  sum = (sum + other) + (third + fourth);
#endif
#define TREE(value)                                                           \
  tree[item] = value;                                                         \
  for (uint half_way = GROUP / 2; half_way > 0; half_way /= 2) {              \
    barrier(CLK_LOCAL_MEM_FENCE);                                             \
    if (item < half_way) tree[item] = tree[item] + tree[item + half_way];     \
  }                                                                           \
  barrier(CLK_LOCAL_MEM_FENCE);

#define PRODUCT(k) z[k] * x[k]
__kernel void livermore_inner_product(__global const REAL* restrict z,
                                      __global const REAL* restrict x,
                                      __global REAL* restrict partial, const ulong n,
                                      const ulong chunk)
{
  __local REAL tree[GROUP];
  const uint item = (uint)get_local_id(0);
  REAL sum = 0;
  ADD_ALL(n, PRODUCT)
  TREE(sum)
  if (item == 0) partial[get_group_id(0)] = tree[0];
}

// The three windows use the same Y: each of its sectors, of which one element is wanted, comes once.
__kernel void livermore_banded(__global const REAL* restrict xz, __global const REAL* restrict y,
                               __global REAL* restrict partial, const ulong distance,
                               const ulong products, const ulong chunk)
{
  __local REAL tree[GROUP];
  const uint item = (uint)get_local_id(0);
  REAL sum[3 * STRANDS];
  _Pragma("unroll") for (uint s = 0; s < 3 * STRANDS; ++s) sum[s] = 0;
#if GROUP == 1
  const ulong first = get_global_id(0) * chunk;
  const ulong end = first + chunk < products ? first + chunk : products;
  ulong k = first;
  for (; k + STRANDS <= end; k += STRANDS)
    _Pragma("unroll") for (uint s = 0; s < 3 * STRANDS; ++s)
      sum[s] = sum[s] + xz[s / STRANDS * distance + k + s % STRANDS] * y[4 + 5 * (k + s % STRANDS)];
  for (; k < end; ++k)
    for (uint w = 0; w < 3; ++w)
      sum[w * STRANDS] = sum[w * STRANDS] + xz[w * distance + k] * y[4 + 5 * k];
#else
  const ulong step = get_global_size(0);
  (void)chunk;
  for (ulong k = get_global_id(0); k < products; k += STRANDS * step)
    _Pragma("unroll") for (uint s = 0; s < 3 * STRANDS; ++s) {
      const ulong at = k + s % STRANDS * step;  // behind the end: the first, left out
      const ulong inside = at < products ? at : 0;
      const REAL product = xz[s / STRANDS * distance + inside] * y[4 + 5 * inside];
      sum[s] = sum[s] + (at < products ? product : (REAL)0);
    }
#endif
  for (uint w = 0; w < 3; ++w) {
    REAL window = 0;
    for (uint s = 0; s < STRANDS; ++s) window = window + sum[w * STRANDS + s];
    TREE(window)
    if (item == 0) partial[w * get_num_groups(0) + get_group_id(0)] = tree[0];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}

// Kernel 3 stores the sum; kernel 4 (distance not 0) solves for its three elements.
__kernel void livermore_sum_finish(__global const REAL* restrict partial, __global REAL* out,
                                   __global const REAL* restrict y, const ulong distance,
                                   const ulong partials)
{
  __local REAL tree[GROUP];
  const uint item = (uint)get_local_id(0);
  const ulong window = get_global_id(1);
  REAL sum = 0;
  for (ulong p = item; p < partials; p += GROUP) sum = sum + partial[window * partials + p];
  TREE(sum)
  const ulong at = distance == 0 ? 0 : 5 + window * distance;
  if (item == 0) out[at] = distance == 0 ? tree[0] : y[4] * (out[at] - tree[0]);
}
