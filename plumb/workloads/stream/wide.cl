// stream/wide.cl - the five STREAM operations for GPUs.
//
//   for i in [0, n):  c[i] = a[i]              copy         <- references in reference.cpp
//                     b[i] = s * c[i]          scale
//                     c[i] = a[i] + b[i]       add
//                     a[i] = b[i] + s * c[i]   triad
//                     sum += a[i] * b[i]       dot
//
// Source      paper 001, section 3 (memory bandwidth); McCalpin's STREAM
// Work        one work-item moves 16 bytes and loops over nothing: on an H200 a grid-stride loop is
//             7 % slower; dot walks the arrays with a fixed grid so that few partial sums are left
// Traffic     per element: copy, scale 2 REAL, add, triad 3 REAL, dot 2 REAL read;
//             flops 0, 1, 1, 2, 2
// Launch      1-D; maps: one work-item per WIDTH elements, rounded up to whole groups; dot and
//             dot_finish: groups of exactly GROUP; n need not divide
// Parameters  REAL: float or double; VECTOR: float4 or double2; WIDTH: 4 or 2; GROUP: a power of 2
#if WIDTH == 4
#define EACH(use) use(x) use(y) use(z) use(w)
#else
#define EACH(use) use(x) use(y)
#endif

// Whole vectors by `wide`; the last item takes the few elements behind the last whole vector.
#define MAP(wide, narrow)                                                      \
  const ulong v = get_global_id(0);                                            \
  if (v < n / WIDTH) {                                                         \
    wide                                                                       \
  } else if (v == n / WIDTH) {                                                 \
    for (ulong i = v * WIDTH; i < n; ++i) { narrow }                           \
  }

__kernel void stream_copy(__global const REAL* restrict a, __global REAL* restrict c, const ulong n)
{
  MAP(((__global VECTOR*)c)[v] = ((__global const VECTOR*)a)[v];, c[i] = a[i];)
}

__kernel void stream_scale(__global const REAL* restrict c, __global REAL* restrict b, const REAL s,
                           const ulong n)
{
#define SCALE(k) to.k = s * from.k;
  MAP(const VECTOR from = ((__global const VECTOR*)c)[v]; VECTOR to; EACH(SCALE)
      ((__global VECTOR*)b)[v] = to;, b[i] = s * c[i];)
}

__kernel void stream_add(__global const REAL* restrict a, __global const REAL* restrict b,
                         __global REAL* restrict c, const ulong n)
{
#define ADD(k) to.k = p.k + q.k;
  MAP(const VECTOR p = ((__global const VECTOR*)a)[v]; const VECTOR q = ((__global const VECTOR*)b)[v];
      VECTOR to; EACH(ADD) ((__global VECTOR*)c)[v] = to;, c[i] = a[i] + b[i];)
}

__kernel void stream_triad(__global const REAL* restrict b, __global const REAL* restrict c,
                           __global REAL* restrict a, const REAL s, const ulong n)
{
#define TRIAD(k) to.k = p.k + s * q.k;
  MAP(const VECTOR p = ((__global const VECTOR*)b)[v]; const VECTOR q = ((__global const VECTOR*)c)[v];
      VECTOR to; EACH(TRIAD) ((__global VECTOR*)a)[v] = to;, a[i] = b[i] + s * c[i];)
}

// Sums over the group; the array is read and written by all, so both sides of a step are fenced.
#define REDUCE(value, out)                                                     \
  __local REAL scratch[GROUP];                                                 \
  const uint item = (uint)get_local_id(0);                                     \
  scratch[item] = value;                                                       \
  for (uint half = GROUP / 2; half > 0; half /= 2) {                           \
    barrier(CLK_LOCAL_MEM_FENCE);                                              \
    if (item < half) scratch[item] += scratch[item + half];                    \
  }                                                                            \
  if (item == 0) out = scratch[0];

__kernel void stream_dot(__global const REAL* restrict a, __global const REAL* restrict b,
                         __global REAL* restrict partial, const ulong n)
{
#define DOT(k) sum += p.k * q.k;
  REAL sum = 0;
  const ulong stride = get_global_size(0);
  for (ulong v = get_global_id(0); v < n / WIDTH; v += stride) {
    const VECTOR p = ((__global const VECTOR*)a)[v];
    const VECTOR q = ((__global const VECTOR*)b)[v];
    EACH(DOT)
  }
  const ulong rest = n / WIDTH * WIDTH + get_global_id(0);
  if (rest < n) sum += a[rest] * b[rest];
  REDUCE(sum, partial[get_group_id(0)])
}

// One group adds the partial sums.
__kernel void stream_dot_finish(__global const REAL* restrict partial, __global REAL* restrict sum,
                                const ulong count)
{
  REAL total = 0;
  for (ulong i = get_local_id(0); i < count; i += GROUP) total += partial[i];
  REDUCE(total, sum[0])
}
