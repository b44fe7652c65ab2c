// livermore/kernels/sweeps.cl - kernels 17 and 20: what is pending before the first sweep.
//
//   reset    control[CHANGED..] = pending, 0, 0, ..
//   borders  control[CHANGED] += rows whose end is not the beginning of the next
//
// Source      parallel in time: rows run at once from guessed states, then their borders are compared
// Work        reset: an item per word; borders: an item per border
// Traffic     borders: 2 REAL per border
// Launch      1-D; reset before the guess, borders behind it
// Parameters  REAL: float or double
#define CHANGED 64

// Before the first sweep `pending` changes are known.
__kernel void livermore_sweeps_reset(__global uint* control, const uint pending)
{
  const size_t i = get_global_id(0);
  if (i < CHANGED) control[CHANGED + i] = i == 0 ? pending : 0;
}

// Rows of `chunk` steps were run from guessed states. Where the state behind one is not that before
// the next, a change is pending; where none is, all are those of the sequential run. Step 0 is at
// `first`, the others follow it, or precede it if `down`.
__kernel void livermore_sweeps_borders(__global const REAL* state, __global const REAL* behind,
                                     volatile __global uint* control, const ulong first,
                                     const uint down, const ulong chunk, const ulong count)
{
  const ulong row = get_global_id(0) + 1;
  if (row * chunk < count) {
    const ulong at = down != 0 ? first - row * chunk : first + row * chunk;
    if (!(state[at] == behind[row - 1])) atomic_inc(&control[CHANGED]);
  }
}
