// livermore/kernels/search.cl - kernel 16: where each zone would stop, found for all zones at once.
//
//   for k = 1..n of zone m:  j5 = ZONE[..];  stop at j5 = n, at a test c = 0, at a sign 0;
//                            change to zone m + 1 where sign and c differ
//
// Source      Livermore Fortran Kernels mf528, kernel 16; thesis 003, table 3 (one pass: it is not)
// Work        find: an item tests `chunk` entries of a zone and keeps the lowest event by an atomic
//             minimum; count: the same items count evaluations up to it; walk: one item
// Traffic     find 8 bytes of ZONE and one to five gathers per entry, count 4 bytes
// Launch      2-D: n / chunk items x zones; reset and walk: one item
// Parameters  REAL: float or double
#pragma OPENCL FP_CONTRACT OFF
#define INPUT __global const REAL* restrict
#define D(i) d[(i) + 3]  // four elements of the storage before D stand in front

__kernel void livermore_search_reset(__global uint* event, __global uint* evaluations, const uint n)
{
  event[get_global_id(0)] = n;
  evaluations[get_global_id(0)] = 0;
}

__kernel void livermore_search_find(__global const int* restrict zone, INPUT d, INPUT plan,
                                    volatile __global uint* event, const REAL r, const REAL s,
                                    const REAL t, const int reach, const uint n, const ulong chunk)
{
  const ulong first = get_global_id(0) * chunk;
  const ulong end = first + chunk < n ? first + chunk : n;
  const ulong base = 2 * (ulong)n * get_global_id(1);
  const int span = (int)n;
  int running = first < end && atomic_or(&event[get_global_id(1)], 0u) > (uint)first;
  for (ulong k = first; running && k < end; ++k) {
    const int j5 = zone[base + 2 * k + 2];
    REAL c = 0;  // j5 = n stops, and so does an entry that the search cannot reach
    if (j5 > span && j5 <= reach) {
      c = D(j5) - (D(j5 - 1) * ((t - D(j5 - 2)) * (t - D(j5 - 2))) +
                   (s - D(j5 - 3)) * (s - D(j5 - 3)) + (r - D(j5 - 4)) * (r - D(j5 - 4)));
    } else if (j5 >= 1 && j5 < span) {
      const int third = span / 3;
      c = plan[j5 - 1] - (j5 < span - 2 * third ? t : j5 < span - third ? s : r);
    }
    const int sign = zone[base + 2 * k + 1];
    if (c == 0 || sign == 0 || (c < 0) != (sign < 0)) {
      atomic_min(&event[get_global_id(1)], (uint)k);
      running = 0;
    }
  }
}

__kernel void livermore_search_count(__global const int* restrict zone,
                                     __global const uint* restrict event,
                                     volatile __global uint* evaluations, const uint n,
                                     const ulong chunk)
{
  const ulong stop = event[get_global_id(1)] < n ? event[get_global_id(1)] + 1 : n;
  const ulong first = get_global_id(0) * chunk;
  const ulong end = first + chunk < stop ? first + chunk : stop;
  const ulong base = 2 * (ulong)n * get_global_id(1);
  uint found = 0;
  for (ulong k = first; k < end; ++k) found += zone[base + 2 * k + 2] > (int)n;
  if (found > 0) atomic_add(&evaluations[get_global_id(1)], found);
}

__kernel void livermore_search_walk(__global const int* restrict zone, INPUT d, INPUT plan,
                                    __global const uint* restrict event,
                                    __global const uint* restrict evaluations,
                                    __global int* restrict result, const REAL r, const REAL s,
                                    const REAL t, const uint n)
{
  int k2 = 0, k3 = 0, j5 = 0, m = 1, running = 1;
  const int span = (int)n;
  while (running) {
    const uint at = event[m - 1];
    const ulong k = at < n ? at : n - 1;
    const ulong base = 2 * (ulong)n * (ulong)(m - 1);
    j5 = zone[base + 2 * k + 2];
    k2 += (int)k + 1;
    k3 += (int)evaluations[m - 1];
    running = at < n && j5 != span && zone[base + 2 * k + 1] != 0;
    if (running && j5 > span) {
      running = D(j5) - (D(j5 - 1) * ((t - D(j5 - 2)) * (t - D(j5 - 2))) +
                         (s - D(j5 - 3)) * (s - D(j5 - 3)) + (r - D(j5 - 4)) * (r - D(j5 - 4))) != 0;
    } else if (running) {
      const int third = span / 3;
      running = plan[j5 - 1] != (j5 < span - 2 * third ? t : j5 < span - third ? s : r);
    }
    if (running) m = m + 1 > zone[0] ? 1 : m + 1;
    if (running && m == 1) running = 0;
  }
  result[0] = k2;
  result[1] = k3;
  result[2] = j5;
  result[3] = m;
}
