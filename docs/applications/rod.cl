// docs/applications/rod.cl - Jacobi's method for the temperatures of a rod that loses heat.
//
//   for i in [0, n):  diagonal x[i] - x[i-1] - x[i+1] = source[i], zero beyond both ends
//
// Source      any textbook on iterative methods; with diagonal = 2 + loss a sweep multiplies the
//             largest error by at most 2 / (2 + loss)
// Work        one work-item computes one place
// Traffic     per place and sweep: 12 bytes read, 4 bytes written, 3 flops
// Launch      1-D, any group size; the global size covers n; rod_clear has one work-item
// Parameters  (none)

// The temperatures that the loop must find.
inline float rod_solution(const uint i) { return (float)(1 + i % 7); }

// The sum of the two neighbours.
inline float rod_beside(__global const float* x, const uint i, const uint n)
{
  const float before = i > 0 ? x[i - 1] : 0.0f;
  const float after = i + 1 < n ? x[i + 1] : 0.0f;
  return before + after;
}

__kernel void rod_set_up(__global float* source, __global float* x, const uint n,
                         const float diagonal)
{
  const uint i = (uint)get_global_id(0);
  if (i < n) {
    const float before = i > 0 ? rod_solution(i - 1) : 0.0f;
    const float after = i + 1 < n ? rod_solution(i + 1) : 0.0f;
    source[i] = diagonal * rod_solution(i) - before - after;
    x[i] = 0.0f;
  }
}

__kernel void rod_sweep(__global const float* restrict source, __global const float* restrict from,
                        __global float* restrict to, const uint n, const float inverse)
{
  const uint i = (uint)get_global_id(0);
  if (i < n) to[i] = inverse * (source[i] + rod_beside(from, i, n));
}

__kernel void rod_clear(__global uint* unsolved) { unsolved[0] = 0; }

// Every work-item that writes writes the same.
__kernel void rod_find_unsolved(__global const float* restrict source,
                                __global const float* restrict x, __global uint* unsolved,
                                const uint n, const float diagonal)
{
  const uint i = (uint)get_global_id(0);
  if (i < n && fabs(diagonal * x[i] - rod_beside(x, i, n) - source[i]) > 1e-4f) unsolved[0] = 1;
}

// Where every equation holds within 1e-4, no temperature is off by more than 1e-4 / loss.
__kernel void rod_count_wrong(__global const float* x, __global uint* wrong, const uint n,
                              const float tolerance)
{
  const uint i = (uint)get_global_id(0);
  if (i < n && !(fabs(x[i] - rod_solution(i)) <= tolerance)) atomic_inc(wrong);
}
