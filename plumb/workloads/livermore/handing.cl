// livermore/handing.cl - how the groups of a scan hand values to each other; before scan_tiles.cl.
//
//   HAND(words, tag, v)  announces v;  take(words, tag, &v)  says whether it is there and takes it
//
// Source      Merrill and Garland, single-pass parallel prefix scan with decoupled look-back
// Work        a value is four words: tag, low half, tag, high half. A tag is the number of the scan,
//             so that nothing is reset between scans
// Traffic     16 bytes per value
// Launch      HAND by one item, take by any number of others, in any order
// Parameters  REAL; WORDS: 2 for double, 1 for float; GROUP
#if WORDS == 2
#define BITS(v) as_ulong(v)
#define FROM_BITS(bits) as_double(bits)
#else
#define BITS(v) (ulong)as_uint(v)
#define FROM_BITS(bits) as_float((uint)(bits))
#endif

#ifdef __CUDACC__
// Each half carries its tag in the same 8 bytes, which are read and written whole: no fence.
#define BOUNDED __launch_bounds__(GROUP, RESIDENT)
#define HAND(at, tag, v) hand(at, tag, BITS(v));
void hand(volatile uint* at, uint tag, ulong bits)
{
  const ulong low = (ulong)tag << 32 | (bits & 0xffffffffu), high = (ulong)tag << 32 | bits >> 32;
  asm volatile("st.relaxed.gpu.global.v2.u64 [%0], {%1, %2};" ::"l"(at), "l"(low), "l"(high));
}
int take(volatile uint* at, uint tag, REAL* v)
{
  ulong low, high;
  asm volatile("ld.relaxed.gpu.global.v2.u64 {%0, %1}, [%2];" : "=l"(low), "=l"(high) : "l"(at));
  *v = FROM_BITS(high << 32 | (low & 0xffffffffu));
  return (uint)(low >> 32) == tag && (uint)(high >> 32) == tag;
}
#else
// Shared words are exchanged by atomics alone; the tag follows the halves that it announces.
#define BOUNDED __attribute__((reqd_work_group_size(GROUP, 1, 1)))
#define HAND(at, tag, v)                                \
  atomic_xchg((at) + 1, (uint)BITS(v));                 \
  atomic_xchg((at) + 3, (uint)(BITS(v) >> 32));         \
  mem_fence(CLK_GLOBAL_MEM_FENCE);                      \
  atomic_xchg(at, tag);
int take(volatile __global uint* at, uint tag, REAL* v)
{
  if (atomic_or(at, 0u) != tag) return 0;
  mem_fence(CLK_GLOBAL_MEM_FENCE);
  const ulong bits = (ulong)atomic_or(at + 1, 0u) | (ulong)atomic_or(at + 3, 0u) << 32;
  *v = FROM_BITS(bits);
  return 1;
}
#endif
