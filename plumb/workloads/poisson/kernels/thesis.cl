// poisson/kernels/thesis.cl - the launches of the thesis: update with residual, copy back, sums in passes.
//
//   pixel = (mean of the neighbours, |its difference|); field = pixel.x; m differences become one
//                                                                               <- sweep_reference
// Source      the thesis of 2004, section 4.3.2, and kernel 3 of its section 4.2 for the sums
// Work        an item takes a texel. merge: an item adds MERGED values, a pass leaves 1 / MERGED of them
// Traffic     update: 1 REAL read, 2 written; copy_back: 2 read, 1 written; merge: MERGED read, 1 written
// Launch      update, copy_back: 3-D, columns, rows, planes in groups along x; merge: 1-D
// Parameters  (point.clh stands in front) PAIR: two of REAL; MERGED

__kernel void poisson_update(__global const REAL* restrict field, __global PAIR* restrict pixels,
                             SOURCE_PARAMETER const uint nx, const uint ny, const uint pitch) {
  const size_t i = get_global_id(0) + 1;
  const size_t plane = (size_t)pitch * (ny + 1);
  const size_t at = (get_global_id(2) + (DIM == 3)) * plane + (get_global_id(1) + 1) * pitch + i;
  if (i < nx) {
    const REAL down = DIM == 3 ? field[DIM == 3 ? at - plane : at] : (REAL)0;
    const REAL up = DIM == 3 ? field[DIM == 3 ? at + plane : at] : (REAL)0;
    (void)down, (void)up;  // a plane has no such neighbours
    const REAL mean =
        MEAN(REAL, field[at - 1], field[at + 1], field[at - pitch], field[at + pitch], down, up) LESS_SOURCE(REAL, at);
    PAIR pixel;
    pixel.x = mean;
    pixel.y = fabs(mean - field[at]);
    pixels[at] = pixel;
  }
}

// Only what the boundary encloses; the differences go to the texture that is summed. After the end of the
// iteration (control[0] is not 0) the field stays.
__kernel void poisson_copy(__global const PAIR* restrict pixels, __global REAL* restrict field,
                           __global REAL* restrict differences, __global const double* restrict control, const uint nx,
                           const uint ny, const uint pitch) {
  const size_t i = get_global_id(0) + 1;
  const size_t plane = (size_t)pitch * (ny + 1);
  const size_t at = (get_global_id(2) + (DIM == 3)) * plane + (get_global_id(1) + 1) * pitch + i;
  const size_t number = (get_global_id(2) * (ny - 1) + get_global_id(1)) * (nx - 1) + i - 1;
  if (i < nx && control[0] == 0) {
    const PAIR pixel = pixels[at];
    field[at] = pixel.x;
    differences[number] = pixel.y;
  }
}

__kernel void poisson_merge(__global const REAL* restrict from, __global REAL* restrict to, const uint count) {
  const size_t item = get_global_id(0);
  if (item * MERGED < count) {
    REAL sum = 0;
    for (size_t n = item * MERGED; n < (item + 1) * MERGED && n < count; ++n) sum += from[n];
    to[item] = sum;
  }
}

// The one sum that is left, where the decision looks for it: as computed, without an exact one.
__kernel void poisson_total(__global const REAL* restrict sum, __global double* restrict partial) {
  for (int n = 0; n < NORMS; ++n) partial[n] = n == 0 || n == 3 ? (double)sum[0] : 0.0;
}
