// docs/applications/two_devices.cl - the work of one half, and how much of the whole is wrong.
__kernel void half_work(__global float* x, const uint n, const uint rounds) {
  const uint i = (uint)get_global_id(0);
  if (i >= n) return;
  float value = x[i];
  for (uint round = 0; round < rounds; ++round) value = 0.5f * value + 0.5f;
  x[i] = value;
}

__kernel void half_count(__global const float* all, __global uint* wrong, const uint n) {
  const uint i = (uint)get_global_id(0);
  if (i < n && all[i] != 1.0f) atomic_inc(wrong);
}
