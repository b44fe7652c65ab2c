// himeno/on_chip_tile.cuh - what a tile of on_chip.cu keeps on chip, and how tiles exchange their
// edges; stands in front of it, behind stencil.cuh.
constexpr int tiles_across = (ROWS - 2 + TILE_ROWS - 1) / TILE_ROWS;
constexpr int layers = (TILE_PLANES + DEPTH - 1) / DEPTH;
constexpr int items = layers * TILE_ROWS * VECTORS;  // threads that take part
constexpr int row_length = VECTORS * WIDTH;          // points of a row on chip
constexpr int kept_rows = TILE_ROWS + 2, kept_planes = layers * DEPTH + 2;
constexpr int plane_length = kept_rows * row_length;
constexpr int word = sizeof(REAL) / 4;               // 32-bit words of a point
constexpr int words = COLUMNS * word;                // of a row
constexpr int packets = (words + 2) / 3;
constexpr int ring = 2 * kept_rows + 2 * TILE_PLANES;  // rows around a tile
constexpr bool all_edges = TILE_PLANES < 3 || TILE_ROWS < 3;
constexpr int edges = all_edges ? TILE_PLANES * TILE_ROWS : 2 * (TILE_PLANES + TILE_ROWS) - 4;
constexpr int sent = (edges * packets + GROUP - 1) / GROUP;    // packets per thread
constexpr int received = (ring * packets + GROUP - 1) / GROUP;

struct Storage {
  REAL pressure[2][kept_planes * plane_length];
  Points coefficients[DEPTH > 1 ? DEPTH - 1 : 1][12][items];
  double sums[2][GROUP / 32];  // of ss^2 by warp, of odd and even iterations
};

// Three words of a row and the number of the iteration that they belong to. A packet is read and written
// at once, so that whoever sees its number sees its words: no barrier, no fence.
struct Packet {
  u64 low, high;
  __device__ Packet() {}
  __device__ Packet(unsigned a, unsigned b, unsigned c, unsigned number)
      : low((u64)b << 32 | a), high((u64)number << 32 | c) {}
  __device__ unsigned number() const { return (unsigned)(high >> 32); }
};
__device__ inline Packet received_from(const Packet* from) {
  Packet packet;
  asm volatile("{ .reg .b128 v; ld.relaxed.gpu.global.b128 v, [%2]; mov.b128 {%0, %1}, v; }"
               : "=l"(packet.low), "=l"(packet.high) : "l"(from) : "memory");
  return packet;
}
__device__ inline void send(Packet* to, const Packet& packet) {
  asm volatile("{ .reg .b128 v; mov.b128 v, {%1, %2}; st.relaxed.gpu.global.b128 [%0], v; }" ::"l"(to), "l"(packet.low), "l"(packet.high)
               : "memory");
}

// The rows of a tile that others need, numbered; (plane, row) counts from the tile's first.
__device__ inline int edge_at(int plane, int row) {
  if (all_edges) return plane * TILE_ROWS + row;
  if (plane == 0) return row;
  if (plane == TILE_PLANES - 1) return TILE_ROWS + row;
  return 2 * TILE_ROWS + 2 * (plane - 1) + (row > 0);
}
__device__ inline void place_of_edge(int edge, int& plane, int& row) {
  const int rest = edge - 2 * TILE_ROWS;
  plane = all_edges ? edge / TILE_ROWS : rest < 0 ? edge / TILE_ROWS * (TILE_PLANES - 1) : 1 + rest / 2;
  row = all_edges || rest < 0 ? edge % TILE_ROWS : rest % 2 * (TILE_ROWS - 1);
}
// The rows around a tile, as kept on chip: those of the tile begin at (1, 1).
__device__ inline void place_around(int n, int& plane, int& row) {
  const int rest = n - 2 * kept_rows;
  plane = rest < 0 ? n / kept_rows * (TILE_PLANES + 1) : 1 + rest / 2;
  row = rest < 0 ? n % kept_rows : rest % 2 * (TILE_ROWS + 1);
}
__device__ inline bool is_inner(int i, int j) { return i > 0 && i < PLANES - 1 && j > 0 && j < ROWS - 1; }

// What a thread sends and receives in every iteration: places in the exchange and, in words, on chip.
struct Post {
  int sent_to[sent], sent_from[sent], received_at[received], received_to[received];  // -1: nothing

  __device__ Post(int i0, int j0) {
    for (int n = 0; n < sent; ++n) {
      const int item = n * GROUP + threadIdx.x, edge = item / packets, part = item % packets;
      int plane, row;
      place_of_edge(edge, plane, row);
      const bool exists = edge < edges && is_inner(i0 + plane + 1, j0 + row + 1);
      sent_to[n] = exists ? ((int)blockIdx.x * edges + edge) * packets + part : -1;
      sent_from[n] = ((plane + 1) * kept_rows + row + 1) * row_length * word + 3 * part;
    }
    for (int n = 0; n < received; ++n) {
      const int item = n * GROUP + threadIdx.x, around = item / packets, part = item % packets;
      int plane, row;
      place_around(around, plane, row);
      const int i = i0 + plane, j = j0 + row;
      const int tile = (i - 1) / TILE_PLANES * tiles_across + (j - 1) / TILE_ROWS;
      const int edge = edge_at((i - 1) % TILE_PLANES, (j - 1) % TILE_ROWS);
      received_at[n] = around < ring && is_inner(i, j) ? (tile * edges + edge) * packets + part : -1;
      received_to[n] = (plane * kept_rows + row) * row_length * word + 3 * part;
    }
  }
  // Whether the word `more` behind the first of a packet belongs to the row, too.
  __device__ static bool within_row(int at, int more) { return words % 3 == 0 || at % (row_length * word) + more < words; }

  __device__ void send_edges(Packet* exchange, const unsigned* pressure, unsigned number) const {
    for (int n = 0; n < sent; ++n) {
      if (sent_to[n] < 0) continue;
      const int at = sent_from[n];
      send(exchange + sent_to[n], Packet(pressure[at], within_row(at, 1) ? pressure[at + 1] : 0,
                                         within_row(at, 2) ? pressure[at + 2] : 0, number));
    }
  }
  __device__ void begin_receiving(const Packet* exchange, Packet (&arrived)[received]) const {
    for (int n = 0; n < received; ++n) {
      if (received_at[n] >= 0) arrived[n] = received_from(exchange + received_at[n]);
    }
  }
  __device__ void finish_receiving(const Packet* exchange, Packet (&arrived)[received], unsigned* pressure, unsigned number) const {
    for (int n = 0; n < received; ++n) {
      if (received_at[n] < 0) continue;
      while (arrived[n].number() != number) arrived[n] = received_from(exchange + received_at[n]);
      const int at = received_to[n];
      pressure[at] = (unsigned)arrived[n].low;
      if (within_row(at, 1)) pressure[at + 1] = (unsigned)(arrived[n].low >> 32);
      if (within_row(at, 2)) pressure[at + 2] = (unsigned)arrived[n].high;
    }
  }
};
