// poisson/kernels/red_black.cl - one colour of a sweep of successive over-relaxation, in place.
//
//   for the unknowns with (i + j + k) % 2 == colour: u += omega (mean - u)     <- relax_reference
//
// Source      Young 1954: the colours need none of their own values; the best omega is known here
// Work        an item takes points of some rows, its neighbours those between: items of a GPU lie beside
//             each other, one item of a CPU takes whole rows
// Traffic     per colour: 1 REAL read per point, half of them written; 2 DIM + 2 flops per update
// Launch      3-D: items of a row, items for all rows, planes; groups of items beside each other
// Parameters  (point.clh stands in front)

__kernel void poisson_relax(__global REAL* restrict u, __global const double* restrict control, SOURCE_PARAMETER const uint nx, const uint ny,
                            const uint pitch, const uint rows, const uint colour, const REAL omega) {
  const size_t plane = (size_t)pitch * (ny + 1);
  const size_t k = get_global_id(2) + (DIM == 3);
  const size_t first = get_global_id(1) * rows + 1;
  const size_t beyond = first + rows < ny ? first + rows : ny;
  const size_t end = control[0] == 0 ? beyond : first;
  for (size_t j = first; j < end; ++j) {
    __global REAL* const row = u + k * plane + j * pitch;
    const size_t odd = (j + k + colour) & 1;
    for (size_t i = 2 * get_global_id(0) + (odd ? 1 : 2); i < nx; i += 2 * get_global_size(0)) {
      const REAL down = DIM == 3 ? row[i - (DIM == 3 ? plane : 0)] : (REAL)0;
      const REAL up = DIM == 3 ? row[i + (DIM == 3 ? plane : 0)] : (REAL)0;
      (void)down, (void)up;  // a plane has no such neighbours
      const REAL mean = MEAN(REAL, row[i - 1], row[i + 1], row[i - pitch], row[i + pitch], down, up) LESS_SOURCE(REAL, k * plane + j * pitch + i);
      row[i] = row[i] + omega * (mean - row[i]);
    }
  }
}
