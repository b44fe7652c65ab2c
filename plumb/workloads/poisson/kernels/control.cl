// poisson/kernels/control.cl - initial values, the decision after a check, and the field in its place.
//
//   norms = sums of the partial ones; is it converged, does it still gain, is it the last?   <- examine
//
// Source      the thesis of 2004, section 4.3.2, decides on the CPU after every sweep; here the device
//             does, so that nothing is read back between checks
// Work        control: one group. start, settle: items of a row each take every so many elements
// Traffic     control: 48 B per partial sum; start: 2 REAL written per element; settle: 1 read, 1 written
// Launch      control: 1-D, GROUP; resume, tally: one item; start, settle: 3-D, items of a row, rows, planes
// Parameters  (point.clh stands in front) GROUP: a power of 2, 1 on CPUs

// What control holds, and why an iteration ended.
#define STATUS 0
#define SWEEPS 1
#define CHECKS 2
#define CONVERGED 1
#define STAGNATED 2
#define EXHAUSTED 3
#define INTERRUPTED 5
#define NOT_FINITE 6
#define LARGEST_DOUBLE 1.7976931348623157e308

__kernel void poisson_start(__global REAL* restrict field, __global REAL* restrict other, const uint nx, const uint ny,
                            const uint nz, const uint pitch, const REAL top, const uint both) {
  const size_t j = get_global_id(1);
  const size_t k = get_global_id(2);
  const size_t row = (k * (ny + 1) + j) * pitch;
  const bool hot = DIM == 3 ? k == nz : j == ny;
  for (size_t i = get_global_id(0); i < pitch; i += get_global_size(0)) {
    const REAL value = hot && i <= nx ? top : (REAL)0;
    field[row + i] = value;
    if (both) other[row + i] = value;
  }
}

// What a check found: judged by `norm` (0 sum, 1 largest, 2 root of the mean square, 3 bound of the
// error), it ends the iteration as the judge below says. history: the judged norm and the exact sum.
__kernel void poisson_control(__global const double* restrict partial, __global double* restrict control,
                              __global double* restrict history, const uint partials, const uint norm,
                              const double tolerance, const double unknowns, const double bound, const double sweeps,
                              const double most, const uint window) {
  __local double shared[GROUP];
  double norms[NORMS];
  const size_t lane = get_local_id(0);
  for (int n = 0; n < NORMS; ++n) {
    double own = 0;
    for (size_t p = lane; p < partials; p += GROUP) {
      const double value = partial[n * (size_t)partials + p];
      own = IS_LARGEST(n) ? fmax(own, value) : own + value;
    }
    shared[lane] = own;
    for (size_t apart = GROUP / 2; apart > 0; apart /= 2) {
      barrier(CLK_LOCAL_MEM_FENCE);
      if (lane < apart) {
        const double other = shared[lane + apart];
        shared[lane] = IS_LARGEST(n) ? fmax(shared[lane], other) : shared[lane] + other;
      }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    norms[n] = shared[0];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (lane == 0 && control[STATUS] == 0) {
    const double judged = norm == 0 ? norms[3] : norm == 1 ? norms[4] : norm == 2 ? sqrt(norms[2] / unknowns) : bound * norms[1];
    const size_t check = (size_t)control[CHECKS];
    control[SWEEPS] += sweeps;
    control[CHECKS] += 1;
    history[2 * check] = judged;
    history[2 * check + 1] = norms[0];
    // Most of what is left is lost by rounding, or a whole window, in which exact sweeps leave a sixteenth
    // at most, has left more than half.
    const bool lost = norms[3] < 0.25 * norms[0];
    const bool stands = check >= window && norms[0] > 0.5 * history[2 * (check - (check >= window ? window : 0)) + 1];
    double status = control[SWEEPS] + sweeps > most ? EXHAUSTED : 0;
    if (lost || stands) status = STAGNATED;
    if (judged <= tolerance) status = CONVERGED;
    // The largest of some numbers is none that is not a number, their sum is.
    if (!(norms[0] <= LARGEST_DOUBLE)) status = NOT_FINITE;
    control[STATUS] = status;
  }
}

// Before the last, shorter round: it is made where no whole one was left and `most` are not reached yet.
__kernel void poisson_resume(__global double* restrict control, const double most) {
  const double status = control[STATUS];
  if (status == 0) control[STATUS] = INTERRUPTED;
  if (status == EXHAUSTED && control[SWEEPS] < most) control[STATUS] = 0;
}

// Sweeps that nothing checks are counted.
__kernel void poisson_tally(__global double* restrict control, const double sweeps) { control[SWEEPS] += sweeps; }

// After an odd number of sweeps the field lies in `other`.
__kernel void poisson_settle(__global REAL* restrict field, __global const REAL* restrict other,
                             __global const double* restrict control, const uint nx, const uint ny, const uint pitch) {
  const size_t row = (get_global_id(2) * (ny + 1) + get_global_id(1)) * pitch;
  const double half_sweeps = control[SWEEPS] * 0.5;
  if (half_sweeps != floor(half_sweeps)) {
    for (size_t i = get_global_id(0); i <= nx; i += get_global_size(0)) field[row + i] = other[row + i];
  }
}
