// livermore/kernels/iccg.cl - kernel 2: passes of half the length each, without dependence inside a pass.
//
//   X[hi+1+t] = X[k] - V[k]*X[k-1] - V[k+1]*X[k+1], k = lo + 2t, t = 1..(hi-lo)/2;  then halve
//
// Source      Livermore Fortran Kernels mf528, kernel 2; thesis 003, section 4 (coordinates of step 2)
// Work        pass: an item takes `chunk` values of t; tail: one group runs all short passes
// Traffic     5 REAL per value: two new X, two V, one result
// Launch      1-D; pass: at least (hi-lo)/2 / chunk items; tail: one group
// Parameters  REAL: float or double; GROUP
#pragma OPENCL FP_CONTRACT OFF
#define VALUE(k) x[k] - v[k] * x[(k)-1] - v[(k) + 1] * x[(k) + 1]

// Elements count from 0: t = 1 writes X[hi+2], which is x[hi+1].
__kernel void livermore_iccg_pass(__global REAL* x, __global const REAL* restrict v, const ulong lo,
                                  const ulong hi, const ulong chunk)
{
  const ulong first = get_global_id(0) * chunk;
  const ulong half_length = (hi - lo) / 2;
  const ulong end = first + chunk < half_length ? first + chunk : half_length;
  for (ulong t = first; t < end; ++t) x[hi + 1 + t] = VALUE(lo + 2 * t + 1);
}

__kernel void livermore_iccg_tail(__global REAL* x, __global const REAL* restrict v, const ulong from,
                                  const ulong length)
{
  ulong hi = from;
  ulong ii = length;
  do {
    const ulong lo = hi;
    hi = hi + ii;
    ii = ii / 2;
    for (ulong t = get_local_id(0); t < (hi - lo) / 2; t += GROUP)
      x[hi + 1 + t] = VALUE(lo + 2 * t + 1);
    barrier(CLK_GLOBAL_MEM_FENCE);
  } while (ii > 1);
}
