// plumb/probe/launch.cl - kernels that do nothing, almost nothing, or nothing for a while.
//
//   (empty)
//
// Source      paper 000, section 5.3: L2; what a launch costs depends on what was launched before
// Work        one work-item; probe_neighbours: one point; probe_rows: points of `rows` rows, one after the other
// Traffic     none but a word per work-item; per point one word written, and read by probe_neighbours 5, by
//             probe_rows 8
// Launch      1-D, one group; probe_increase any number of them; probe_neighbours 2-D, the inner points; probe_rows
//             2-D, inner columns and enough items for all rows; it has the middle one of three planes
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

// The points of a picture anew, each from those around it: what kernels of filters and solvers wait for that
// do hardly more.
__kernel void probe_neighbours(__global const float* restrict from, __global float* restrict to, const uint width,
                               const uint height, const uint pitch, const float centre, const float beside,
                               const float above)
{
  const size_t x = get_global_id(0) + 1;
  const size_t y = get_global_id(1) + 1;
  if (x + 1 < width && y + 1 < height) {
    const size_t at = y * pitch + x;
    to[at] = centre * from[at] + beside * (from[at - 1] + from[at + 1]) + above * (from[at - pitch] + from[at + pitch]);
  }
}

// The same in a volume, with a right-hand side, by work-items that take some rows each: how many is known when it runs.
__kernel void probe_rows(__global const float* restrict from, __global const float* restrict source,
                         __global float* restrict to, const uint width, const uint height, const uint pitch,
                         const uint rows, const float centre, const float beside, const float above, const float behind)
{
  const size_t plane = (size_t)pitch * height;
  const uint x = (uint)get_global_id(0) + 1u;
  const uint first = (uint)get_global_id(1) * rows + 1u;
  const uint end = first + rows < height - 1u ? first + rows : height - 1u;
  for (uint y = first; y < end; ++y) {
    const size_t at = plane + (size_t)y * pitch + x;
    if (x + 1u < width) {
      const float around = beside * (from[at - 1] + from[at + 1]) + above * (from[at - pitch] + from[at + pitch]) +
                           behind * (from[at - plane] + from[at + plane]);
      to[at] = centre * (from[at] + source[at]) + around;
    }
  }
}

// Waits for `steps` dependent steps of arithmetic, whose result no compiler can foresee.
__kernel void probe_spin(__global uint* out, const ulong steps)
{
  uint x = out[0];
  for (ulong i = 0; i < steps; ++i) x = x * 1664525u + (x >> 16);
  out[0] = x;
}
