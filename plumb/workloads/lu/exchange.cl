// lu/exchange.cl - the exchanges of a block applied to other columns, and the block's triangle solved.
//
//   for t in [0, count): exchange rows first + t and pivots[first + t]   <- exchanged_columns in reference.cpp
//   right of the block: a[first + k][j] -= a[first + k][first + i] a[first + i][j], i < k < count
//
// Source      ours. What ends in a row after all exchanges is found by going through them backwards, so
//             that every element is read and written once, all at the same time
// Work        a group takes 16 columns, all left or all right of the block; an item one column and every
//             16th row of the block. The triangle comes through local memory, 16 of its columns at a
//             time, fetched one step ahead
// Traffic     per column: at most 2 count REAL read and written; right of the block count REAL more
//             written (`across`, by rows, for the update) and count (count - 1) flops
// Launch      1-D, groups of 256, 16 columns each; the columns of [begin, end) but those of the block.
//             `begin` and `first` are multiples of 16
// Parameters  (real.clh, exchange_strip.clh stand in front) REAL; SMALLEST; BLOCK: most rows, a multiple
//             of 16, at most 128
__kernel void lu_exchange(__global REAL* a, __global const uint* restrict pivots,
                          __global REAL* restrict across, const ulong rows, const ulong stride,
                          const uint n, const uint first, const uint count, const uint begin,
                          const uint end) {
  __local uint swaps[BLOCK];
  __local uint source[2 * BLOCK];
  __local uint target[2 * BLOCK];
  __local REAL line[2][SIDE];
  __local REAL strips[2 * SIDE * BLOCK];  // in the end the rows of the group's columns
  const uint lane = (uint)get_local_id(0);
  const uint s = lane % SIDE;
  const uint own = lane / SIDE;
  for (uint t = lane; t < count; t += GROUP) swaps[t] = first + t + 1 < n ? pivots[first + t] : n - 1;
  barrier(CLK_LOCAL_MEM_FENCE);

  // The rows of the block, then those below it that it exchanges rows with, and where they come from. Of
  // several exchanges with the same row the last one counts.
  const uint t_own = lane % BLOCK;
  uint wanted = n;  // none
  if (lane < BLOCK && t_own < count) wanted = first + t_own;
  if (lane >= BLOCK && t_own < count && swaps[t_own] >= first + count) wanted = swaps[t_own];
  uint row = wanted;
  int comes_again = 0;
  for (int t = (int)count - 1; t >= 0; --t) {
    const uint upper = first + (uint)t;
    const uint lower = swaps[t];
    comes_again |= lower == wanted && t > (int)t_own;
    row = row == upper ? lower : (row == lower ? upper : row);
  }
  if (lane < 2 * BLOCK) {
    target[lane] = comes_again ? n : wanted;
    source[lane] = row;
  }
  barrier(CLK_LOCAL_MEM_FENCE);

  const int solves = begin + (uint)get_group_id(0) * SIDE >= first;
  const uint column0 = begin + (uint)get_group_id(0) * SIDE + (solves ? count : 0);
  const uint column = column0 + own;
  REAL top[SHARE];
  REAL far[SHARE];
#pragma unroll
  for (int q = 0; q < SHARE; ++q) {
    const uint slot = (uint)q * SIDE + s;
    top[q] = column < end && target[slot] < n ? a[AT(source[slot], column)] : (REAL)0;
    far[q] = column < end && target[BLOCK + slot] < n ? a[AT(source[BLOCK + slot], column)] : (REAL)0;
  }
  barrier(CLK_GLOBAL_MEM_FENCE);  // all is read before anything is written
#pragma unroll
  for (int q = 0; q < SHARE; ++q) {
    const uint to = target[BLOCK + q * SIDE + s];
    if (column < end && to < n) a[AT(to, column)] = far[q];
  }

  const uint steps = solves ? SIDE : 0;
  REAL next[SHARE];
  FETCH_STRIP(0)
  KEEP_STRIP(0)
  barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll 1
  for (uint strip = 0; strip < SHARE; ++strip) {
    FETCH_STRIP(strip + 1)
#pragma unroll 1
    for (uint s0 = 0; s0 < steps; ++s0) {
      REAL multiplier[SHARE];
      REAL value = top[0];
#pragma unroll
      for (int q = 0; q < SHARE; ++q) {
        multiplier[q] = strips[IN_STRIP(strip, s0, q * SIDE + s)];
        value = (uint)q == strip ? top[q] : value;  // registers cannot be taken by number
      }
      if (s == s0) line[s0 & 1][own] = value;
      COLUMN_BARRIER
      const REAL solved = line[s0 & 1][own];
#pragma unroll
      for (int q = 0; q < SHARE; ++q) {
        if ((uint)q > strip || ((uint)q == strip && s > s0)) top[q] = FUSED(-multiplier[q], solved, top[q]);
      }
    }
    KEEP_STRIP(strip + 1)
    barrier(CLK_LOCAL_MEM_FENCE);
  }
#pragma unroll
  for (int q = 0; q < SHARE; ++q) {
    const uint k = (uint)q * SIDE + s;
    if (column < end && k < count) a[AT(first + k, column)] = top[q];
    strips[k * (SIDE + 1) + own] = top[q];
  }
  barrier(CLK_LOCAL_MEM_FENCE);

  // Rows of `across` lie along columns: now neighbours take neighbouring columns.
  for (uint k = own; k < count && solves; k += SIDE) {
    if (column0 + s < end) across[(size_t)k * stride + column0 + s] = strips[k * (SIDE + 1) + s];
  }
}
