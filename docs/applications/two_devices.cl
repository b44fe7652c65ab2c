// docs/applications/two_devices.cl - how much of the whole is wrong; overlap.cl has the work.
__kernel void half_count(__global const float* all, __global uint* wrong, const uint n) {
  const uint i = (uint)get_global_id(0);
  if (i < n && all[i] != 1.0f) atomic_inc(wrong);
}
