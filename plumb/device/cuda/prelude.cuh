// prelude.cuh - lets NVRTC (-default-device) read our OpenCL C kernels as CUDA C++.
#define __kernel extern "C" __global__
#define __global
#define __local __shared__
#define __constant const
#define __private
#define __read_only
#define restrict __restrict__
#define reqd_work_group_size(x, y, z) launch_bounds((x) * (y) * (z))  // as many registers as such a group can have
#define CLK_LOCAL_MEM_FENCE 1
#define CLK_GLOBAL_MEM_FENCE 2
#define barrier(flags) __syncthreads()
#define mem_fence(flags) ((flags) == CLK_LOCAL_MEM_FENCE ? __threadfence_block() : __threadfence())
#define read_mem_fence(flags) mem_fence(flags)
#define write_mem_fence(flags) mem_fence(flags)
typedef unsigned char uchar;
typedef unsigned short ushort;
typedef unsigned int uint;
typedef unsigned long ulong;
#define char signed char  // as OpenCL has it; on Arm hosts NVRTC's own is unsigned
// Vectors of three are 16 bytes wide in OpenCL and 12 in CUDA: refused rather than wrong.
#define float3 vectors_of_three_differ_between_opencl_and_cuda
#define double3 vectors_of_three_differ_between_opencl_and_cuda
#define int3 vectors_of_three_differ_between_opencl_and_cuda
#define uint3 vectors_of_three_differ_between_opencl_and_cuda

// Work-item functions return size_t, as in OpenCL: indices do not wrap at 2^31.
#define PLUMB_INDEX(name, from) inline size_t name(uint d) { return d == 0 ? from.x : d == 1 ? from.y : from.z; }
PLUMB_INDEX(get_local_id, threadIdx)
PLUMB_INDEX(get_local_size, blockDim)
PLUMB_INDEX(get_group_id, blockIdx)
PLUMB_INDEX(get_num_groups, gridDim)
inline size_t get_global_id(uint d) { return get_group_id(d) * get_local_size(d) + get_local_id(d); }
inline size_t get_global_size(uint d) { return get_num_groups(d) * get_local_size(d); }
inline size_t get_global_offset(uint) { return 0; }

// atomic_* of int, uint and, for exchange, float; atom_* of ulong (cl_khr_int64_base_atomics). The
// second argument converts to the type of the first, as in a C call.
template <class T> struct plumb_same { typedef T type; };
template <class T> struct plumb_wide { typedef T type; };
template <> struct plumb_wide<ulong> { typedef unsigned long long type; };
#define PLUMB_ATOMIC(name, cuda) \
  template <class T> T name(volatile T* p, typename plumb_same<T>::type v) { typedef typename plumb_wide<T>::type W; return (T)cuda((W*)p, (W)v); }
#define PLUMB_ATOMICS(prefix) \
  PLUMB_ATOMIC(prefix##_add, atomicAdd) PLUMB_ATOMIC(prefix##_xchg, atomicExch) PLUMB_ATOMIC(prefix##_min, atomicMin) PLUMB_ATOMIC(prefix##_max, atomicMax) \
  PLUMB_ATOMIC(prefix##_and, atomicAnd) PLUMB_ATOMIC(prefix##_or, atomicOr) PLUMB_ATOMIC(prefix##_xor, atomicXor) \
  template <class T> T prefix##_sub(volatile T* p, typename plumb_same<T>::type v) { return prefix##_add(p, (T)(0 - v)); } \
  template <class T> T prefix##_inc(volatile T* p) { return prefix##_add(p, (T)1); } \
  template <class T> T prefix##_dec(volatile T* p) { return prefix##_sub(p, (T)1); } \
  template <class T> T prefix##_cmpxchg(volatile T* p, typename plumb_same<T>::type c, typename plumb_same<T>::type v) { typedef typename plumb_wide<T>::type W; return (T)atomicCAS((W*)p, (W)c, (W)v); }
PLUMB_ATOMICS(atomic)
PLUMB_ATOMICS(atom)

// convert_T is a cast: towards zero for integers, to nearest for floats; as_T keeps the bits.
#define PLUMB_SCALAR(convert, as, T) \
  template <class F> T convert(F from) { return (T)from; } \
  template <class F> T as(F from) { static_assert(sizeof(T) == sizeof(F), #as " of another size"); T to; memcpy(&to, &from, sizeof to); return to; }
PLUMB_SCALAR(convert_char, as_char, char)
PLUMB_SCALAR(convert_uchar, as_uchar, uchar)
PLUMB_SCALAR(convert_short, as_short, short)
PLUMB_SCALAR(convert_ushort, as_ushort, ushort)
PLUMB_SCALAR(convert_int, as_int, int)
PLUMB_SCALAR(convert_uint, as_uint, uint)
PLUMB_SCALAR(convert_long, as_long, long)
PLUMB_SCALAR(convert_ulong, as_ulong, ulong)
PLUMB_SCALAR(convert_float, as_float, float)
PLUMB_SCALAR(convert_double, as_double, double)
template <class F> ushort2 as_ushort2(F from) { static_assert(sizeof(F) == 4, "as_ushort2 of another size"); ushort2 to; memcpy(&to, &from, sizeof to); return to; }
inline ushort2 min(ushort2 a, ushort2 b) { return as_ushort2(__vminu2(as_uint(a), as_uint(b))); }
inline ushort2 max(ushort2 a, ushort2 b) { return as_ushort2(__vmaxu2(as_uint(a), as_uint(b))); }
template <class F> int convert_int_rte(F from) { return (int)rint(from); }
template <class F> uchar convert_uchar_sat(F from) { return from > 255 ? 255 : from < 0 ? 0 : (uchar)from; }
template <class F> uchar convert_uchar_sat_rte(F from) { return convert_uchar_sat(rint(from)); }
template <class T> T clamp(T x, T low, T high) { return min(max(x, low), high); }
template <class T> T mad(T a, T b, T c) { return a * b + c; }
template <class T, class C> T select(T a, T b, C c) { return c ? b : a; }
