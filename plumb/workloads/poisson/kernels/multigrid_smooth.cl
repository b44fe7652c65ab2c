// poisson/kernels/multigrid_smooth.cl - residual of the field, sweeps on a level, correction of the field.
//
//   f = sum of neighbours - 2 DIM u;  e += relax (f - A e);  u += e          <- residual_of, solve_exactly
//
// Source      Brandt 1977; sweeps of Jacobi's method whose factors are Chebyshev's for rough errors
// Work        an item takes one point of some rows, on CPUs these rows. begin makes two sweeps of e = 0 at once;
//             correct makes the last sweep and adds its result to the field
// Traffic     residual: 1 read, 1 written; begin: 1 read, 1 written; smooth: 2 read, 1 written;
//             correct: 3 read, 1 written; (DIM + 2) * 4 flops
// Launch      items: 3-D, points of a row, rows, planes in groups of GROUP; rows: 2-D, items, planes
// Parameters  multigrid.clh stands in front

#define ADD_RESIDUAL(x, lane)                              \
  const double d = fabs((double)here[x]) * (0.5 / DIM);    \
  sums[lane] += d;                                         \
  most[lane] = d > most[lane] ? d : most[lane];            \
  roots[lane] += d * d;

__kernel void poisson_residual(__global const OUTER* restrict u, __global REAL* restrict f, __global double* restrict partial,
                               SOURCE_PARAMETER const int nx, const int ny, const int pitch, const int rows) {
  const size_t plane = (size_t)pitch * (ny + 1);
  const int first = FIRST_ROW;
  const double wx = 1, wy = 1, wz = DIM == 3;
  double sums[LANES], most[LANES], roots[LANES];
  for (int lane = 0; lane < LANES; ++lane) sums[lane] = most[lane] = roots[lane] = 0;
  for (int j = first; j < END_ROW(first, ny); ++j) {
    const size_t row = PLANE * plane + (size_t)j * pitch;
    FOR_X(i, nx) f[row + i] = (REAL)(-APPLIED(double, u, row + i) LESS_SOURCE(row + i));
    FOR_CHUNKS(i, nx) {
      __global const REAL* const here = f + row + i;
      const int count = nx - i < CHUNK ? nx - i : CHUNK;
      IN_LANES(count, ADD_RESIDUAL)
    }
  }
  double sum = 0, largest = 0, squares = 0;
  for (int lane = 0; lane < LANES; ++lane) {
    sum += sums[lane];
    largest = fmax(largest, most[lane]);
    squares += roots[lane];
  }
  __local double shared[GROUP];
  JOIN(shared, sum, ADDED)
  JOIN(shared, largest, LARGER)
  JOIN(shared, squares, ADDED)
  if (LANE == 0) {
    partial[OWN_GROUP] = joined_sum;
    partial[GROUPS + OWN_GROUP] = joined_largest;
    partial[2 * GROUPS + OWN_GROUP] = joined_squares;
  }
}

__kernel void poisson_begin(__global const REAL* restrict f, __global REAL* restrict e, const int nx, const int ny,
                            const int pitch, const int rows, const REAL wx, const REAL wy, const REAL wz,
                            const REAL relax, const REAL relax_again) {
  const size_t plane = (size_t)pitch * (ny + 1);
  const int first = FIRST_ROW;
  for (int j = first; j < END_ROW(first, ny); ++j) {
    const size_t row = PLANE * plane + (size_t)j * pitch;
    FOR_X(i, nx) e[row + i] = (relax + relax_again) * f[row + i] - relax * relax_again * APPLIED(REAL, f, row + i);
  }
}

// `keeps` is 1 for a sweep; with 0, and relax 1, the result is the residual.
__kernel void poisson_smooth(__global const REAL* restrict e, __global const REAL* restrict f, __global REAL* restrict to,
                             const int nx, const int ny, const int pitch, const int rows, const REAL wx, const REAL wy,
                             const REAL wz, const REAL relax, const REAL keeps) {
  const size_t plane = (size_t)pitch * (ny + 1);
  const int first = FIRST_ROW;
  for (int j = first; j < END_ROW(first, ny); ++j) {
    const size_t row = PLANE * plane + (size_t)j * pitch;
    FOR_X(i, nx) to[row + i] = keeps * e[row + i] + relax * (f[row + i] - APPLIED(REAL, e, row + i));
  }
}

#define NOTE_CHANGE(x, lane)                                        \
  const double size = fabs((double)change[x]);                      \
  most[lane] = LARGER_OR_NONE(most[lane], size);

// After the end of the iteration (control[0] is not 0) the field stays.
__kernel void poisson_correct(__global const REAL* restrict e, __global const REAL* restrict f, __global OUTER* restrict u,
                              __global double* restrict partial, __global const double* restrict control, const int nx,
                              const int ny, const int pitch, const int rows, const REAL wx, const REAL wy, const REAL wz,
                              const REAL relax) {
  const size_t plane = (size_t)pitch * (ny + 1);
  const int first = FIRST_ROW;
  const OUTER changes = control[0] == 0 ? 1 : 0;
  double most[LANES];
  for (int lane = 0; lane < LANES; ++lane) most[lane] = 0;
  for (int j = first; j < END_ROW(first, ny); ++j) {
    const size_t row = PLANE * plane + (size_t)j * pitch;
    FOR_CHUNKS(i, nx) {
      REAL change[CHUNK];
      const int count = nx - i < CHUNK ? nx - i : CHUNK;
      for (int x = 0; x < count; ++x) {
        const size_t at = row + i + x;
        change[x] = e[at] + relax * (f[at] - APPLIED(REAL, e, at));
      }
      for (int x = 0; x < count; ++x) u[row + i + x] += changes * (OUTER)change[x];
      IN_LANES(count, NOTE_CHANGE)
    }
  }
  double largest = 0;
  for (int lane = 0; lane < LANES; ++lane) largest = fmax(largest, most[lane]);
  __local double shared[GROUP];
  JOIN(shared, largest, LARGER)
  if (LANE == 0) partial[3 * GROUPS + OWN_GROUP] = joined_largest;
}
