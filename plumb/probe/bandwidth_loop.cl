// plumb/probe/bandwidth_loop.cl - reading, writing, copying, adding: forms that suit CPUs.
//
//   for r in [0, repeats):  for i in slice(item + r * shift):  c[i] = a[i] + s * b[i]
//
// Source      paper 001, figures 1 and 3
// Work        a work-item walks a slice of n / items words `repeats` times
// Traffic     per word: read 4, write 4, copy 8, triad 12 bytes; triad 2 flops
// Launch      1-D, groups of one
// Parameters  (none)
#ifdef __OPENCL_VERSION__
// Vectors as wide as any CPU's: compilers join neither a sum nor an array of sums into more than they must, and
// narrow loads show instructions, not the cache. CPUs are reached through OpenCL alone; CUDA has no such vectors.
__kernel void probe_read(__global const uint16* restrict a, __global uint* restrict out, const ulong n,
                         const ulong repeats, const ulong shift)
{
  const ulong items = get_global_size(0);
  uint sum = 0;
  for (ulong r = 0; r < repeats; ++r) {
    const Slice mine = probe_slice((get_global_id(0) + r * shift) % items, items, n / 16);
    uint16 s = a[mine.first];
    uint16 t = s;
    uint16 u = s;
    uint16 v = s;
    ulong i = mine.first;
    for (; i + 4 <= mine.last; i += 4) {
      s ^= a[i];
      t ^= a[i + 1];
      u ^= a[i + 2];
      v ^= a[i + 3];
    }
    for (; i < mine.last; ++i) s ^= a[i];
    s ^= t ^ u ^ v;
    const uint8 eight = s.lo ^ s.hi;
    const uint4 four = eight.lo ^ eight.hi;
    sum ^= four.x ^ four.y ^ four.z ^ four.w;
    sum = sum * 3 + 1;  // or two rounds would cancel, and a compiler could know
  }
  out[get_global_id(0)] = sum;
}
#endif

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
