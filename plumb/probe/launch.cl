// plumb/probe/launch.cl - kernels that do nothing, almost nothing, or nothing for a while.
//
//   (empty)
//
// Source      paper 000, section 5.3: L2; what a launch costs depends on what was launched before
// Work        one work-item
// Traffic     none but a word per work-item
// Launch      1-D, one group; probe_increase any number of them
// Parameters  SALT (any number: a source that no cache has seen)
__kernel void probe_empty(void)
{
}

__kernel void probe_empty_too(void)
{
}

__kernel void probe_store(__global uint* out, const uint value)
{
  if (get_global_id(0) == 0) out[0] = value + SALT;
}

// The least that a kernel of a series does: it takes up what the one before it left.
__kernel void probe_increase(__global uint* out)
{
  out[get_global_id(0)] += 1u;
}

// Waits for `steps` dependent steps of arithmetic, whose result no compiler can foresee.
__kernel void probe_spin(__global uint* out, const ulong steps)
{
  uint x = out[0];
  for (ulong i = 0; i < steps; ++i) x = x * 1664525u + (x >> 16);
  out[0] = x;
}
