// himeno/bulk_copy.cuh - copies from global to local memory that run beside the threads; stands in
// front of two_step.cu.
__device__ inline unsigned local_address(const void* at) { return (unsigned)__cvta_generic_to_shared(at); }

// A barrier that also waits for the bytes of bulk copies. Before Hopper there are none: the threads
// copy by themselves and a barrier of the group follows.
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
__device__ inline void copy_row(REAL* to, const REAL* from, unsigned bytes, u64* arrival) {
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(local_address(to)),
               "l"(from), "r"(bytes), "r"(local_address(arrival)) : "memory");
}
__device__ inline void arrival_ready() { asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory"); }
#else
__device__ inline void arrival_start(u64*) {}
__device__ inline void arrival_expect(u64*, unsigned) {}
__device__ inline void arrival_wait(u64*, unsigned) { __syncthreads(); }
__device__ inline void copy_row(REAL* to, const REAL* from, unsigned bytes, u64*) {
  for (unsigned x = 0; x < bytes / sizeof(REAL); x += WIDTH) *(VECTOR*)(to + x) = *(const VECTOR*)(from + x);
}
__device__ inline void arrival_ready() {}
#endif
