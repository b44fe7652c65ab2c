// livermore/kernels/cuda_words.cuh - the words of OpenCL C that affine.clh and recurrences.cl use, for a .cu file.
typedef unsigned int uint;
typedef unsigned long ulong;
#define __global
#define restrict __restrict__
#define as_ulong(v) (ulong)__double_as_longlong(v)
#define as_double(bits) __longlong_as_double((long long)(bits))
#define as_uint(v) __float_as_uint(v)
#define as_float(bits) __uint_as_float(bits)
