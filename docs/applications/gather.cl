// docs/applications/gather.cl - elements of a table at random places.
//
//   for i in [0, n):  out[i] = table[place[i]]
//
// Source      paper 000, table 7: the class "random" of references
// Work        one work-item makes one element
// Traffic     per element: a place and a float of the table read, a float written; no flops
// Launch      1-D, any group size; the global size covers n
// Parameters  (none)
__kernel void gather_elements(__global const float* restrict table,
                              __global const uint* restrict place, __global float* restrict out,
                              const uint n)
{
  const uint i = (uint)get_global_id(0);
  if (i < n) out[i] = table[place[i]];
}

// The table holds its own places: table[k] = k.
__kernel void gather_count(__global const uint* restrict place, __global const float* restrict out,
                           __global uint* wrong, const uint n)
{
  const uint i = (uint)get_global_id(0);
  if (i < n && out[i] != (float)place[i]) atomic_inc(wrong);
}
