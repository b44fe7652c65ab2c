// lu/exchange.cl - the exchanges of a block applied to other columns, and the block's triangle solved.
//
//   for t in [0, count): exchange rows first + t and pivots[first + t]   <- exchanged_columns in reference.cpp
//   right of the block: a[first + k][j] -= a[first + k][first + i] a[first + i][j], i < k < count
//
// Source      ours. What ends in a row after all exchanges is found by going through them backwards, so
//             that every element is read and written once, all at the same time
// Work        a group takes 16 columns; an item one column and every 16th row of the block
// Traffic     per column: at most 2 count REAL read and written; right of the block count REAL more
//             written (`across`, by rows, for the update) and count (count - 1) flops
// Launch      1-D, groups of 256, 16 columns each; the columns of [begin, end) but those of the block
// Parameters  (real.clh stands in front) REAL; SMALLEST; BLOCK: most rows, a multiple of 16, at most 128
#define GROUP 256
#define SIDE 16
#define SHARE (BLOCK / SIDE)

// Where the row `row` comes from, after all exchanges.
#define TRACE(row)                                                        \
  for (int t = (int)count - 1; t >= 0; --t) {                             \
    const uint upper = first + (uint)t;                                   \
    row = row == upper ? swaps[t] : (row == swaps[t] ? upper : row);      \
  }

__kernel void lu_exchange(__global REAL* a, __global const uint* restrict pivots,
                          __global REAL* restrict across, const ulong rows, const ulong stride,
                          const uint n, const uint first, const uint count, const uint begin,
                          const uint end) {
  __local uint swaps[BLOCK];
  __local uint source[2 * BLOCK];
  __local uint target[2 * BLOCK];
  __local REAL line[2][SIDE];
  const uint lane = (uint)get_local_id(0);
  const uint s = lane % SIDE;
  const uint own = lane / SIDE;
  for (uint t = lane; t < count; t += GROUP) swaps[t] = first + t + 1 < n ? pivots[first + t] : n - 1;
  barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll 1
  for (uint slot = lane; slot < 2 * BLOCK; slot += GROUP) {
    const uint t = slot % BLOCK;
    uint wanted = n;  // none
    if (slot < BLOCK && t < count) wanted = first + t;
    if (slot >= BLOCK && t < count && swaps[t] >= first + count) wanted = swaps[t];
    if (slot >= BLOCK && wanted < n) {
      for (uint later = t + 1; later < count; ++later) wanted = swaps[later] == swaps[t] ? n : wanted;
    }
    uint row = wanted;
    TRACE(row)
    target[slot] = wanted;
    source[slot] = row;
  }
  barrier(CLK_LOCAL_MEM_FENCE);

  const uint number = (uint)get_group_id(0) * SIDE + own;
  const uint column = begin + number < first ? begin + number : begin + number + count;
  const int inside = column < end;
  const int solves = inside && column >= first;
  REAL top[SHARE];
  REAL far[SHARE];
#pragma unroll
  for (int q = 0; q < SHARE; ++q) {
    const uint slot = (uint)q * SIDE + s;
    top[q] = inside && target[slot] < n ? a[AT(source[slot], column)] : (REAL)0;
    far[q] = inside && target[BLOCK + slot] < n ? a[AT(source[BLOCK + slot], column)] : (REAL)0;
  }
  barrier(CLK_GLOBAL_MEM_FENCE);  // all is read before anything is written
#pragma unroll
  for (int q = 0; q < SHARE; ++q) {
    const uint slot = BLOCK + (uint)q * SIDE + s;
    if (inside && target[slot] < n) a[AT(target[slot], column)] = far[q];
  }

  // Of the columns of a group some can be left of the block and others right of it: all go along.
  const int some_solve = begin + ((uint)get_group_id(0) + 1) * SIDE > first;
  REAL next[SHARE];
#pragma unroll
  for (int q = 0; q < SHARE; ++q) next[q] = (uint)q * SIDE + s < count ? a[AT(first + q * SIDE + s, first)] : (REAL)0;
#pragma unroll
  for (int q0 = 0; q0 < SHARE; ++q0) {
#pragma unroll 1
    for (uint s0 = 0; s0 < SIDE && some_solve; ++s0) {
      const uint i = (uint)q0 * SIDE + s0;
      REAL multiplier[SHARE];
#pragma unroll
      for (int q = 0; q < SHARE; ++q) {
        const uint k = (uint)q * SIDE + s;
        multiplier[q] = next[q];
        next[q] = k < count && i + 1 < count && q >= q0 ? a[AT(first + k, first + i + 1)] : (REAL)0;
      }
      if (s == s0) line[i & 1][own] = top[q0];
      barrier(CLK_LOCAL_MEM_FENCE);
      const REAL solved = line[i & 1][own];
#pragma unroll
      for (int q = 0; q < SHARE; ++q) {
        if (q >= q0 && (uint)q * SIDE + s > i && solves) top[q] = FUSED(-multiplier[q], solved, top[q]);
      }
    }
  }
#pragma unroll
  for (int q = 0; q < SHARE; ++q) {
    const uint k = (uint)q * SIDE + s;
    if (inside && k < count) a[AT(first + k, column)] = top[q];
    if (solves && k < count) across[(size_t)k * stride + column] = top[q];
  }
}
