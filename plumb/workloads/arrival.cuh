// arrival.cuh - barriers in local memory that also wait for bytes on their way; stands in front of bulk_copy.cuh and
// of lu/cluster.cuh.
typedef unsigned long long u64;
__device__ inline unsigned local_address(const void* at) { return (unsigned)__cvta_generic_to_shared(at); }

// An arrival is complete when its group has said how many bytes it expects and these are here.
#if __CUDA_ARCH__ >= 900
__device__ inline void arrival_start(u64* arrival) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(local_address(arrival)) : "memory");
}
__device__ inline void arrival_expect(u64* arrival, unsigned bytes) {
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(local_address(arrival)), "r"(bytes) : "memory");
}
#define PLUMB_TRY_WAIT(scope, done, arrival, parity)                                                                                    \
  asm volatile("{ .reg .pred p; mbarrier.try_wait.parity" scope ".shared::cta.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }" : "=r"(done) \
               : "r"(local_address(arrival)), "r"(parity) : "memory")
__device__ inline void arrival_wait(u64* arrival, unsigned parity) {
  for (unsigned done = 0; !done;) PLUMB_TRY_WAIT("", done, arrival, parity);
}
// Of bytes that other groups of the cluster sent.
__device__ inline void arrival_wait_for_cluster(u64* arrival, unsigned parity) {
  for (unsigned done = 0; !done;) PLUMB_TRY_WAIT(".acquire.cluster", done, arrival, parity);
}
#else
// Where the hardware has none the threads copy by themselves and a barrier of the group follows; the driver
// refuses clusters.
__device__ inline void arrival_start(u64*) {}
__device__ inline void arrival_expect(u64*, unsigned) {}
__device__ inline void arrival_wait(u64*, unsigned) { __syncthreads(); }
__device__ inline void arrival_wait_for_cluster(u64*, unsigned) { __trap(); }
#endif
