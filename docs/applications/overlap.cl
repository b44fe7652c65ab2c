// docs/applications/overlap.cl - work whose result is known: x = (x + 1) / 2 ends at 1.
__kernel void overlap_work(__global float* x, const uint n, const uint rounds) {
  const uint i = (uint)get_global_id(0);
  if (i >= n) return;
  float value = x[i];
  for (uint round = 0; round < rounds; ++round) value = 0.5f * value + 0.5f;
  x[i] = value;
}

__kernel void overlap_count(__global const float* first, __global const float* second,
                            __global uint* wrong, const uint n) {
  const uint i = (uint)get_global_id(0);
  if (i < n && (first[i] != 1.0f || second[i] != 1.0f)) atomic_inc(wrong);
}
