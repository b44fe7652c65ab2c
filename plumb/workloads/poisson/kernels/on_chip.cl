// poisson/kernels/on_chip.cl - as many sweeps of Jacobi's method as asked in one launch, by one group.
//
//   for each of `sweeps`: to = mean of the neighbours                          <- sweep_reference
//
// Source      ours; the sweeps are those of sweep.cl, operation by operation
// Work        the group keeps both fields in local memory; ACROSS items share a row, ALONG take rows of their
//             own. On CPUs one item takes all of them
// Traffic     per launch and point: 1 REAL read, 1 written; per sweep 2 DIM + 1 REAL of local memory, 2 DIM flops
// Launch      2-D: one group of ACROSS x ALONG items
// Parameters  (point.clh stands in front) ACROSS, ALONG; POINTS: (nx + 1) (ny + 1), in 3-D times (nz + 1)

#if DIM == 3
#define NEW_VALUE(a, x) MEAN(REAL, a[(x) - 1], a[(x) + 1], a[(x) - wide], a[(x) + wide], a[(x) - plane], a[(x) + plane])
#else
#define NEW_VALUE(a, x) MEAN(REAL, a[(x) - 1], a[(x) + 1], a[(x) - wide], a[(x) + wide], 0, 0)
#endif

// Row of the unknowns `q`: where it begins.
#define ROW_OF(q) (DIM == 3 ? ((q) / inner + 1) * plane + ((q) % inner + 1) * wide : ((q) + 1) * wide)

#define SWEEP(a, b)                                                          \
  for (int q = (int)get_local_id(1); q < inner * planes; q += ALONG) {       \
    const int row = ROW_OF(q);                                               \
    for (int i = row + 1 + (int)get_local_id(0); i < row + nx; i += ACROSS)  \
      b[i] = NEW_VALUE(a, i);                                              \
  }                                                                          \
  barrier(CLK_LOCAL_MEM_FENCE);

__kernel void poisson_on_chip(__global const REAL* restrict from, __global REAL* restrict to,
                              __global const double* restrict control, const int nx, const int ny, const int nz,
                              const int pitch, const int sweeps) {
  __local REAL even[POINTS];
  __local REAL odd[POINTS];
  const int wide = nx + 1;
  const int plane = wide * (ny + 1);
  const int inner = ny - 1;
  const int planes = DIM == 3 ? nz - 1 : 1;
  const int asked = control[0] == 0 ? sweeps : 0;
  for (int q = (int)get_local_id(1); q < (ny + 1) * (nz + 1); q += ALONG) {
    for (int i = (int)get_local_id(0); i < wide; i += ACROSS) {
      const REAL value = from[(size_t)q * pitch + i];
      even[q * wide + i] = value;
      odd[q * wide + i] = value;
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int done = 0; done + 1 < asked; done += 2) {
    SWEEP(even, odd)
    SWEEP(odd, even)
  }
  if (asked & 1) {
    SWEEP(even, odd)
  }
  for (int q = (int)get_local_id(1); q < inner * planes; q += ALONG) {
    const int row = ROW_OF(q);
    const size_t beyond = (size_t)(row / wide) * pitch;
    for (int i = 1 + (int)get_local_id(0); i < nx; i += ACROSS) {
      if (control[0] == 0) to[beyond + i] = asked & 1 ? odd[row + i] : even[row + i];
    }
  }
}
