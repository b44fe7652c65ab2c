// himeno/stencil.cuh - WIDTH points of a row and their changes; stands in front of two_step.cu and
// on_chip.cu.
typedef unsigned long long u64;

// As in rounded.clh: rounded before it is used.
__device__ inline float scaled(float a, float b) { return __fmul_rn(a, b); }
__device__ inline double scaled(double a, double b) { return __dmul_rn(a, b); }

// The sum of a warp's lanes, in the first.
__device__ inline double sum_of_warp(double sum) {
  for (int away = 16; away > 0; away /= 2) sum += __shfl_down_sync(0xffffffffU, sum, away);
  return sum;
}

union Points {
  VECTOR vector;
  REAL at[WIDTH];
};

// The row of WIDTH points at `from` with one neighbour on both sides. All threads of a warp take
// part; the thread before holds the points before, except at the ends of rows and warps.
struct Row {
  REAL at[WIDTH + 2];
  __device__ Row(const REAL* from, bool first, bool last) {
    Points points;
    points.vector = *(const VECTOR*)from;
    for (int x = 0; x < WIDTH; ++x) at[x + 1] = points.at[x];
    at[0] = __shfl_up_sync(0xffffffffU, points.at[WIDTH - 1], 1);
    at[WIDTH + 1] = __shfl_down_sync(0xffffffffU, points.at[0], 1);
    if (first) at[0] = from[-1];
    if (last) at[WIDTH + 1] = from[WIDTH];
  }
};

// The same without neighbours.
__device__ inline Points points_at(const REAL* from) {
  Points points;
  points.vector = *(const VECTOR*)from;
  return points;
}

// The changes ss of WIDTH points, whose pressures return in `pressure`.
__device__ inline void relax(const REAL* below, const REAL* here, const REAL* above, int row, bool first, bool last,
                             const Points (&c)[12], REAL* pressure, REAL* change) {
  const Row centre(here, first, last), south(here + row, first, last), north(here - row, first, last);
  const Row up(above, first, last), down(below, first, last);
  const Points up_south = points_at(above + row), up_north = points_at(above - row);
  const Points down_south = points_at(below + row), down_north = points_at(below - row);
  for (int x = 0; x < WIDTH; ++x) {
    const REAL s0 = c[0].at[x] * up.at[x + 1] + c[1].at[x] * south.at[x + 1] + c[2].at[x] * centre.at[x + 2] +
                    c[4].at[x] * (up_south.at[x] - up_north.at[x] - down_south.at[x] + down_north.at[x]) +
                    c[5].at[x] * (south.at[x + 2] - north.at[x + 2] - south.at[x] + north.at[x]) +
                    c[6].at[x] * (up.at[x + 2] - down.at[x + 2] - up.at[x] + down.at[x]) + c[7].at[x] * down.at[x + 1] +
                    c[8].at[x] * north.at[x + 1] + c[9].at[x] * centre.at[x] + c[11].at[x];
    pressure[x] = centre.at[x + 1];
    change[x] = (scaled(s0, c[3].at[x]) - centre.at[x + 1]) * c[10].at[x];
  }
}
