// himeno/fill.cl - the initial values of all arrays in the layout of a variant.
//
//   for every point: p = next = slope[i] or random; coef[n] = constant or random, n = 0 .. 11
//                                                   <- random_values, official_values in values.cpp
// Source      the rules of the Himeno benchmark; random data are ours
// Work        an item takes every get_global_size(0)-th point of a row: all of it on CPUs
// Traffic     per point: 14 REAL written
// Launch      3-D: any number of items per row, rows, planes
// Parameters  REAL, BASE; BOTH: 1 to fill `next`, too, 0 for a variant that has none
// `ranges`: low and span of the 13 arrays; `keys`: theirs; `constants`: the 12 official values.
__kernel void himeno_fill(__global REAL* restrict p, __global REAL* restrict next, __global REAL* restrict coefficients,
                          __global const float* restrict ranges, __global const uint* restrict keys,
                          __global const REAL* restrict constants, __global const REAL* restrict slope, const int random,
                          const int rows, const int columns, const long row, const long plane, const long c_array,
                          const long c_plane) {
  const size_t j = get_global_id(1);
  const size_t i = get_global_id(2);
  for (size_t k = get_global_id(0); k < (size_t)columns; k += get_global_size(0)) {
    const uint point = (uint)((i * rows + j) * columns + k);
    const size_t at = BASE + i * plane + j * row + k;
    for (int n = 0; n < 13; ++n) {
      REAL value = n < 12 ? constants[n % 12] : slope[i];
      uint mixed = point ^ keys[n];
      mixed ^= mixed >> 16;
      mixed *= 0x7feb352dU;
      mixed ^= mixed >> 15;
      mixed *= 0x846ca68bU;
      mixed ^= mixed >> 16;
      if (random) value = ranges[2 * n] + ranges[2 * n + 1] * ((float)(mixed >> 8) * 0x1p-24f);
      if (n < 12) {
        coefficients[BASE + i * c_plane + n * (size_t)c_array + j * row + k] = value;
      } else {
        p[at] = value;
        if (BOTH) next[at] = value;
      }
    }
  }
}
