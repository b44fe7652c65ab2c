// plumb/probe/atomics.cl - a histogram: additions to words that a hash draws.
//
//   for i in [0, n):  counts[hash(i) % words] += 1
//
// Source      the extended model: few words that many share, as in histograms and lists of work
// Work        one addition per work-item
// Traffic     4 bytes read and written per addition
// Launch      1-D, at least n work-items
// Parameters  none; words: a power of two
__kernel void probe_histogram(__global uint* counts, const uint n, const uint words)
{
  const uint i = (uint)get_global_id(0);
  if (i >= n) return;
  uint x = i * 0x9E3779B1u;
  x = (x ^ (x >> 15)) * 0x85EBCA77u;
  x = (x ^ (x >> 13)) * 0xC2B2AE3Du;
  x ^= x >> 16;
  atomic_add(counts + (x & (words - 1)), 1u);
}
