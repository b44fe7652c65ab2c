// trace_truth.cu - chains of dependent loads: the same access timed as a whole and stamped one by one.
//
// Source      limits of paper 002, section 5.1: a stamp is right if it agrees with a chain of loads
// Work        one warp, all lanes alike; `warm` steps that are not timed, then `steps` that are
// Traffic     8 bytes (global) or 16 bytes (texture) per step
// Launch      one group of 32
// Parameters  none
//
// The loads stand in assembly so that their address is what the load before gave: no arithmetic. Those
// that are measured are of type u64 and u32; the others, which only warm up, of b64 and s32.
extern "C" __global__ void truth_global(unsigned long long start, unsigned warm, unsigned steps, unsigned long long* out) {
  unsigned long long at = start;
  for (unsigned i = 0; i < warm; ++i) asm volatile("ld.global.b64 %0, [%1];" : "=l"(at) : "l"(at));
  const long long begin = clock64();
#pragma unroll 1
  for (unsigned i = 0; i < steps; ++i) {
    asm volatile("ld.global.u64 %0, [%1];" : "=l"(at) : "l"(at));
  }
  const long long end = clock64();  // perhaps before the last load: one step of many
  out[2] = at;
  out[0] = end - begin;
  out[1] = steps;
}

extern "C" __global__ void truth_texture(unsigned long long image, unsigned long long start, unsigned warm, unsigned steps,
                                         unsigned long long* out) {
  int x = static_cast<int>(start), y = static_cast<int>(start >> 32);
  unsigned z, w;
  for (unsigned i = 0; i < warm; ++i)
    asm volatile("tex.2d.v4.s32.s32 {%0, %1, %2, %3}, [%4, {%5, %6}];" : "=r"(x), "=r"(y), "=r"(z), "=r"(w) : "l"(image), "r"(x), "r"(y));
  const long long begin = clock64();
#pragma unroll 1
  for (unsigned i = 0; i < steps; ++i) {
    asm volatile("tex.2d.v4.u32.s32 {%0, %1, %2, %3}, [%4, {%5, %6}];" : "=r"(x), "=r"(y), "=r"(z), "=r"(w) : "l"(image), "r"(x), "r"(y));
  }
  const long long end = clock64();
  out[2] = static_cast<unsigned long long>(y) << 32 | static_cast<unsigned>(x);
  out[0] = end - begin;
  out[1] = steps;
}
