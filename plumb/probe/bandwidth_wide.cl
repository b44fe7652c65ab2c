// plumb/probe/bandwidth_wide.cl - reading, writing, copying, adding: forms that suit GPUs.
//
//   for r in [0, repeats):  for i in slice(group + r * shift):  c[i] = a[i] + s * b[i]
//
// Source      paper 001, figures 1 and 3; 16 bytes per access, because 4 leave too little in flight
// Work        a group walks a slice of n / groups vectors `repeats` times; *_once: one vector per item
// Traffic     per vector: read 16, write 16, copy 32, triad 48 bytes; triad 8 flops
// Launch      1-D, any number of groups; *_once: at least n work-items (read: any grid)
// Parameters  (none)
__kernel void probe_read(__global const uint4* restrict a, __global uint* restrict out, const ulong n,
                         const ulong repeats, const ulong shift)
{
  const ulong groups = get_num_groups(0);
  const ulong step = get_local_size(0);
  uint sum = 0;
  for (ulong r = 0; r < repeats; ++r) {
    const Slice mine = probe_slice((get_group_id(0) + r * shift) % groups, groups, n);
    ulong i = mine.first + get_local_id(0);
    for (; i + 3 * step < mine.last; i += 4 * step) {
      const uint4 p = a[i];
      const uint4 q = a[i + step];
      const uint4 s = a[i + 2 * step];
      const uint4 t = a[i + 3 * step];
      sum ^= p.x ^ p.y ^ p.z ^ p.w ^ q.x ^ q.y ^ q.z ^ q.w;
      sum ^= s.x ^ s.y ^ s.z ^ s.w ^ t.x ^ t.y ^ t.z ^ t.w;
    }
    for (; i < mine.last; i += step) sum ^= a[i].x ^ a[i].y ^ a[i].z ^ a[i].w;
    sum = sum * 3 + 1;  // or two rounds would cancel, and a compiler could know
  }
  out[get_global_id(0)] = sum;
}

__kernel void probe_write(__global uint4* restrict a, __global uint* restrict out, const ulong n,
                          const ulong repeats, const ulong shift)
{
  const ulong groups = get_num_groups(0);
  uint4 value;
  for (ulong r = 0; r < repeats; ++r) {
    const Slice mine = probe_slice((get_group_id(0) + r * shift) % groups, groups, n);
    value.x = (uint)r;
    value.y = (uint)n;
    value.z = (uint)r;
    value.w = 1;
    for (ulong i = mine.first + get_local_id(0); i < mine.last; i += get_local_size(0)) a[i] = value;
  }
  out[get_global_id(0)] = value.x;
}

__kernel void probe_copy(__global const uint4* restrict a, __global uint4* restrict c, const ulong n,
                         const ulong repeats, const ulong shift)
{
  const ulong groups = get_num_groups(0);
  for (ulong r = 0; r < repeats; ++r) {
    const Slice mine = probe_slice((get_group_id(0) + r * shift) % groups, groups, n);
    for (ulong i = mine.first + get_local_id(0); i < mine.last; i += get_local_size(0)) c[i] = a[i];
  }
}

__kernel void probe_triad(__global const float4* restrict a, __global const float4* restrict b,
                          __global float4* restrict c, const ulong n, const ulong repeats, const ulong shift)
{
  const ulong groups = get_num_groups(0);
  for (ulong r = 0; r < repeats; ++r) {
    const Slice mine = probe_slice((get_group_id(0) + r * shift) % groups, groups, n);
    for (ulong i = mine.first + get_local_id(0); i < mine.last; i += get_local_size(0)) {
      const float4 x = a[i];
      const float4 y = b[i];
      float4 z;
      z.x = x.x + 3.0f * y.x;
      z.y = x.y + 3.0f * y.y;
      z.z = x.z + 3.0f * y.z;
      z.w = x.w + 3.0f * y.w;
      c[i] = z;
    }
  }
}

