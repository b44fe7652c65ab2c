// livermore/kernels/scan_stream_tile.cuh - how the numbers of a tile come into local memory; stands in front of
// scan_stream.cu.
#if FORM == 5
#define FIRSTS z
#define SECONDS y
#elif FORM == 11
#define FIRSTS y
#define SECONDS y
#else
#define FIRSTS sb
#define SECONDS sa
#endif
#define EMITS (FORM != 190)
#define SHIFTED (FORM == 5 ? 1 : 0)  // step 0 takes the second number
#define DOWN (FORM == 191)           // the last step takes the first number
#define TILE (GROUP * ITEMS)
#define UNIT (16 / sizeof(REAL))     // bulk copies begin and end at 16 bytes
#define ROW (TILE + UNIT)

// A row of a tile under the name and the indices of its array; VIEWS: all that a recurrence reads.
#if SLOPES
#define ROWS 2
#define VIEWS(rows, begin) const View FIRSTS = {rows, begin}, SECONDS = {(rows) + ROW, begin};
#else
#define ROWS 1
#define VIEWS(rows, begin) const View SECONDS = {rows, begin};
#endif
struct View {
  const REAL* row;
  ulong first;
  __device__ REAL operator[](ulong element) const { return row[(uint)(element - first)]; }
};

// The steps of a tile and where its numbers lie: a row begins with element `first`. A tile that a bulk
// copy would have to leave the array for is fetched by the items.
struct Tile {
  ulong base, low, first, count;
  uint steps, length;
  bool bulk;
  __device__ Tile(uint tile, ulong all) : base((ulong)tile * TILE), low(DOWN ? all - TILE - base : base + SHIFTED), count(all) {
    steps = all - base < TILE ? (uint)(all - base) : TILE;
    const uint skew = (uint)(low % UNIT);
    length = TILE + (skew == 0 ? 0 : UNIT);
    bulk = steps == TILE && low - skew + length <= all + SHIFTED;
    first = bulk ? low - skew : low;
  }
  __device__ ulong element(ulong i) const { return DOWN ? count - 1 - i : i + SHIFTED; }
  __device__ uint place(ulong i) const { return (uint)(element(i) - first); }
};

// All items have left the rows; one starts the copies.
__device__ inline void fetch(uint tile, uint tiles, REAL* rows, u64* arrival, const REAL* firsts, const REAL* seconds, ulong count) {
  if (tile >= tiles || threadIdx.x != 0) return;
  const Tile t(tile, count);
  if (!t.bulk) return;
  const uint bytes = t.length * (uint)sizeof(REAL);
  copies_may_overwrite();
  arrival_expect(arrival, ROWS * bytes);
  if (ROWS == 2) copy_row(rows, firsts + t.first, bytes, arrival);
  copy_row(rows + (ROWS - 1) * ROW, seconds + t.first, bytes, arrival);
}
__device__ inline void await(const Tile& t, REAL* rows, u64* arrival, uint parity, const REAL* firsts, const REAL* seconds, ulong count) {
  if (t.bulk) return arrival_wait(arrival, parity);
  for (uint j = threadIdx.x; j < t.steps; j += GROUP) {
    if (ROWS == 2) rows[t.place(t.base + j)] = firsts[t.element(t.base + j)];
    rows[(ROWS - 1) * ROW + t.place(t.base + j)] = seconds[t.element(t.base + j)];
  }
  __syncthreads();
}
