// livermore/kernels/thesis.cl - the passes of thesis 003 where they differ from ours: kernels 3, 5 and 24.
//
//   3, 24  every pass folds `fan` shifted copies of the row into one that is 1/fan as long
//   5      one pass per step, or one per four steps (a texel has four channels)
//
// Source      thesis 003, section 4, kernels 3, 5 and 24
// Work        one item per texel of the pass's rectangle
// Traffic     multiply 3 REAL, fold fan + 1 per item, step 3 per step
// Launch      1-D, one item per result; step: one item
// Parameters  REAL: float or double
#pragma OPENCL FP_CONTRACT OFF
#define INPUT __global const REAL* restrict

// Four products per texel.
__kernel void livermore_thesis_multiply(INPUT z, INPUT x, __global REAL* restrict out,
                                        const ulong n)
{
  const ulong i = get_global_id(0);
  REAL sum = 0;
  for (ulong k = 4 * i; k < 4 * i + 4 && k < n; ++k) sum = sum + z[k] * x[k];
  out[i] = sum;
}

__kernel void livermore_thesis_fold(INPUT in, __global REAL* restrict out, const ulong length,
                                    const ulong shorter)
{
  const ulong i = get_global_id(0);
  REAL sum = 0;
  for (ulong k = i; k < length; k += shorter) sum = sum + in[k];
  out[i] = sum;
}

__kernel void livermore_thesis_fold_minimum(INPUT in, __global const int* restrict place_in,
                                            __global REAL* restrict out,
                                            __global int* restrict place_out, const uint first_pass,
                                            const ulong length, const ulong shorter)
{
  const ulong i = get_global_id(0);
  REAL best = in[i];
  int at = first_pass != 0 ? (int)i + 1 : place_in[i];
  for (ulong k = i + shorter; k < length; k += shorter) {
    const int place = first_pass != 0 ? (int)k + 1 : place_in[k];
    if (in[k] < best || (in[k] == best && place < at)) {
      best = in[k];
      at = place;
    }
  }
  out[i] = best;
  place_out[i] = at;
}

__kernel void livermore_thesis_step(__global REAL* x, INPUT y, INPUT z, const ulong first,
                                    const ulong end)
{
  for (ulong i = first; i < end; ++i) x[i] = z[i] * (y[i] - x[i - 1]);
}
