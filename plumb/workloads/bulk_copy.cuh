// bulk_copy.cuh - copies from global to local memory that run beside the threads; stands in front of
// himeno/two_step.cu and livermore/kernels/scan_stream.cu, behind arrival.cuh.
#if __CUDA_ARCH__ >= 900
// Addresses and bytes are multiples of 16.
__device__ inline void copy_row(void* to, const void* from, unsigned bytes, u64* arrival) {
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(local_address(to)),
               "l"(from), "r"(bytes), "r"(local_address(arrival)) : "memory");
}
__device__ inline void arrival_ready() { asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory"); }
// What the group wrote or read there before is done with.
__device__ inline void copies_may_overwrite() { asm volatile("fence.proxy.async.shared::cta;" ::: "memory"); }
#else
__device__ inline void copy_row(void* to, const void* from, unsigned bytes, u64*) {
  for (unsigned x = 0; x < bytes / 16; ++x) ((int4*)to)[x] = ((const int4*)from)[x];
}
__device__ inline void arrival_ready() {}
__device__ inline void copies_may_overwrite() {}
#endif
