// plumb/probe/gather.cl - cells at random places, in a plain loop along a row.
//
//   for i in row:  out[i] = in[index[i]]
//
// Source      paper 000, table 7, its random class, as kernels for processors are written: patterns.cl computes places in
//             two dimensions for every reference, and a processor has as much to do with those as with the cells
// Work        one row
// Traffic     an index and a cell read, a cell written per point
// Launch      1-D, side work-items, groups of one
// Parameters  CELL (float, double)
#ifdef cl_khr_fp64
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#endif

__kernel void probe_gather_row(__global const CELL* restrict in, __global const uint* restrict index,
                               __global CELL* restrict out, const uint side, const uint k)
{
  const ulong first = get_global_id(0) * side;
  for (uint x = 0; x < side; ++x) out[first + x] = in[index[first + x]];
  (void)k;  // the arguments are those of patterns.cl
}
