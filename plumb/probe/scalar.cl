// plumb/probe/scalar.cl - a loop that goes on by what it reads: no two turns and no two work-items go together.
//
//   while z < limit and turns are left:  p, q = two places of a table;  the next places, a key, a count, four floats  probe_scalar
//   while a != end and turns are left:   four chains of whole numbers, each in its own way                            probe_scalar_integer
//
// Source      processors have vectors; code that branches by its data, such as rays and searches, cannot use them
// Work        probe_scalar: per turn 24 instructions of x86-64 beside moves between registers: 2 loads, 11 on whole numbers, 1 conversion,
//             5 on floats, 5 of the loop and its end; probe_scalar_integer: 26, of which 21 on whole numbers, with one
//             for each operation that is written, and 5 of the loop and its end; passes of workloads are counted the same way
// Traffic     probe_scalar: 8 bytes of the table per turn, which stays in the first cache
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

__kernel void probe_scalar_integer(__global uint* restrict out, const uint end, const ulong steps)
{
  uint a = (uint)get_global_id(0) * 977u + 1u;
  uint b = 1u;
  uint c = 2u;
  uint d = 3u;
  for (ulong i = 0; i < steps && a != end; ++i) {
    a ^= a << 13u, a ^= a >> 17u, a ^= a << 5u;
    b = ((b & 0xffffu) << 2u) + (b >> 3u) + 7u;
    c = (c < 0x1000u ? c + 5u : c - 0xfffu) ^ 0x55u;
    d = d * 5u + (d >> 9u), d -= d >> 4u, d |= 1u;
  }
  out[get_global_id(0)] = a + b + c + d;
}
