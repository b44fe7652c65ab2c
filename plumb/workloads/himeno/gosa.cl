// himeno/gosa.cl - the partial sums of some iterations become their gosa.
//
//   for each slot: gosa[slot] = sum of partial[slot][0 .. count)        <- sweep_reference
//
// Source      the rules of the Himeno benchmark: gosa is the sum of ss^2 over all points
// Work        one group per slot; its items add in double and a tree joins them. A float sum of all
//             points stops growing at size L
// Traffic     per partial sum: 8 B read
// Launch      1-D: slots * GROUP in groups of GROUP
// Parameters  GROUP: a power of 2, 1 on CPUs
#ifdef cl_khr_fp64
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#endif

__kernel void himeno_gosa(__global const double* restrict partial, __global double* restrict gosa, __global uint* restrict finished,
                          const ulong count, const uint iterations) {
  __local double sums[GROUP];
  const size_t lane = get_local_id(0);
  const size_t slot = get_group_id(0);
  double sum = 0;
  for (size_t n = lane; n < count; n += GROUP) sum += partial[slot * count + n];
  sums[lane] = sum;
  for (size_t apart = GROUP / 2; apart > 0; apart /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lane < apart) sums[lane] += sums[lane + apart];
  }
  if (lane == 0) gosa[slot] = sums[0];
  if (slot == 0 && lane == 0) finished[0] += iterations;  // on_chip.cu numbers them through all launches
}
