// plumb/probe/intensity.cl - streamed data with more and more arithmetic on each word.
//
//   for i in [0, n):  x = a[i];  for k in [0, steps):  x = x * m + c;  sum += x
//
// Source      paper 000, section 5.1; the corner of the roofline
// Work        WIDE: one vector of 16 bytes per work-item; AHEAD: several, and the next one is on its way while one is
//             computed on; REUSED: so many of the n, which the caches of all units hold; otherwise a slice of n / items
//             vectors
// Traffic     16 bytes read per vector, 8 * steps + 4 flops; probe_stored: 16 bytes written, 8 * steps + 3 flops
// Launch      1-D; WIDE: at least n work-items; AHEAD, REUSED or otherwise any
// Parameters  WIDE (1 on GPUs), AHEAD (0 or 1, on GPUs), REUSED (0 or a number of vectors, on GPUs; then n is
//             a power of two), STEPS (stands for `steps` where REUSED or not WIDE: a loop of a few turns would cost
//             more than they do, and a processor that guesses its end wrong looks no further ahead)
#define STEP4(v) v.x = v.x * m + c; v.y = v.y * m + c; v.z = v.z * m + c; v.w = v.w * m + c

#define JOIN(v) (v.x + v.y + v.z + v.w)
#if WIDE
#define EACH_STEP for (ulong k = 0; k < steps; ++k)
#else
#define EACH_STEP _Pragma("unroll") for (uint k = 0; k < STEPS; ++k)
#endif

// The sum never becomes `never`, but only the host knows.
__kernel void probe_intensity(__global const float4* restrict a, __global float* restrict out, const float m,
                              const float c, const float never, const ulong n, const ulong steps)
{
  const ulong items = get_global_size(0);
  float sum = 0.0f;
#if AHEAD
  float4 x = a[get_global_id(0) < n ? get_global_id(0) : 0];
  for (ulong i = get_global_id(0); i < n; i += items) {
    const float4 next = a[i + items < n ? i + items : i];
    for (ulong k = 0; k < steps; ++k) { STEP4(x); }
    sum += JOIN(x);
    x = next;
  }
#elif REUSED
  (void)steps;
  uint i = (uint)get_global_id(0);
  for (uint r = 0; r < REUSED; ++r, i += 256) {
    float4 x = a[i & ((uint)n - 1)];
#pragma unroll
    for (uint k = 0; k < STEPS; ++k) { STEP4(x); }
    sum += JOIN(x);
  }
#else
#if WIDE
  const ulong first = get_global_id(0);
  const ulong last = first < n ? first + 1 : first;
#else
  const Slice mine = probe_slice(get_global_id(0), items, n);
  const ulong first = mine.first;
  const ulong last = mine.last;
#endif
  ulong i = first;
#if !WIDE
  (void)steps;
  // Eight chains side by side hide the latency of one.
  for (; i + 8 <= last; i += 8) {
    float4 p = a[i], q = a[i + 1], r = a[i + 2], s = a[i + 3];
    float4 t = a[i + 4], u = a[i + 5], v = a[i + 6], w = a[i + 7];
    EACH_STEP {
      STEP4(p); STEP4(q); STEP4(r); STEP4(s);
      STEP4(t); STEP4(u); STEP4(v); STEP4(w);
    }
    sum += JOIN(p) + JOIN(q) + JOIN(r) + JOIN(s) + JOIN(t) + JOIN(u) + JOIN(v) + JOIN(w);
  }
#endif
  for (; i < last; ++i) {
    float4 x = a[i];
    EACH_STEP { STEP4(x); }
    sum += JOIN(x);
  }
#endif
  if (sum == never) out[get_global_id(0) % items] = sum;
}

// Of work-items that load nothing: a vector is made of its number. Several per work-item, on GPUs.
__kernel void probe_stored(__global float4* restrict a, const float m, const float c, const ulong n, const ulong steps)
{
  const ulong items = get_global_size(0);
  for (ulong i = get_global_id(0); i < n; i += items) {
    float4 x;
    x.x = (float)(i & 255);
    x.y = x.x + 1.0f;
    x.z = x.x + 2.0f;
    x.w = x.x + 3.0f;
    for (ulong k = 0; k < steps; ++k) { STEP4(x); }
    a[i] = x;
  }
}
