// himeno/blocked.cl - two iterations per sweep for CPUs: the coefficients come from memory once.
//
//   twice: for every inner point: next = p + omega * ss; gosa += ss * ss    <- sweep_reference
//
// Source      paper 001 (Himeno); temporal blocking in the second-level cache is ours
// Work        an item takes a strip of strip_rows rows through chunk planes. At plane z it takes the
//             first iteration, on one row more on both sides, into a ring of three planes, then the
//             second at z - 1, whose coefficients still lie in the cache
// Traffic     per point and two iterations: 13 REAL read, 1 written, plus the edges of strips; 68
//             flops
// Launch      2-D: strips, chunks; groups of 1
// Parameters  (rows.clh stands in front) REAL, BASE; LANES: a cache line of REAL; AHEAD: elements
//             fetched ahead. `ring` has ring_plane elements for each of three planes of every item

__kernel void himeno_blocked(__global const REAL* restrict p, __global REAL* restrict next,
                             __global const REAL* restrict coefficients, __global double* restrict partial,
                             const ulong slot, const REAL omega, const int planes, const int rows,
                             const int columns, const long row, const long plane, const long c_array,
                             const long c_plane, const ulong partials, __global REAL* restrict ring,
                             const long ring_plane, const int strip_rows, const int chunk) {
  const size_t item = get_global_id(1) * get_global_size(0) + get_global_id(0);
  const int first = (int)get_global_id(0) * strip_rows + 1;
  const int end = first + strip_rows < rows - 1 ? first + strip_rows : rows - 1;
  const int first_plane = (int)get_global_id(1) * chunk + 1;
  const int end_plane = first_plane + chunk < planes - 1 ? first_plane + chunk : planes - 1;
  // Row j of plane z of the half-way pressure lies at half_way[z % 3 ring_plane + j row].
  __global REAL* half_way = ring + BASE + (long)item * 3 * ring_plane - (first - 1) * row;
  double sum1 = 0, sum2 = 0;
  for (int z = first_plane - 1; z <= end_plane; ++z) {
    for (int j = first - 1; j <= end; ++j) {
      __global const REAL* here = p + BASE + z * plane + j * row;
      __global REAL* to = half_way + z % 3 * ring_plane + j * row;
      const int edge = z == 0 || z == planes - 1 || j == 0 || j == rows - 1;
      to[0] = here[0];
      to[columns - 1] = here[columns - 1];
      for (int k = 1; edge && k < columns - 1; ++k) to[k] = here[k];
      if (!edge) {
        __global const REAL* up = here + plane;
        __global const REAL* down = here - plane;
        __global const REAL* c = coefficients + BASE + z * c_plane + j * row;
        double sum = 0;
        RELAX_ROW(sum, 0)
        if (z >= first_plane && z < end_plane && j >= first && j < end) sum1 += sum;
      }
    }
    for (int j = first; j < end && z > first_plane; ++j) {
      __global const REAL* here = half_way + (z + 2) % 3 * ring_plane + j * row;
      __global const REAL* up = half_way + z % 3 * ring_plane + j * row;
      __global const REAL* down = half_way + (z + 1) % 3 * ring_plane + j * row;
      __global const REAL* c = coefficients + BASE + (z - 1) * c_plane + j * row;
      __global REAL* to = next + BASE + (z - 1) * plane + j * row;
      RELAX_ROW(sum2, 0)
    }
  }
  partial[slot * partials + item] = sum1;
  partial[(slot + 1) * partials + item] = sum2;
}
