// stream/loop.cl - the five STREAM operations for CPUs.
//
//   for i in [0, n):  c[i] = a[i]              copy         <- references in reference.cpp
//                     b[i] = s * c[i]          scale
//                     c[i] = a[i] + b[i]       add
//                     a[i] = b[i] + s * c[i]   triad
//                     sum += a[i] * b[i]       dot
//
// Source      paper 001, section 3 (memory bandwidth); McCalpin's STREAM
// Work        one work-item loops over `chunk` consecutive elements: CPU compilers vectorise a loop
//             along the contiguous axis, and no work-item returns early
// Traffic     per element: copy, scale 2 REAL, add, triad 3 REAL, dot 2 REAL read;
//             flops 0, 1, 1, 2, 2
// Launch      1-D, one work-item per group; global size times chunk covers n; n need not divide
// Parameters  REAL: float or double
// LANES independent sums let the compiler vectorise without reordering any one of them.
#define LANES 32

__kernel void stream_copy(__global const REAL* restrict a, __global REAL* restrict c, const ulong n,
                          const ulong chunk)
{
  const ulong first = get_global_id(0) * chunk;
  const ulong last = first + chunk < n ? first + chunk : n;
  for (ulong i = first; i < last; ++i) c[i] = a[i];
}

__kernel void stream_scale(__global const REAL* restrict c, __global REAL* restrict b, const REAL s,
                           const ulong n, const ulong chunk)
{
  const ulong first = get_global_id(0) * chunk;
  const ulong last = first + chunk < n ? first + chunk : n;
  for (ulong i = first; i < last; ++i) b[i] = s * c[i];
}

__kernel void stream_add(__global const REAL* restrict a, __global const REAL* restrict b,
                         __global REAL* restrict c, const ulong n, const ulong chunk)
{
  const ulong first = get_global_id(0) * chunk;
  const ulong last = first + chunk < n ? first + chunk : n;
  for (ulong i = first; i < last; ++i) c[i] = a[i] + b[i];
}

__kernel void stream_triad(__global const REAL* restrict b, __global const REAL* restrict c,
                           __global REAL* restrict a, const REAL s, const ulong n, const ulong chunk)
{
  const ulong first = get_global_id(0) * chunk;
  const ulong last = first + chunk < n ? first + chunk : n;
  for (ulong i = first; i < last; ++i) a[i] = b[i] + s * c[i];
}

__kernel void stream_dot(__global const REAL* restrict a, __global const REAL* restrict b,
                         __global REAL* restrict partial, const ulong n, const ulong chunk)
{
  const ulong first = get_global_id(0) * chunk;
  const ulong last = first + chunk < n ? first + chunk : n;
  REAL lane[LANES];
  for (uint j = 0; j < LANES; ++j) lane[j] = 0;
  ulong i = first;
  for (; i + LANES <= last; i += LANES) {
    for (uint j = 0; j < LANES; ++j) lane[j] += a[i + j] * b[i + j];
  }
  REAL sum = 0;
  for (; i < last; ++i) sum += a[i] * b[i];
  for (uint j = 0; j < LANES; ++j) sum += lane[j];
  partial[get_global_id(0)] = sum;
}

// One work-item adds the partial sums.
__kernel void stream_dot_finish(__global const REAL* restrict partial, __global REAL* restrict sum,
                                const ulong count)
{
  REAL total = 0;
  for (ulong i = 0; i < count; ++i) total += partial[i];
  sum[0] = total;
}
