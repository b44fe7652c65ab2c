// docs/applications/bitonic.cl - one step of a bitonic sort of any number of elements.
//
//   for all pairs (i, k), i < k < n:  x[i], x[k] = min(x[i], x[k]), max(x[i], x[k])
//
// In blocks of 2 d elements an element meets the one at the same distance from the other end of its
// block (`mirrored`, the first step of a merge), or the one d places further on. All pairs are put
// in rising order, so what would lie behind the end need not be there: it is larger than all.
//
// Source      paper 000, table 7: the classes "symmetric" (mirrored) and "relative"
// Work        one work-item orders one pair
// Traffic     per pair: two floats read and written; a minimum and a maximum
// Launch      1-D, any group size; the global size covers half the next power of two
// Parameters  (none)
__kernel void bitonic_step(__global float* x, const uint n, const uint log_d, const uint mirrored)
{
  const uint pair = (uint)get_global_id(0);
  const uint d = 1u << log_d;
  const uint within = pair & (d - 1);
  const uint i = (pair >> log_d << (log_d + 1)) + within;
  const uint k = mirrored != 0 ? i + 2 * (d - within) - 1 : i + d;
  if (k < n) {
    const float a = x[i];
    const float b = x[k];
    x[i] = fmin(a, b);
    x[k] = fmax(a, b);
  }
}

// Every number below n once, in an order that looks random: the prime is larger than any n, so that
// no two places have the same product modulo n.
__kernel void bitonic_shuffle(__global float* x, const uint n)
{
  const uint i = (uint)get_global_id(0);
  if (i < n) x[i] = (float)((ulong)i * 2654435761UL % n);
}

__kernel void bitonic_count(__global const float* x, __global uint* wrong, const uint n)
{
  const uint i = (uint)get_global_id(0);
  if (i < n && x[i] != (float)i) atomic_inc(wrong);
}
