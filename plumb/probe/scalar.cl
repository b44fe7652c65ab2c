// plumb/probe/scalar.cl - a loop that goes on by what it reads: no two turns and no two work-items go together.
//
//   while z < limit and turns are left:  p, q = two places of a table;  the next places, a key, a count, four floats
//
// Source      processors have vectors; code that branches by its data, such as rays and searches, cannot use them
// Work        per turn 24 instructions of x86-64 beside moves between registers: 2 loads, 11 on whole numbers, 1 conversion,
//             5 on floats, 5 of the loop and its end; passes of workloads are counted the same way
// Traffic     8 bytes of the table per turn, which stays in the first cache
// Launch      1-D, groups of one
// Parameters  (none)
__kernel void probe_scalar(__global const uint* restrict table, __global uint* restrict out, const uint mask,
                           const float limit, const ulong steps)
{
  uint at = (uint)get_global_id(0) * 977u;
  uint key = 1u;
  uint larger = 0u;
  float x = 0.0f;
  float y = 0.0f;
  float w = 0.0f;
  float z = 0.0f;
  for (ulong i = 0; i < steps && z < limit; ++i) {
    const uint p = table[at & mask];
    const uint q = table[(at >> 7u) & mask];
    at = at * 1664525u + 1013904223u;
    key ^= q + (key << 5u);
    larger += p > q ? 1u : 0u;
    const float f = (float)(p & 255u);
    x = x * 0.5f + f;
    y = y * 0.25f + (x - f);
    w = w * 0.5f + y;
    z = z * 0.5f + w;
  }
  out[get_global_id(0)] = at ^ key ^ larger;
}
