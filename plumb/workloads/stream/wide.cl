// stream/wide.cl - the five STREAM operations for GPUs.
//
//   for i in [0, n):  c[i] = a[i]              copy         <- references in reference.cpp
//                     b[i] = s * c[i]          scale
//                     c[i] = a[i] + b[i]       add
//                     a[i] = b[i] + s * c[i]   triad
//                     sum += a[i] * b[i]       dot
//
// Source      paper 001, section 3 (memory bandwidth); McCalpin's STREAM
// Work        one work-item moves one vector of 16 bytes and loops over nothing: on an H200 a
//             grid-stride loop is 7 % slower; the first items also take the n % WIDTH elements
//             behind the last whole vector; dot walks the arrays with a fixed grid, so that few
//             partial sums are left
// Traffic     per element: copy, scale 2 REAL, add, triad 3 REAL, dot 2 REAL read;
//             flops 0, 1, 1, 2, 2
// Launch      1-D, groups of GROUP; copy to triad: at least max(n / WIDTH, WIDTH) work-items;
//             dot: any number of groups; dot_finish: one group
// Parameters  REAL: float or double; VECTOR: float4 or double2; WIDTH: 4 or 2; GROUP: a power of 2
#if WIDTH == 4
#define EACH(use) use(x) use(y) use(z) use(w)
#else
#define EACH(use) use(x) use(y)
#endif
#define READ(array) ((__global const VECTOR*)(array))[v]
#define WRITE(array) ((__global VECTOR*)(array))[v]

__kernel void stream_copy(__global const REAL* restrict a, __global REAL* restrict c, const ulong n)
{
  const ulong v = get_global_id(0);
  if (v < n / WIDTH) WRITE(c) = READ(a);
  if (v < n % WIDTH) c[n - 1 - v] = a[n - 1 - v];
}

#define SCALE(k) to.k = s * from.k;
__kernel void stream_scale(__global const REAL* restrict c, __global REAL* restrict b, const REAL s,
                           const ulong n)
{
  const ulong v = get_global_id(0);
  if (v < n / WIDTH) {
    const VECTOR from = READ(c);
    VECTOR to;
    EACH(SCALE)
    WRITE(b) = to;
  }
  if (v < n % WIDTH) b[n - 1 - v] = s * c[n - 1 - v];
}

#define ADD(k) to.k = p.k + q.k;
__kernel void stream_add(__global const REAL* restrict a, __global const REAL* restrict b,
                         __global REAL* restrict c, const ulong n)
{
  const ulong v = get_global_id(0);
  if (v < n / WIDTH) {
    const VECTOR p = READ(a);
    const VECTOR q = READ(b);
    VECTOR to;
    EACH(ADD)
    WRITE(c) = to;
  }
  if (v < n % WIDTH) c[n - 1 - v] = a[n - 1 - v] + b[n - 1 - v];
}

#define TRIAD(k) to.k = p.k + s * q.k;
__kernel void stream_triad(__global const REAL* restrict b, __global const REAL* restrict c,
                           __global REAL* restrict a, const REAL s, const ulong n)
{
  const ulong v = get_global_id(0);
  if (v < n / WIDTH) {
    const VECTOR p = READ(b);
    const VECTOR q = READ(c);
    VECTOR to;
    EACH(TRIAD)
    WRITE(a) = to;
  }
  if (v < n % WIDTH) a[n - 1 - v] = b[n - 1 - v] + s * c[n - 1 - v];
}

// Sums `value` over the group into `out`; a macro, because local memory cannot be a parameter.
#define REDUCE(value, out)                                                          \
  __local REAL scratch[GROUP];                                                      \
  const uint item = (uint)get_local_id(0);                                          \
  scratch[item] = value;                                                            \
  for (uint reach = GROUP / 2; reach > 0; reach /= 2) {                             \
    barrier(CLK_LOCAL_MEM_FENCE);                                                   \
    if (item < reach) scratch[item] += scratch[item + reach];                       \
  }                                                                                 \
  if (item == 0) out = scratch[0];

#define DOT(k) sum += p.k * q.k;
__kernel void stream_dot(__global const REAL* restrict a, __global const REAL* restrict b,
                         __global REAL* restrict partial, const ulong n)
{
  const ulong id = get_global_id(0);
  REAL sum = 0;
  for (ulong v = id; v < n / WIDTH; v += get_global_size(0)) {
    const VECTOR p = READ(a);
    const VECTOR q = READ(b);
    EACH(DOT)
  }
  if (id < n % WIDTH) sum += a[n - 1 - id] * b[n - 1 - id];
  REDUCE(sum, partial[get_group_id(0)])
}

__kernel void stream_dot_finish(__global const REAL* restrict partial, __global REAL* restrict sum,
                                const ulong count)
{
  REAL total = 0;
  for (ulong i = get_local_id(0); i < count; i += GROUP) total += partial[i];
  REDUCE(total, sum[0])
}
