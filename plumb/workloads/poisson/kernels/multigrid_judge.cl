// poisson/kernels/multigrid_judge.cl - the decision after a cycle: how far is the field from the solution?
//
//   q = change / change before;  error = 2 change q / (1 - q)                     <- examine
//
// Source      ours: a cycle that reduces every error by q leaves q / (1 - q) of what it changed
// Work        one group; a fixed number of cycles (ends is 0) only notes its history
// Traffic     32 B per partial sum
// Launch      1-D, GROUP
// Parameters  (multigrid.clh stands in front)

#define STATUS 0
#define SWEEPS 1
#define CHECKS 2
#define CHANGE 3
#define CONVERGED 1
#define STAGNATED 2
#define EXHAUSTED 3
#define NOT_FINITE 6
#define WINDOW 4  // cycles, of which each leaves a tenth to a half

__kernel void poisson_judge(__global const double* restrict partial, __global double* restrict control,
                            __global double* restrict history, const uint partials, const uint norm, const double tolerance,
                            const double unknowns, const double most, const uint ends) {
  double sum = 0, largest = 0, squares = 0, change = 0;
  for (size_t p = LANE; p < partials; p += GROUP) {
    sum += partial[p];
    largest = fmax(largest, partial[partials + p]);
    squares += partial[2 * (size_t)partials + p];
    change = fmax(change, partial[3 * (size_t)partials + p]);
  }
  __local double shared[GROUP];
  JOIN(shared, sum, ADDED)
  JOIN(shared, largest, LARGER)
  JOIN(shared, squares, ADDED)
  JOIN(shared, change, LARGER)
  if (LANE == 0 && control[STATUS] == 0) {
    const size_t check = (size_t)control[CHECKS];
    // A lucky cycle does not count: no cycle here reduces all errors to less than a tenth. Twice the
    // estimate, because the rate of the next cycles is not that of the last one.
    const double found = check > 0 ? joined_change / control[CHANGE] : 0.5;
    const double rate = fmin(fmax(found, 0.1), 0.9);
    const double error = 2 * joined_change * rate / (1 - rate);
    const double judged = norm == 0 ? joined_sum : norm == 1 ? joined_largest : norm == 2 ? sqrt(joined_squares / unknowns) : error;
    control[SWEEPS] += 1;
    control[CHECKS] += 1;
    control[CHANGE] = joined_change;
    history[2 * check] = judged;
    history[2 * check + 1] = joined_sum;
    double status = control[SWEEPS] + 1 > most ? EXHAUSTED : 0;
    const double before = history[2 * (check - (check >= WINDOW ? WINDOW : 0)) + 1];
    if (check >= WINDOW && joined_sum > 0.5 * before) status = STAGNATED;
    if (judged <= tolerance) status = CONVERGED;
    if (!(joined_sum <= LARGEST_DOUBLE && joined_change < LARGEST_DOUBLE)) status = NOT_FINITE;
    control[STATUS] = ends ? status : 0;
  }
}
