// morphology/kept_columns.cu - minima or maxima over long vertical windows, by a group or by the groups of a cluster.
//
//   for (x, y) in image:  out[x, y] = min or max over i in [0, window) of in[x, y + north + i]
//                                                                             <- erode_reference in reference.cpp
// Source      van Herk 1992; Gil and Werman 1993, with blocks as long as the window (kept.cuh)
// Work        the groups of a cluster go down LANES columns part by part; a thread has WIDE columns of an item's ITEM rows. Warps
//             send their totals to all groups, and one barrier later every item knows what lies before and behind it; the
//             rows of the next part are on their way meanwhile. More groups keep wider lanes of a long window, which
//             memory delivers faster
// Traffic     per output: 1 PIXEL read, 1 written; no flops. The first window - 1 rows of a strip are read by the group
//             above as well; 8 B of local memory
// Launch      2-D, groups of 32 WARPS threads in clusters of GROUPS along 0; clusters times LANES cover the width, groups along 1
//             times `strip` the rows [first, last); dynamic local memory of sizeof(Storage)
// Parameters  (kept.cuh and kept_cluster.cuh stand in front) PIXEL, PACKED, GREATEST; WIDE: divides the width and LANES; LANES: at most
//             32 WIDE; WARPS; GROUPS; ITEM; PARTS: of `slots` rows, at least a window; HELD: the first parts of a block that
//             outputs of the next one need
struct Storage {
  Word held[HELD][ITEM][threads];  // each thread's own: ends of its values
  Word after[HELD][threads];       // the same: what lies behind them in the part
  Word whole[PARTS][across];
  Word totals[2][GROUPS * WARPS][across];  // two in turn: others may still read those of the part before
};

// The rows of a part into `next`, as far as an output needs them.
__device__ inline void load_part(Word (&next)[ITEM], const PIXEL* column, const Line& line, int width, int block, int slot) {
  const int y = line.start + block * line.window + slot;
  const int needed = line.needed(block, slot);
  const PIXEL* from = column + (long)y * width;
  if (y >= 0 && y + ITEM <= line.length && needed >= ITEM) {
    EACH_VALUE next[i] = *(const Word*)(from + (long)i * width);
  } else {
    EACH_VALUE {
      EACH_COLUMN next[i].x[c] = NEUTRAL_PIXEL;
      if (i < needed && y + i >= 0 && y + i < line.length) next[i] = *(const Word*)(from + (long)i * width);
    }
  }
}

// Outputs [begin, end) of an item; `some` is what lies before its first value. Of block 0 there are no ends.
template <bool has_ends>
__device__ inline void store_part(PIXEL* to, const Word* held, const Word (&fresh)[ITEM], Value (&some)[WIDE], int width, int begin, int end) {
  EACH_VALUE {
    Word best;
    if (has_ends) best = held[i * threads];
    EACH_COLUMN {
      best.x[c] = pixel_of(has_ends ? pick(value_of(best.x[c]), some[c]) : some[c]);
      some[c] = pick(some[c], value_of(fresh[i].x[c]));
    }
    if (i >= begin && i < end) *(Word*)(to + (long)i * width) = best;
  }
}

extern "C" __global__ void __launch_bounds__(threads)
    morphology_window_columns(const PIXEL* __restrict__ in, PIXEL* __restrict__ out, const int window, const int north, const int width,
                              const int height, const int first, const int last, const int strip) {
  extern __shared__ __align__(16) unsigned char memory[];
  Storage& storage = *(Storage*)memory;
  const int thread = threadIdx.x, lane = thread % 32;
  const int warp = (int)blockIdx.x % GROUPS * WARPS + thread / 32;  // of the cluster
  const int column = lane % across, inner = lane / across, item = warp * along + inner;
  const int x = (int)blockIdx.x / GROUPS * LANES + column * WIDE;
  const int top = first + (int)blockIdx.y * strip;
  const Line line(top, north, min(last - top, strip), window, height);
  const PIXEL* from = in + min(x, width - WIDE);
  Word next[ITEM];
  int turn = 0;
  load_part(next, from, line, width, 0, item * ITEM);
  start_cluster();
#pragma unroll 1
  for (int block = 0; line.output(block, 0) < line.made; ++block) {
    Value sooner[WIDE];  // of the parts before
    EACH_COLUMN sooner[c] = neutral();
#pragma unroll 1
    for (int part = 0; part < PARTS && line.output(block, part * slots) < line.made; ++part, turn ^= 1) {
      Word fresh[ITEM], ends[ITEM];
      Value own[WIDE];
      EACH_COLUMN own[c] = neutral();
#pragma unroll
      for (int i = ITEM - 1; i >= 0; --i) {
        fresh[i] = next[i];
        EACH_COLUMN {
          own[c] = pick(own[c], value_of(fresh[i].x[c]));
          ends[i].x[c] = pixel_of(own[c]);
        }
      }
      Beside beside[WIDE];
      EACH_COLUMN beside[c] = beside_in_warp<across>(own[c]);
      send_totals(storage.totals[turn][warp], own, beside);
      arrive();
      const bool is_last = part + 1 == PARTS;
      load_part(next, from, line, width, is_last ? block + 1 : block, (is_last ? 0 : (part + 1) * slots) + item * ITEM);
      wait_for_all();
      add_totals(storage.totals[turn], warp, beside);
      Word after, whole;
      Value some[WIDE];
      EACH_COLUMN {
        const Value all = pick(pick(beside[c].before, beside[c].behind), own[c]);
        after.x[c] = pixel_of(beside[c].behind);
        whole.x[c] = pixel_of(all);
        some[c] = pick(beside[c].before, sooner[c]);
        sooner[c] = pick(sooner[c], all);
      }
      const int slot = part * slots + item * ITEM, output = line.output(block, slot);
      const int begin = max(-output, 0), end = x < width ? min(window - slot, line.made - output) : 0;
      PIXEL* to = out + ((long)(top + output) * width + x);
      if (block > 0) {
        add_word(some, storage.after[part][thread]);
        for (int p = part + 1; p < PARTS; ++p) add_word(some, storage.whole[p][column]);
        store_part<true>(to, &storage.held[part][0][thread], fresh, some, width, 0, end);
      } else if (begin < min(end, ITEM)) {
        store_part<false>(to, nullptr, fresh, some, width, begin, end);
      }
      if (part < HELD) {
        EACH_VALUE storage.held[part][i][thread] = ends[i];
        storage.after[part][thread] = after;
      }
      if (item % items == 0) storage.whole[part][column] = whole;
    }
  }
}
