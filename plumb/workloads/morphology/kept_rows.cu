// morphology/kept_rows.cu - minima or maxima over long horizontal windows, by warps that share nothing.
//
//   for (x, y) in image:  out[x, y] = min or max over i in [0, window) of in[x + west + i, y]
//                                                                             <- erode_reference in reference.cpp
// Source      van Herk 1992; Gil and Werman 1993, with blocks as long as the window (kept.cuh)
// Work        a warp goes along a row part by part, a lane has ITEM neighbours of each. Neighbouring lanes load and store
//             neighbouring pixels, and local memory brings each lane its own; the pixels of the next part are on their way
//             meanwhile. There is no barrier
// Traffic     per output: 1 PIXEL read, 1 written; no flops. The first window - 1 pixels of a strip are read by the group
//             before as well; 24 B of local memory
// Launch      2-D, groups of 32 WARPS threads, each row a warp; groups along 0 times `strip` cover the width, groups along 1
//             times WARPS the rows [first, last); dynamic local memory of WARPS * sizeof(Storage)
// Parameters  PIXEL, PACKED, GREATEST: kept.cuh; WARPS; ITEM: odd, so that lanes are apart in the banks; PARTS: at most 32, PARTS *
//             32 * ITEM is at least the window; HELD: the first parts of a block that outputs of the next one need
constexpr int slots = 32 * ITEM;
#define EACH_VALUE _Pragma("unroll") for (int i = 0; i < ITEM; ++i)

struct Storage {
  PIXEL stage[slots];
  PIXEL held[HELD][ITEM][32];  // each lane's own: ends of its values
  PIXEL after[HELD][32];       // the same: what lies behind them in the part
};

// Into `next` what this lane loads of a part.
__device__ inline void load_part(PIXEL (&next)[ITEM], const PIXEL* row, const Line& line, int block, int slot) {
  const int lane = threadIdx.x % 32;
  const int x = line.start + block * line.window + slot;
  const int end = min(line.needed(block, slot), line.length - x);
  const PIXEL* from = row + (x + lane);
  if (x >= 0 && end >= slots) {
    EACH_VALUE next[i] = from[i * 32];
  } else {
    EACH_VALUE {
      const int n = i * 32 + lane;
      next[i] = n >= -x && n < end ? from[i * 32] : NEUTRAL_PIXEL;
    }
  }
}

// Outputs [begin, end) of a part, which lie in the stage, to memory.
__device__ inline void store_part(PIXEL* to, const PIXEL (&stage)[slots], int begin, int end) {
  const int lane = threadIdx.x % 32;
  if (begin == 0 && end >= slots) {
    EACH_VALUE to[i * 32] = stage[i * 32 + lane];
  } else {
    EACH_VALUE if (i * 32 + lane >= begin && i * 32 + lane < end) to[i * 32] = stage[i * 32 + lane];
  }
}

extern "C" __global__ void __launch_bounds__(32 * WARPS)
    morphology_window_rows(const PIXEL* __restrict__ in, PIXEL* __restrict__ out, const int window, const int west, const int width,
                           const int height, const int first, const int last, const int strip) {
  extern __shared__ __align__(16) unsigned char memory[];
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  Storage& storage = ((Storage*)memory)[warp];
  const int y = first + (int)blockIdx.y * WARPS + warp;
  if (y >= last) return;
  const int left = (int)blockIdx.x * strip;
  const Line line(left, west, min(width - left, strip), window, width);
  const PIXEL* row = in + (long)y * width;
  PIXEL next[ITEM];
  PIXEL whole = NEUTRAL_PIXEL;  // of the part that has the number of this lane
  load_part(next, row, line, 0, 0);
#pragma unroll 1
  for (int block = 0; line.output(block, 0) < line.made; ++block) {
    Value sooner = neutral();  // of the parts before
    const PIXEL later = pixel_of(beside_in_warp<1>(value_of(whole)).behind);
#pragma unroll 1
    for (int part = 0; part < PARTS && line.output(block, part * slots) < line.made; ++part) {
      EACH_VALUE storage.stage[i * 32 + lane] = next[i];
      __syncwarp();
      PIXEL fresh[ITEM], ends[ITEM];
      EACH_VALUE fresh[i] = storage.stage[lane * ITEM + i];
      const bool is_last = part + 1 == PARTS;
      load_part(next, row, line, is_last ? block + 1 : block, is_last ? 0 : (part + 1) * slots);
      Value own = neutral();
#pragma unroll
      for (int i = ITEM - 1; i >= 0; --i) {
        own = pick(own, value_of(fresh[i]));
        ends[i] = pixel_of(own);
      }
      const Beside beside = beside_in_warp<1>(own);
      const Value all = value_of(__shfl_sync(whole_warp, pixel_of(pick(own, beside.behind)), 0));
      Value some = pick(sooner, beside.before);
      sooner = pick(sooner, all);
      if (lane == part) whole = pixel_of(all);
      const int output = line.output(block, part * slots);
      const int begin = max(-output, 0), end = min(window - part * slots, line.made - output);
      if (begin < min(end, slots)) {
        if (block > 0) some = pick(some, pick(value_of(storage.after[part][lane]), value_of(__shfl_sync(whole_warp, later, part))));
        EACH_VALUE {
          const Value end_of_window = block > 0 ? pick(value_of(storage.held[part][i][lane]), some) : some;
          storage.stage[lane * ITEM + i] = pixel_of(end_of_window);
          some = pick(some, value_of(fresh[i]));
        }
        __syncwarp();
        store_part(out + ((long)y * width + left + output + lane), storage.stage, begin, end);
      }
      if (part < HELD) {
        EACH_VALUE storage.held[part][i][lane] = ends[i];
        storage.after[part][lane] = pixel_of(beside.behind);
      }
      __syncwarp();
    }
  }
}
