// cache_flush.cl - pushes everything else out of the caches by rewriting a large buffer.
//
//   for i in [0, n):  scratch[i] = scratch[i] + 1          <- reference, also in cache_flush_test.cpp
//
// Source      paper 001, section 3 (a buffer much larger than any cache)
// Work        one work-item rewrites `chunk` consecutive elements
// Traffic     per element: 4 bytes read, 4 bytes written, 0 flops
// Launch      1-D; global size times chunk covers n; any group size
// Parameters  (none)
__kernel void measure_cache_flush(__global uint* restrict scratch, const ulong n, const ulong chunk)
{
  const ulong first = get_global_id(0) * chunk;
  const ulong last = first + chunk < n ? first + chunk : n;
  for (ulong i = first; i < last; ++i) scratch[i] += 1;
}
