// morphology/kept.cuh - blocks as long as the window, whose ends a group keeps in local memory; stands in front of
// kept_rows.cu and kept_columns.cu.
//
// A window is the end of one block and the beginning of the next (van Herk 1992; Gil and Werman 1993), and an output needs
// values of its own place in both alone. A block has PARTS parts, of which an item has ITEM neighbours. What an item keeps of
// a block are the ends of its own values, what lies behind them in their part, and the whole of every part: nothing of it
// depends on the parts that follow, so that the next block is read without a pause.
typedef unsigned uint;  // a PIXEL of four bytes
constexpr unsigned whole_warp = 0xffffffffU;

// As in pixel.clh: a value of four bytes has two words of two halves, which one instruction compares.
#if PACKED
struct Value {
  unsigned odd, even;
};
#if GREATEST
#define PICK_HALVES(a, b) __vmaxu2(a, b)
#define NEUTRAL_PIXEL 0u
#else
#define PICK_HALVES(a, b) __vminu2(a, b)
#define NEUTRAL_PIXEL 0xffffffffu
#endif
__device__ inline Value value_of(unsigned pixel) { return {pixel, pixel & 0x00ff00ffU}; }
__device__ inline unsigned pixel_of(Value value) { return (value.odd & 0xff00ff00U) | value.even; }
__device__ inline Value pick(Value a, Value b) { return {PICK_HALVES(a.odd, b.odd), PICK_HALVES(a.even, b.even)}; }
#else
typedef float Value;
__device__ inline float value_of(float pixel) { return pixel; }
__device__ inline float pixel_of(float value) { return value; }
#if GREATEST
#define NEUTRAL_PIXEL __int_as_float(0xff800000)
__device__ inline float pick(float a, float b) { return fmaxf(a, b); }
#else
#define NEUTRAL_PIXEL __int_as_float(0x7f800000)
__device__ inline float pick(float a, float b) { return fminf(a, b); }
#endif
#endif
__device__ inline Value neutral() { return value_of(NEUTRAL_PIXEL); }

// Of the lanes that are a multiple of `apart` away: what those before this one have, and those behind it.
struct Beside {
  Value before, behind;
};
template <int apart>
__device__ inline Beside beside_in_warp(Value own) {
  const int lane = threadIdx.x % 32;
  Value up = own, down = own;
#pragma unroll
  for (int away = apart; away < 32; away *= 2) {
    const Value lower = value_of(__shfl_up_sync(whole_warp, pixel_of(up), away));
    const Value upper = value_of(__shfl_down_sync(whole_warp, pixel_of(down), away));
    if (lane >= away) up = pick(up, lower);
    if (lane + away < 32) down = pick(down, upper);
  }
  const Value lower = value_of(__shfl_up_sync(whole_warp, pixel_of(up), apart));
  const Value upper = value_of(__shfl_down_sync(whole_warp, pixel_of(down), apart));
  return {lane >= apart ? lower : neutral(), lane + apart < 32 ? upper : neutral()};
}

// A strip of outputs along a row or a column. Block 0 begins with the first window or, where that begins outside the image,
// with the image: of the block before it nothing is there.
struct Line {
  int shift;   // outputs whose windows begin before block 0
  int start;   // of block 0
  int made;    // outputs
  int window;
  int length;  // of the row or column

  __device__ inline Line(int first, int offset, int outputs, int size, int end)
      : shift(min(max(-(first + offset), 0), size)), start(first + offset + shift), made(outputs), window(size), length(end) {}
  // Number of the output whose window ends before this place of a block and begins at the same place of the one before.
  __device__ inline int output(int block, int slot) const { return shift + (block - 1) * window + slot; }
  // Places from `slot` on that belong to the block and that some output needs.
  __device__ inline int needed(int block, int slot) const { return min(window - slot, made - 1 - output(block, slot)); }
};
