// plumb/probe/bandwidth_loop.cl - reading, writing, copying, adding: forms that suit CPUs.
//
//   for r in [0, repeats):  for i in slice(item + r * shift):  c[i] = a[i] + s * b[i]
//
// Source      paper 001, figures 1 and 3
// Work        a work-item walks a slice of n / items words `repeats` times
// Traffic     per word: read 4, write 4, copy 8, triad 12 bytes; triad 2 flops
// Launch      1-D, groups of one
// Parameters  (none)
// Vectors by name and part by part: compilers that do not see through an array of sums still join these.
__kernel void probe_read(__global const uint4* restrict a, __global uint* restrict out, const ulong n,
                         const ulong repeats, const ulong shift)
{
  const ulong items = get_global_size(0);
  uint sum = 0;
  for (ulong r = 0; r < repeats; ++r) {
    const Slice mine = probe_slice((get_global_id(0) + r * shift) % items, items, n / 4);
    uint4 s = a[mine.first];
    uint4 t = s;
    uint4 u = s;
    uint4 v = s;
    ulong i = mine.first;
    for (; i + 4 <= mine.last; i += 4) {
      s.x ^= a[i].x; s.y ^= a[i].y; s.z ^= a[i].z; s.w ^= a[i].w;
      t.x ^= a[i + 1].x; t.y ^= a[i + 1].y; t.z ^= a[i + 1].z; t.w ^= a[i + 1].w;
      u.x ^= a[i + 2].x; u.y ^= a[i + 2].y; u.z ^= a[i + 2].z; u.w ^= a[i + 2].w;
      v.x ^= a[i + 3].x; v.y ^= a[i + 3].y; v.z ^= a[i + 3].z; v.w ^= a[i + 3].w;
    }
    for (; i < mine.last; ++i) sum ^= a[i].x ^ a[i].y ^ a[i].z ^ a[i].w;
    sum ^= s.x ^ s.y ^ s.z ^ s.w ^ t.x ^ t.y ^ t.z ^ t.w ^ u.x ^ u.y ^ u.z ^ u.w ^ v.x ^ v.y ^ v.z ^ v.w;
    sum = sum * 3 + 1;  // or two rounds would cancel, and a compiler could know
  }
  out[get_global_id(0)] = sum;
}

__kernel void probe_write(__global uint* restrict a, __global uint* restrict out, const ulong n,
                          const ulong repeats, const ulong shift)
{
  const ulong items = get_global_size(0);
  for (ulong r = 0; r < repeats; ++r) {
    const Slice mine = probe_slice((get_global_id(0) + r * shift) % items, items, n);
    for (ulong i = mine.first; i < mine.last; ++i) a[i] = (uint)r;
    out[get_global_id(0)] = a[mine.first + r % 4];
  }
}

__kernel void probe_copy(__global const uint* restrict a, __global uint* restrict c, const ulong n,
                         const ulong repeats, const ulong shift)
{
  const ulong items = get_global_size(0);
  for (ulong r = 0; r < repeats; ++r) {
    const Slice mine = probe_slice((get_global_id(0) + r * shift) % items, items, n);
    for (ulong i = mine.first; i < mine.last; ++i) c[i] = a[i];
  }
}

__kernel void probe_triad(__global const float* restrict a, __global const float* restrict b,
                          __global float* restrict c, const ulong n, const ulong repeats, const ulong shift)
{
  const ulong items = get_global_size(0);
  for (ulong r = 0; r < repeats; ++r) {
    const Slice mine = probe_slice((get_global_id(0) + r * shift) % items, items, n);
    for (ulong i = mine.first; i < mine.last; ++i) c[i] = a[i] + 3.0f * b[i];
  }
}
