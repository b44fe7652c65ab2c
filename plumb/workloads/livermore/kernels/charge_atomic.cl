// livermore/kernels/charge_atomic.cl - kernel 14: charge added by atomics, in whatever order they come.
//
//   RH[IR] += 1 - RX;  RH[IR+1] += RX
//
// Source      Livermore Fortran Kernels mf528, kernel 14, third loop
// Work        an item takes `chunk` particles; an addition is repeated until no other came between
// Traffic     1 REAL and 1 integer read, two atomics per particle
// Launch      1-D, n / chunk items; needs 64-bit atomics where REAL is double
// Parameters  REAL: float or double; WORDS: 32-bit words of REAL
#pragma OPENCL FP_CONTRACT OFF
#if WORDS == 2
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
#define WORD ulong
#define AS_WORD as_ulong
#define AS_REAL as_double
#define EXCHANGE atom_cmpxchg
#define ADD_NOTHING(p) atom_cmpxchg(p, (WORD)0, (WORD)0)
#else
#define WORD uint
#define AS_WORD as_uint
#define AS_REAL as_float
#define EXCHANGE atomic_cmpxchg
#define ADD_NOTHING(p) atomic_cmpxchg(p, (WORD)0, (WORD)0)
#endif
#define ADD(cell, value)                                                        \
  {                                                                             \
    WORD seen = ADD_NOTHING(&rh[cell]);                                         \
    WORD before;                                                                \
    do {                                                                        \
      before = seen;                                                            \
      seen = EXCHANGE(&rh[cell], before, AS_WORD((REAL)(AS_REAL(before) + value))); \
    } while (seen != before);                                                   \
  }

__kernel void livermore_charge_atomic(volatile __global WORD* rh, __global const REAL* restrict rx,
                                      __global const int* restrict ir, const ulong n,
                                      const ulong chunk)
{
  const ulong first = get_global_id(0) * chunk;
  const ulong end = first + chunk < n ? first + chunk : n;
  for (ulong k = first; k < end; ++k) {
    ADD(ir[k] - 1, (REAL)1 - rx[k])
    ADD(ir[k], rx[k])
  }
}
