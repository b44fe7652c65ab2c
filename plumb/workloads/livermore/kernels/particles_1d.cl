// livermore/kernels/particles_1d.cl - kernel 14: particles, their cells, and the charge they leave there.
//
//   IX = trunc(GRD);  XI, EX1, DEX1 by IX;  VX = EX1 + (0 - XI)*DEX1;  XX = VX + FLX
//   IR = (trunc(XX) and 2047) + 1;  RX = fraction of XX;  XX = RX + IR
//   RH[IR] += 1 - RX;  RH[IR+1] += RX
//
// Source      Livermore Fortran Kernels mf528, kernel 14; thesis 003, section 4 (host-assisted)
// Work        move: an item takes `chunk` particles; then a stable counting sort: an item counts, and
//             later places, `block` particles in a row, and a group adds up each cell in a fixed tree
// Traffic     move 16 REAL per particle with gathers in sectors; sort 2 integers and 3 REAL
// Launch      1-D; count, place: n / block items; totals, offsets: 2048 items; starts: one item;
//             charge: 2049 groups of GROUP
// Parameters  REAL: float or double; GROUP: a power of 2
#pragma OPENCL FP_CONTRACT OFF
#define INPUT __global const REAL* restrict
#define OUTPUT __global REAL* restrict
#define CELLS 2048

__kernel void livermore_move_1d(INPUT grd, INPUT ex, INPUT dex, OUTPUT xi, OUTPUT ex1, OUTPUT dex1,
                                OUTPUT vx, OUTPUT xx, OUTPUT rx, __global int* restrict ix,
                                __global int* restrict ir, const REAL flx, const ulong n,
                                const ulong chunk)
{
  const ulong first = get_global_id(0) * chunk;
  const ulong end = first + chunk < n ? first + chunk : n;
  for (ulong k = first; k < end; ++k) {
    const int cell = (int)grd[k];
    const REAL at = (REAL)cell, field = ex[cell - 1], slope = dex[cell - 1];
    const REAL speed = field + ((REAL)0 - at) * slope;
    const REAL place = speed + flx;
    const int whole = (int)place;
    const REAL rest = place - (REAL)whole;
    const int bin = (whole & (CELLS - 1)) + 1;
    ix[k] = cell;
    xi[k] = at;
    ex1[k] = field;
    dex1[k] = slope;
    vx[k] = speed;
    xx[k] = rest + (REAL)bin;
    rx[k] = rest;
    ir[k] = bin;
  }
}

// counts[cell][block of particles]
__kernel void livermore_cell_count(__global const int* restrict ir, __global uint* restrict counts,
                                   const ulong blocks, const ulong n, const ulong block)
{
  const ulong mine = get_global_id(0);
  const ulong end = (mine + 1) * block < n ? (mine + 1) * block : n;
  for (ulong cell = 0; cell < CELLS; ++cell) counts[cell * blocks + mine] = 0;
  for (ulong k = mine * block; k < end; ++k) ++counts[(ulong)(ir[k] - 1) * blocks + mine];
}

__kernel void livermore_cell_totals(__global const uint* restrict counts,
                                    __global uint* restrict starts, const ulong blocks)
{
  const ulong cell = get_global_id(0);
  uint total = 0;
  for (ulong block = 0; block < blocks; ++block) total += counts[cell * blocks + block];
  starts[cell] = total;
}

__kernel void livermore_cell_starts(__global uint* restrict starts)
{
  uint sum = 0;
  for (uint cell = 0; cell <= CELLS; ++cell) {
    const uint total = cell < CELLS ? starts[cell] : 0;
    starts[cell] = sum;
    sum += total;
  }
}

__kernel void livermore_cell_offsets(__global uint* restrict counts,
                                     __global const uint* restrict starts, const ulong blocks)
{
  const ulong cell = get_global_id(0);
  uint at = starts[cell];
  for (ulong block = 0; block < blocks; ++block) {
    const uint own = counts[cell * blocks + block];
    counts[cell * blocks + block] = at;
    at += own;
  }
}

__kernel void livermore_cell_place(__global const int* restrict ir, INPUT rx,
                                   __global uint* restrict counts, OUTPUT sorted,
                                   const ulong blocks, const ulong n, const ulong block)
{
  const ulong mine = get_global_id(0);
  const ulong end = (mine + 1) * block < n ? (mine + 1) * block : n;
  for (ulong k = mine * block; k < end; ++k)
    sorted[counts[(ulong)(ir[k] - 1) * blocks + mine]++] = rx[k];
}

__kernel void livermore_cell_charge(__global REAL* restrict rh, INPUT sorted,
                                    __global const uint* restrict starts)
{
  __local REAL tree[GROUP];
  const uint item = (uint)get_local_id(0);
  const ulong cell = get_group_id(0);
  REAL sum = 0;
  if (cell < CELLS) {
    for (uint i = starts[cell] + item; i < starts[cell + 1]; i += GROUP) sum = sum + (REAL)1 - sorted[i];
  }
  if (cell > 0) {
    for (uint i = starts[cell - 1] + item; i < starts[cell]; i += GROUP) sum = sum + sorted[i];
  }
  tree[item] = sum;
  for (uint half_way = GROUP / 2; half_way > 0; half_way /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (item < half_way) tree[item] = tree[item] + tree[item + half_way];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (item == 0) rh[cell] = rh[cell] + tree[0];
}
