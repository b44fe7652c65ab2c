// bulk_copy.cuh - copies from global to local memory that run beside the threads; stands in front of
// himeno/two_step.cu and livermore/kernels/scan_stream.cu.
typedef unsigned long long u64;
__device__ inline unsigned local_address(const void* at) { return (unsigned)__cvta_generic_to_shared(at); }

// A barrier that also waits for the bytes of bulk copies. Where the hardware has none the threads copy
// by themselves and a barrier of the group follows.
#if __CUDA_ARCH__ >= 900
__device__ inline void arrival_start(u64* arrival) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(local_address(arrival)) : "memory");
}
__device__ inline void arrival_expect(u64* arrival, unsigned bytes) {
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(local_address(arrival)), "r"(bytes) : "memory");
}
__device__ inline void arrival_wait(u64* arrival, unsigned parity) {
  unsigned done = 0;
  while (!done) {
    asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }"
                 : "=r"(done) : "r"(local_address(arrival)), "r"(parity) : "memory");
  }
}
// Addresses and bytes are multiples of 16.
__device__ inline void copy_row(void* to, const void* from, unsigned bytes, u64* arrival) {
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(local_address(to)),
               "l"(from), "r"(bytes), "r"(local_address(arrival)) : "memory");
}
__device__ inline void arrival_ready() { asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory"); }
// What the group wrote or read there before is done with.
__device__ inline void copies_may_overwrite() { asm volatile("fence.proxy.async.shared::cta;" ::: "memory"); }
#else
__device__ inline void arrival_start(u64*) {}
__device__ inline void arrival_expect(u64*, unsigned) {}
__device__ inline void arrival_wait(u64*, unsigned) { __syncthreads(); }
__device__ inline void copy_row(void* to, const void* from, unsigned bytes, u64*) {
  for (unsigned x = 0; x < bytes / 16; ++x) ((int4*)to)[x] = ((const int4*)from)[x];
}
__device__ inline void arrival_ready() {}
__device__ inline void copies_may_overwrite() {}
#endif
