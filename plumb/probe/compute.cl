// plumb/probe/compute.cl - chains of one operation: many side by side, or one alone.
//
//   for i in [0, steps):  x = operation(x)
//
// Source      paper 000, section 5.1: an access costs as much as 20 operations; roofline models
// Work        throughput: 32 chains per work-item, four to a vector; latency: one chain
// Traffic     4 (8) bytes written per work-item; the header of compute.cpp counts the operations
// Launch      1-D, any grid
// Parameters  REAL (float, double or uint), OPERATION (0 fma, 1 add, 2 mul, 3 div, 4 sqrt, 5 exp, 6 integer)
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
#else
#define STEP(x) x = x * m + c
#endif
#define STEP4(v) STEP(v.x); STEP(v.y); STEP(v.z); STEP(v.w)
#define START(v, k) v.x = first + (4 * k + 1) * c; v.y = first + (4 * k + 2) * c; v.z = first + (4 * k + 3) * c; v.w = first + (4 * k + 4) * c
#define JOIN(v) v.x + v.y + v.z + v.w

__kernel void probe_throughput(__global REAL* out, const REAL first, const REAL m, const REAL c, const ulong steps)
{
  REAL4 p, q, r, s, t, u, v, w;
  START(p, 0); START(q, 1); START(r, 2); START(s, 3);
  START(t, 4); START(u, 5); START(v, 6); START(w, 7);
  for (ulong i = 0; i < steps; ++i) {
    STEP4(p); STEP4(q); STEP4(r); STEP4(s);
    STEP4(t); STEP4(u); STEP4(v); STEP4(w);
  }
  const REAL sum = JOIN(p) + JOIN(q) + JOIN(r) + JOIN(s) + JOIN(t) + JOIN(u) + JOIN(v) + JOIN(w);
  out[get_global_id(0)] = m == c ? first : sum;  // m and c differ; every operation then uses both
}

__kernel void probe_chain(__global REAL* out, const REAL first, const REAL m, const REAL c, const ulong steps)
{
  REAL x = first;
  for (ulong i = 0; i < steps; ++i) {
    STEP(x); STEP(x); STEP(x); STEP(x);
    STEP(x); STEP(x); STEP(x); STEP(x);
    STEP(x); STEP(x); STEP(x); STEP(x);
    STEP(x); STEP(x); STEP(x); STEP(x);
  }
  out[get_global_id(0)] = m == c ? first : x;
}
