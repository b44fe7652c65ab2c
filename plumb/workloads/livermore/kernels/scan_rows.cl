// livermore/kernels/scan_rows.cl - x <- a x + b over a whole array on CPUs: 5, 11, 17, 19, 20, 23.
//
//   for i = 0..count-1:  x = a(i)*x + b(i), what `KEPT` takes of x before and after is stored
//
// Source      Blelloch, prefix sums: the maps of all rows, one item through them, then the rows again.
//             Nothing waits for another thread, which may not be running
// Work        an item takes STRANDS rows of LENGTH steps beside each other: a core overlaps them
// Traffic     per step, in REAL: what the coefficients need, twice, and the result
// Launch      1-D: join and apply one item per STRANDS*LENGTH steps, hand one item; in this order
// Parameters  (recurrences.cl stands in front) REAL, STRANDS, LENGTH: odd lines apart, so that rows do
//             not fall into the same sets of a cache
#pragma OPENCL FP_CONTRACT OFF
// STEP(i, strand) for all steps of an item's rows; the last item's may be cut off.
#define ALL_STEPS(STEP)                                                            \
  const ulong base = get_global_id(0) * (STRANDS * LENGTH), steps = IDLE ? 0 : count; \
  if (base + STRANDS * LENGTH <= steps) {                                          \
    for (uint k = 0; k < LENGTH; ++k)                                              \
      _Pragma("unroll") for (uint strand = 0; strand < STRANDS; ++strand) { STEP(base + strand * LENGTH + k, strand) } \
  } else {                                                                         \
    for (uint strand = 0; strand < STRANDS; ++strand)                                             \
      for (uint k = 0; k < LENGTH && base + strand * LENGTH + k < steps; ++k) {         \
        STEP(base + strand * LENGTH + k, strand)                                             \
      }                                                                            \
  }

#define JOIN(at, strand)             \
  const ulong i = at;                \
  REAL slope = 1, shift = 0;         \
  COEFFICIENTS(i)                    \
  b[strand] = slope * b[strand] + shift; \
  a[strand] = slope * a[strand];
__kernel void livermore_rows_join(ARRAYS, __global const REAL* start, const ulong start_at,
                                  __global REAL* restrict maps, __global const uint* control,
                                  const uint sweep, const ulong count)
{
  REAL a[STRANDS], b[STRANDS];
  for (uint strand = 0; strand < STRANDS; ++strand) a[strand] = 1, b[strand] = 0;
  ALL_STEPS(JOIN)
  for (uint strand = 0; strand < STRANDS; ++strand) {
    maps[2 * (get_global_id(0) * STRANDS + strand)] = a[strand];
    maps[2 * (get_global_id(0) * STRANDS + strand) + 1] = b[strand];
  }
  (void)start, (void)start_at, (void)control, (void)sweep;
  OUTPUTS
}

// Each map is replaced by x before its row.
__kernel void livermore_rows_hand(__global const REAL* start, const ulong start_at,
                                  __global REAL* restrict maps, __global REAL* restrict last,
                                  const ulong rows)
{
  REAL value = start[start_at];
  for (ulong r = 0; r < rows; ++r) {
    const REAL next = maps[2 * r] * value + maps[2 * r + 1];
    maps[2 * r] = value;
    value = next;
  }
  last[0] = value;
}

#define APPLY(at, strand)                        \
  const ulong i = at;                            \
  REAL slope = 1, shift = 0;                     \
  COEFFICIENTS(i)                                \
  const REAL next = slope * value[strand] + shift; \
  const REAL kept = KEPT(value[strand], next);   \
  { EMIT(i) }                                    \
  value[strand] = next;
__kernel void livermore_rows_apply(ARRAYS, __global const REAL* start, const ulong start_at,
                                   __global const REAL* restrict maps,
                                   volatile __global uint* control, const uint sweep,
                                   const ulong count)
{
  REAL value[STRANDS];
  for (uint strand = 0; strand < STRANDS; ++strand) value[strand] = maps[2 * (get_global_id(0) * STRANDS + strand)];
  ALL_STEPS(APPLY)
  (void)start, (void)start_at, (void)control, (void)sweep;
}
