// livermore/kernels/solve.cl - kernel 6: a triangular system solved block by block.
//
//   W[i] = 0.01 + sum over k = 1..i-1 of B[i,k]*W[i-k], i = 2..n
//
// Source      Livermore Fortran Kernels mf528, kernel 6; thesis 003, table 3 (several passes)
// Work        solve: one group finishes a block of BLOCK rows, one after the other, from the sums
//             that the blocks before have left; spread: an item adds the block's part to later rows
// Traffic     half of B once, in REAL; sums of the rows once per block
// Launch      1-D, alternating; solve: one group of GROUP; spread: one item per later row
// Parameters  REAL: float or double; GROUP: BLOCK or 1; BLOCK
#pragma OPENCL FP_CONTRACT OFF

// Rows count from 0; B[i,k] is b[i + leading*(k-1)], so that neighbouring rows lie side by side.
__kernel void livermore_solve(__global REAL* w, __global const REAL* restrict b,
                              __global REAL* sums, const ulong leading, const ulong first,
                              const ulong n)
{
  __local REAL solved[BLOCK];
  const ulong rows = n - first < BLOCK ? n - first : BLOCK;
  for (ulong r = get_local_id(0); r < rows; r += GROUP) {
    const REAL known = first == 0 ? (REAL)0.01 : sums[first + r];
    solved[r] = first + r == 0 ? w[0] : known;
  }
  for (ulong j = 0; j < rows; ++j) {  // W of row first + j is complete: hand it to the rows below
    barrier(CLK_LOCAL_MEM_FENCE);
    for (ulong r = j + 1 + get_local_id(0); r < rows; r += GROUP)
      solved[r] = solved[r] + b[first + r + leading * (r - j - 1)] * solved[j];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  for (ulong r = get_local_id(0); r < rows; r += GROUP) w[first + r] = solved[r];
}

// Columns are walked in the order of memory: at one time all items of a group read one column.
__kernel void livermore_spread(__global const REAL* restrict w, __global const REAL* restrict b,
                               __global REAL* restrict sums, const ulong leading,
                               const ulong first, const ulong n, const ulong chunk)
{
  const ulong low = first + BLOCK + get_global_id(0) * chunk;
  const ulong high = low + chunk < n ? low + chunk : n;
  for (ulong i = low; i < high; ++i) {
    if (first == 0) sums[i] = (REAL)0.01;
  }
  if (low < n) {
    // Column k meets row i when i - k lies in the block: k = i - first - BLOCK + 1 .. i - first.
    for (ulong k = low - first - BLOCK + 1; k <= high - 1 - first; ++k) {
      const ulong from = k + first > low ? k + first : low;
      const ulong to = k + first + BLOCK < high ? k + first + BLOCK : high;
      for (ulong i = from; i < to; ++i) sums[i] = sums[i] + b[i + leading * (k - 1)] * w[i - k];
    }
  }
}
