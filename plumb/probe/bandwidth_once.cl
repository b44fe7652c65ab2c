// plumb/probe/bandwidth_once.cl - one pass over arrays larger than every cache, as fast as a GPU can.
//
//   for i in [0, n):  c[i] = a[i] + s * b[i]
//
// Source      paper 001, figure 1; one vector per work-item and no loop beats a loop over the grid by 7 %
// Work        one vector of 16 bytes per work-item; read: four
// Traffic     per vector: read 16, write 16, copy 32, triad 48 bytes; triad 8 flops
// Launch      1-D, at least n work-items; read: n / 4, which must divide by the group
// Parameters  (none)
// Numbers in [1, 2) that are neither alike nor compressible.
__kernel void probe_fill(__global float* a, const ulong n)
{
  for (ulong i = get_global_id(0); i < n; i += get_global_size(0)) {
    uint x = (uint)i * 2654435761u + 12345u;
    x = (x ^ (x >> 15)) * 2246822519u;
    x = (x ^ (x >> 13)) * 3266489917u;
    a[i] = 1.0f + (float)(x >> 9) * 0x1p-23f;
  }
}

__kernel void probe_read_once(__global const uint4* restrict a, __global uint* restrict out, const ulong n)
{
  const ulong size = get_local_size(0);
  const ulong i = 4 * size * get_group_id(0) + get_local_id(0);
  if (i + 3 * size >= n) return;
  const uint4 p = a[i];
  const uint4 q = a[i + size];
  const uint4 s = a[i + 2 * size];
  const uint4 t = a[i + 3 * size];
  uint sum = p.x ^ p.y ^ p.z ^ p.w ^ q.x ^ q.y ^ q.z ^ q.w;
  sum ^= s.x ^ s.y ^ s.z ^ s.w ^ t.x ^ t.y ^ t.z ^ t.w;
  if (sum == 0x9E3779B9u) out[0] = sum;  // hardly ever: what is written costs more than its bytes
}

__kernel void probe_write_once(__global uint4* restrict a, const uint value, const ulong n)
{
  const ulong i = get_global_id(0);
  uint4 made;
  made.x = value;
  made.y = value ^ (uint)i;
  made.z = value;
  made.w = (uint)i;
  if (i < n) a[i] = made;
}

__kernel void probe_copy_once(__global const uint4* restrict a, __global uint4* restrict c, const ulong n)
{
  const ulong i = get_global_id(0);
  if (i < n) c[i] = a[i];
}

__kernel void probe_triad_once(__global const float4* restrict a, __global const float4* restrict b,
                               __global float4* restrict c, const ulong n)
{
  const ulong i = get_global_id(0);
  if (i < n) {
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
