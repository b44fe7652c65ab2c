// himeno/two_step_tile.cuh - what a tile of two_step.cu keeps on chip, and how it comes there; stands
// in front of it, behind bulk_copy.cuh.
constexpr int extended = TILE + WIDTH;         // points of a row of the first iteration
constexpr int extended_rows = TILE_ROWS + 2;
constexpr int vectors = extended / WIDTH;
constexpr int old_row = TILE + WIDTH + 4;      // a row of the old pressure on chip: from -WIDTH on
constexpr int old_rows = TILE_ROWS + 4;
constexpr int old_plane = old_row * old_rows;
constexpr int plane = extended * extended_rows;
constexpr int coefficient_row_bytes = extended * sizeof(REAL);
constexpr int old_row_bytes = old_row * sizeof(REAL);
constexpr unsigned stage_bytes = 12 * extended_rows * coefficient_row_bytes + old_rows * old_row_bytes;

struct Storage {
  REAL coefficients[STAGES][12][plane];
  REAL half[4][plane + 2 * WIDTH];
  REAL old[STAGES + 2][old_plane];
  double sums[2][GROUP / 32];
  u64 arrivals[STAGES];
};

__device__ inline int within(int x, int end) { return x < 0 ? 0 : x < end ? x : end - 1; }

// Starts the copies that phase i needs and phase i - 1 did not: coefficients of i, old pressure of i + 1.
__device__ inline void fetch(Storage& storage, const REAL* p, const REAL* coefficients, int i, int row0, int column0, bool first) {
  u64* arrival = &storage.arrivals[i % STAGES];
  const int planes = first ? 3 : 1;
  if (threadIdx.x == 0) arrival_expect(arrival, stage_bytes + (planes - 1) * old_rows * old_row_bytes);
  for (int n = threadIdx.x; n < 12 * extended_rows + planes * old_rows; n += GROUP) {
    if (n < 12 * extended_rows) {
      const int number = n / extended_rows, row = n % extended_rows;
      const u64 at = BASE + (u64)within(i, PLANES) * (C_PLANE) + (u64)number * (C_ARRAY) + (u64)within(row0 + row, ROWS) * ROW + column0;
      copy_row(&storage.coefficients[i % STAGES][number][row * extended], coefficients + at, coefficient_row_bytes, arrival);
    } else {
      const int m = n - 12 * extended_rows;
      const int row = m % old_rows, z = i + 1 - m / old_rows;
      const u64 at = BASE + (u64)within(z, PLANES) * (PLANE) + (u64)within(row0 + row - 1, ROWS) * ROW + column0 - WIDTH;
      copy_row(&storage.old[(z + STAGES + 2) % (STAGES + 2)][row * old_row], p + at, old_row_bytes, arrival);
    }
  }
}
