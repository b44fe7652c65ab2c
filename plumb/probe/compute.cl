// plumb/probe/compute.cl - chains of one operation: many side by side, or one alone.
//
//   for i in [0, steps):  x = operation(x)
//
// Source      paper 000, section 5.1: an access costs as much as 20 operations; roofline models
// Work        throughput: as many operations per step as probe_operations gives; latency: one chain
// Traffic     one number (CPU: vector, but for functions) written per work-item; compute.cpp counts the operations
// Launch      1-D, any grid
// Parameters  CPU (0, 1), REAL (float, double or uint), REAL_BYTES, OPERATION (0 fma, 1 add, 2 mul, 3 div, 4 sqrt, 5 exp, 6 integer,
//             7 log, 8 sin, 9 pow)
#if OPERATION == 0
#define STEP(x) x = x * m + c  // contracted; fma() itself is a slow call on some CPUs
#elif OPERATION == 1
#define STEP(x) x = x + m
#elif OPERATION == 2
#define STEP(x) x = x * m
#elif OPERATION == 3
#define STEP(x) x = m / x
#elif OPERATION == 4
#define STEP(x) x = sqrt(x + m)
#elif OPERATION == 5
#define STEP(x) x = exp(-x)
#elif OPERATION == 7
#define STEP(x) x = log(x + m)
#elif OPERATION == 8
#define STEP(x) x = sin(x + m)
#elif OPERATION == 9  // towards a number that it leaves as it is
#define STEP(x) x = pow(x + m, c + (REAL)0.75)
#else  // as the machine code of loops over neighbours: a multiply-add to four of those that GPUs compute beside it
#define STEP(x) x = x * m + c, x ^= x >> 15u, x ^= x >> 7u
#endif
// Of its own for every work-item of a group: what all of them computed alike, a GPU may compute once.
#define OWN (first + (REAL)get_local_id(0) * c)
#if CPU && (OPERATION < 5 || OPERATION == 6)  // vectors as wide as its registers, half as many as it has
#if defined(__AVX512F__)
#define VECTOR_BYTES 64
#define VECTORS 16
#elif defined(__AVX__)
#define VECTOR_BYTES 32
#define VECTORS 8
#else
#define VECTOR_BYTES 16
#define VECTORS 16
#endif
#if VECTOR_BYTES / REAL_BYTES == 16
#define VECTOR(real) real##16
#define NUMBERS 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
#elif VECTOR_BYTES / REAL_BYTES == 8
#define VECTOR(real) real##8
#define NUMBERS 0, 1, 2, 3, 4, 5, 6, 7
#elif VECTOR_BYTES / REAL_BYTES == 4
#define VECTOR(real) real##4
#define NUMBERS 0, 1, 2, 3
#else
#define VECTOR(real) real##2
#define NUMBERS 0, 1
#endif
#define VECTOR_OF(real) VECTOR(real)
typedef VECTOR_OF(REAL) Chain;
#define LANES (VECTOR_BYTES / REAL_BYTES)
#define TURNS 4
#define START(k) (OWN + ((Chain)(NUMBERS) + (REAL)(k)) * c)
#define KEPT ((__global Chain*)out)
#if OPERATION == 0  // added to, as Arm's instruction does: with x * m + c each would wait for a copy of c
#define STEP_CHAIN(x) x = y * m + x
#else
#define STEP_CHAIN(x) STEP(x)
#endif
#else  // one number at a time, as a work-item of a processor calls the library
typedef REAL Chain;
#define VECTORS 32
#define LANES 1
#define TURNS 1
#define START(k) (OWN + (k) * c)
#define KEPT out
#define STEP_CHAIN(x) STEP(x)
#endif

// Operations of one step of one work-item.
__kernel void probe_operations(__global uint* out) { out[0] = VECTORS * LANES * TURNS; }

__kernel void probe_throughput(__global REAL* out, const REAL first, const REAL m, const REAL c, const ulong steps)
{
  Chain x[VECTORS];
  Chain y = START(0);
#pragma unroll
  for (int k = 0; k < VECTORS; ++k) x[k] = START(k + 1);
  for (ulong i = 0; i < steps; ++i) {
#pragma unroll
    for (int turn = 0; turn < TURNS; ++turn) {
#pragma unroll
      for (int k = 0; k < VECTORS; ++k) STEP_CHAIN(x[k]);
    }
#if CPU
    y = c - y;  // or the products were constants
#endif
  }
#pragma unroll
  for (int k = 0; k < VECTORS; ++k) y += x[k];
  if (m == c) out[0] = first;  // they differ; every operation then uses both
  else KEPT[get_global_id(0)] = y;
}

__kernel void probe_chain(__global REAL* out, const REAL first, const REAL m, const REAL c, const ulong steps)
{
  REAL x = OWN;
  for (ulong i = 0; i < steps; ++i) {
    STEP(x); STEP(x); STEP(x); STEP(x);
    STEP(x); STEP(x); STEP(x); STEP(x);
    STEP(x); STEP(x); STEP(x); STEP(x);
    STEP(x); STEP(x); STEP(x); STEP(x);
  }
  out[get_global_id(0)] = m == c ? first : x;
}
