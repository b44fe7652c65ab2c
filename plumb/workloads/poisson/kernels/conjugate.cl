// poisson/kernels/conjugate.cl - the vectors and products of conjugate gradients.
//
//   beta = r z / (r z before); p = z + beta p; alpha = r z / p A p; u += alpha p; r -= alpha A p    <- solve_exactly
//
// Source      Hestenes and Stiefel 1952; z = r, or what a cycle of the multigrid makes of r
// Work        an item takes one point of some rows, on CPUs these rows; scalar: one group sums the products that
//             the groups left
// Traffic     apply: 1 read, 1 written; dot: 2 read; direct: 2 read, 1 written; advance: 4 read, 2 written
// Launch      as multigrid_smooth.cl; scalar: 1-D, GROUP
// Parameters  multigrid.clh stands in front

// What `scalars` holds.
#define RZ 0
#define ALPHA 1
#define BETA 2

#define ADD_PRODUCT(x, lane) sums[lane] += (double)one[x] * (double)two[x];
// Adds the products of a row of two vectors.
#define ADD_ROW(a, b, row)                                       \
  FOR_CHUNKS(i, nx) {                                            \
    __global const REAL* const one = (a) + (row) + i;            \
    __global const REAL* const two = (b) + (row) + i;            \
    const int count = nx - i < CHUNK ? nx - i : CHUNK;           \
    IN_LANES(count, ADD_PRODUCT)                                 \
  }
// Leaves the sum of a group.
#define LEAVE_SUM()                                              \
  double sum = 0;                                                \
  for (int lane = 0; lane < LANES; ++lane) sum += sums[lane];    \
  __local double shared[GROUP];                                  \
  JOIN(shared, sum, ADDED)                                       \
  if (LANE == 0) products[OWN_GROUP] = joined_sum;
#define NO_SUMS()      \
  double sums[LANES];  \
  for (int lane = 0; lane < LANES; ++lane) sums[lane] = 0;

__kernel void poisson_apply(__global const REAL* restrict p, __global REAL* restrict q, __global double* restrict products,
                            const int nx, const int ny, const int pitch, const int rows) {
  const size_t plane = (size_t)pitch * (ny + 1);
  const int first = FIRST_ROW;
  const REAL wx = 1, wy = 1, wz = DIM == 3;
  NO_SUMS()
  for (int j = first; j < END_ROW(first, ny); ++j) {
    const size_t row = PLANE * plane + (size_t)j * pitch;
    FOR_X(i, nx) q[row + i] = APPLIED(REAL, p, row + i);
    ADD_ROW(p, q, row)
  }
  LEAVE_SUM()
}

__kernel void poisson_dot(__global const REAL* restrict r, __global const REAL* restrict z, __global double* restrict products,
                          const int nx, const int ny, const int pitch, const int rows) {
  const size_t plane = (size_t)pitch * (ny + 1);
  const int first = FIRST_ROW;
  NO_SUMS()
  for (int j = first; j < END_ROW(first, ny); ++j) {
    const size_t row = PLANE * plane + (size_t)j * pitch;
    ADD_ROW(r, z, row)
  }
  LEAVE_SUM()
}

__kernel void poisson_direct(__global const REAL* restrict z, __global REAL* restrict p, __global const double* restrict scalars,
                             const int nx, const int ny, const int pitch, const int rows) {
  const size_t plane = (size_t)pitch * (ny + 1);
  const int first = FIRST_ROW;
  const REAL beta = (REAL)scalars[BETA];
  for (int j = first; j < END_ROW(first, ny); ++j) {
    const size_t row = PLANE * plane + (size_t)j * pitch;
    FOR_X(i, nx) p[row + i] = beta == 0 ? z[row + i] : z[row + i] + beta * p[row + i];
  }
}

// Leaves r r as well. After the end of the iteration (control[0] is not 0) the field stays.
__kernel void poisson_advance(__global const REAL* restrict p, __global const REAL* restrict q, __global REAL* restrict r,
                              __global OUTER* restrict u, __global const double* restrict scalars,
                              __global double* restrict products, __global const double* restrict control, const int nx,
                              const int ny, const int pitch, const int rows) {
  const size_t plane = (size_t)pitch * (ny + 1);
  const int first = FIRST_ROW;
  const OUTER step = control[0] == 0 ? (OUTER)scalars[ALPHA] : (OUTER)0;
  const REAL alpha = (REAL)scalars[ALPHA];
  NO_SUMS()
  for (int j = first; j < END_ROW(first, ny); ++j) {
    const size_t row = PLANE * plane + (size_t)j * pitch;
    FOR_X(i, nx) u[row + i] += step * (OUTER)p[row + i];
    FOR_X(i, nx) r[row + i] -= alpha * q[row + i];
    ADD_ROW(r, r, row)
  }
  LEAVE_SUM()
}

// `what`: 0 begins anew; 1 the products are r z; 2 they are p A p. A product of 0 is the end: nothing moves.
__kernel void poisson_scalar(__global const double* restrict products, __global double* restrict scalars, const uint partials,
                             const uint what) {
  double sum = 0;
  for (size_t p = LANE; p < partials; p += GROUP) sum += products[p];
  __local double shared[GROUP];
  JOIN(shared, sum, ADDED)
  if (LANE == 0) {
    const double before = scalars[RZ];
    const double above = what == 2 ? before : joined_sum;
    const double below = what == 2 ? joined_sum : before;
    const double quotient = below > 0 ? above / below : 0;
    if (what == 2) {
      scalars[ALPHA] = quotient;
    } else {
      scalars[BETA] = quotient;
      scalars[RZ] = what == 0 ? 0 : joined_sum;
    }
  }
}
