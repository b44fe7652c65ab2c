// plumb/probe/cluster.cu - groups of a cluster hand words to the next group, barrier after barrier.
//
//   for s in [0, steps):  all of a cluster:  word of the next group[i] = x;  barrier of the cluster;  x = word[i] + 1
//
// Source      the extended model: kernels whose groups work together wait for each other's messages
// Work        one thread per word; a step waits for the one before
// Traffic     one word read and written at the end
// Launch      1-D, one cluster of groups of GROUP
// Parameters  GROUP
#if __CUDA_ARCH__ >= 900
__device__ inline unsigned address_in_next_group(const void* at) {
  const unsigned next = (blockIdx.x + 1) % gridDim.x;
  unsigned there;
  asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(there) : "r"((unsigned)__cvta_generic_to_shared(at)), "r"(next));
  return there;
}
__device__ inline void store_there(unsigned address, unsigned x) {
  asm volatile("st.shared::cluster.u32 [%0], %1;" ::"r"(address), "r"(x) : "memory");
}
__device__ inline void barrier_of_cluster() {
  asm volatile("barrier.cluster.arrive.release.aligned; barrier.cluster.wait.acquire.aligned;" ::: "memory");
}
#else  // no launch comes here: the driver refuses clusters
__device__ inline unsigned address_in_next_group(const void*) { return 0; }
__device__ inline void store_there(unsigned, unsigned) { __trap(); }
__device__ inline void barrier_of_cluster() {}
#endif

extern "C" __global__ void __launch_bounds__(GROUP) probe_cluster(unsigned* out, const unsigned steps) {
  __shared__ unsigned word[2][GROUP];  // in turn: a step overwrites what nobody reads any more
  const unsigned there[2] = {address_in_next_group(&word[0][threadIdx.x]), address_in_next_group(&word[1][threadIdx.x])};
  unsigned x = out[blockIdx.x * GROUP + threadIdx.x];
  barrier_of_cluster();  // all have started
  for (unsigned s = 0; s < steps; ++s) {
    store_there(there[s % 2], x);
    barrier_of_cluster();
    x = word[s % 2][threadIdx.x] + 1;
  }
  out[blockIdx.x * GROUP + threadIdx.x] = x;
}
