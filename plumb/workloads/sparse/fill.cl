// sparse/fill.cl - synthetic matrices in place, and a full matrix made of what is not zero.
//
//   for i in [0, rows), k in [0, nonzeros): place(i, k), value(i, k)     <- Synthetic in matrix.cpp
//   matrix = 0; for every element: matrix[row][column] = value           <- placed_reference in reference.cpp
//
// Source      paper 003, section 3.7: what is not zero goes to the device, its coordinates place it
// Work        fill: a row per work-item; clear and place: elements in a row or strided
// Traffic     fill: per element 1 REAL and 1 uint written; clear: 1 REAL written; place: 1 REAL and 2 uint
//             read, 1 REAL written
// Launch      1-D; fill: at least `held` items for ELL (rows beyond the matrix are zero), rows + 1 for CSR
// Parameters  REAL
uint sparse_mixed(uint x) {
  x ^= x >> 16;
  x *= 0x7feb352dU;
  x ^= x >> 15;
  x *= 0x846ca68bU;
  x ^= x >> 16;
  return x;
}

// Element k of row i lies at i * row_step + k * element_step.
__kernel void sparse_fill(__global REAL* restrict values, __global uint* restrict places,
                          __global uint* restrict starts, const ulong row_step, const ulong element_step,
                          const uint rows, const uint held, const uint nonzeros, const uint key,
                          const uint banded) {
  const ulong i = get_global_id(0);
  if (i <= rows && element_step == 1) starts[i] = (uint)(i * nonzeros);
  if (i < held) {
    const uint section = rows / nonzeros;
    for (uint k = 0; k < nonzeros; ++k) {
      const uint element = (uint)(i * nonzeros + k);
      uint place = 0;
      if (banded) {  // the columns around the diagonal; beyond one edge they go on at the other
        const ulong near = i + k + rows - nonzeros / 2;
        const ulong once = near >= rows ? near - rows : near;
        place = (uint)(once >= rows ? once - rows : once);
      } else {
        place = k * section + sparse_mixed(element ^ key) % section;
      }
      const ulong at = i * row_step + k * element_step;
      places[at] = i >= rows ? 0 : place;
      values[at] = i >= rows ? (REAL)0 : (REAL)0.5f + (REAL)(sparse_mixed(element ^ ~key) >> 9) * (REAL)0x1p-24f;
    }
  }
}

// With a chunk an item takes so many elements in a row (CPUs), else every get_global_size(0)-th.
#define EACH_OF(count)                                                                        \
  const ulong step = chunk > 0 ? 1 : get_global_size(0);                                      \
  const ulong first = get_global_id(0) * (chunk > 0 ? chunk : 1);                             \
  const ulong end = chunk > 0 && first + chunk < count ? first + chunk : count;               \
  for (ulong at = first; at < end; at += step)

__kernel void sparse_clear(__global REAL* restrict matrix, const ulong count, const ulong chunk) {
  EACH_OF(count) matrix[at] = 0;
}

__kernel void sparse_place(__global REAL* restrict matrix, __global const REAL* restrict values,
                           __global const uint* restrict lines, __global const uint* restrict places,
                           const ulong columns, const ulong count, const ulong chunk) {
  EACH_OF(count) matrix[lines[at] * columns + places[at]] = values[at];
}
