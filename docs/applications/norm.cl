// docs/applications/norm.cl - sums, or sums of squares, one for each group.
//
//   for i in [0, n):  sum += x[i] * x[i]
//
// Source      any textbook on parallel reductions: a tree with half as many work-items at each step
// Work        one work-item adds up every element whose place is its own plus a multiple of all
//             work-items; a tree in local memory adds up the work-items of a group
// Traffic     per element: 4 bytes read, 2 flops; per group: 4 bytes written
// Launch      1-D, any number of groups of GROUP work-items
// Parameters  GROUP: a power of two; SQUARED: 1 for squares, 0 for the numbers themselves
#ifndef GROUP  // a file of its own, without an application
#define GROUP 128
#define SQUARED 1
#endif

__kernel void norm_sum(__global const float* restrict x, __global float* restrict sums,
                       const uint n)
{
  __local float part[GROUP];
  const uint place = (uint)get_local_id(0);
  float sum = 0.0f;
  for (uint i = (uint)get_global_id(0); i < n; i += (uint)get_global_size(0))
    sum += SQUARED ? x[i] * x[i] : x[i];
  part[place] = sum;
  for (uint half_group = GROUP / 2; half_group > 0; half_group /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (place < half_group) part[place] += part[place + half_group];
  }
  // The work-item that writes the sum is the one that made it: no barrier is needed.
  if (place == 0) sums[get_group_id(0)] = part[0];
}
