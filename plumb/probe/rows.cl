// plumb/probe/rows.cl - loops along a row, as compilers make vectors of them; no vector is written down.
//
//   for x in [0, columns):  out[x] = operation applied STEPS times to in[x]             probe_row
//                           out[x] = in[x] + in[columns + x] + ... of ROWS rows         probe_row_sum
//
// Source      kernels for processors loop along the contiguous axis; compilers often choose narrower vectors for them
//             than the processor has
// Work        one work-item passes over its row `turns` times; every turn writes other values
// Traffic     probe_row: 2 REAL per STEPS steps; probe_row_sum: ROWS + 1 REAL per element; all in the first cache
// Launch      1-D, groups of one
// Parameters  REAL (float, double or uint), OPERATION (0 fma, 6 integer)
#ifdef cl_khr_fp64
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#endif
#define ROWS 8
#if OPERATION == 0
#define STEPS 16
#define STEP(v) v = v * m + c
#else  // four that a processor computes in one go; a product of whole numbers is several for some
#define STEPS 4
#define STEP(v) v = (v ^ m) + c, v ^= v >> 7u
#endif

// Operations and references of one element.
__kernel void probe_row_counts(__global uint* out)
{
  out[0] = STEPS;
  out[1] = ROWS + 1;
}

__kernel void probe_row(__global const REAL* restrict in, __global REAL* restrict out, const REAL first, const REAL c,
                        const uint columns, const ulong turns)
{
  __global const REAL* restrict from = in + get_global_id(0) * ROWS * columns;
  __global REAL* restrict to = out + get_global_id(0) * columns;
  for (ulong i = 0; i < turns; ++i) {
    const REAL m = first + (REAL)(i & 1u);
    for (uint x = 0; x < columns; ++x) {
      REAL v = from[x];
#pragma unroll
      for (int k = 0; k < STEPS; ++k) STEP(v);
      to[x] = v;
    }
  }
}

__kernel void probe_row_sum(__global const REAL* restrict in, __global REAL* restrict out, const REAL first,
                            const REAL c, const uint columns, const ulong turns)
{
  __global const REAL* restrict from = in + get_global_id(0) * ROWS * columns;
  __global REAL* restrict to = out + get_global_id(0) * columns;
  for (ulong i = 0; i < turns; ++i) {
    const REAL m = first + (REAL)(i & 1u);
    for (uint x = 0; x < columns; ++x) {
      REAL sum = m;
#pragma unroll
      for (int k = 0; k < ROWS; ++k) sum += from[k * columns + x];
      to[x] = sum + c;
    }
  }
}
