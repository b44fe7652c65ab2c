// bench/read_sum.cl - reads an array as fast as it can be read.
//
//   for i in [0, n):  sum ^= words[i]
//
// Source      the roof for kernels that read much and write little
// Work        a fixed grid walks the array; four vectors of 16 bytes are in flight per work-item
// Traffic     per vector: 16 bytes read, 0 written, 0 flops
// Launch      1-D, any grid; n counts vectors and need not divide
// Parameters  (none)
__kernel void bench_read(__global const uint4* restrict words, __global uint* restrict out, const ulong n)
{
  const ulong stride = get_global_size(0);
  uint sum = 0;
  ulong i = get_global_id(0);
  for (; i + 3 * stride < n; i += 4 * stride) {
    const uint4 p = words[i];
    const uint4 q = words[i + stride];
    const uint4 r = words[i + 2 * stride];
    const uint4 s = words[i + 3 * stride];
    sum ^= p.x ^ p.y ^ p.z ^ p.w ^ q.x ^ q.y ^ q.z ^ q.w;
    sum ^= r.x ^ r.y ^ r.z ^ r.w ^ s.x ^ s.y ^ s.z ^ s.w;
  }
  for (; i < n; i += stride) sum ^= words[i].x ^ words[i].y ^ words[i].z ^ words[i].w;
  out[get_global_id(0)] = sum;
}

// The launch itself: no work at all.
__kernel void bench_empty(void)
{
}
