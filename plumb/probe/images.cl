// probe/images.cl - reads of an image through its sampler: many on their way at once, or each after the one before.
//
//   for n in [0, steps):  sum += image(x, y + step n) or image(x, y, z + n), one pixel or the mean of its neighbours
//
// Source      rays through volumes and filters of pictures read images this way
// Work        probe_image_reads: FLIGHT reads a turn, of a column or of a ray; probe_image_chain: one read a step
// Traffic     a pixel per nearest read, 4 or 8 of them (AXES 2 or 3) per linear one; 4 bytes written per work-item
// Launch      2-D, any group shape; the images are 2^bits pixels long in every direction
// Parameters  AXES (2, 3), LINEAR (0, 1), PARTS (1, 4), FLIGHT. A linear read lies at the corner of its pixels, so
//             that all count alike. What lies outside is 0
#if AXES == 3
#define IMAGE image3d_t
#else
#define IMAGE image2d_t
#endif
#if LINEAR
__constant sampler_t probe_sampler = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_LINEAR;
#define PLACE(number) ((float)(number) + 1.0f)
#else
__constant sampler_t probe_sampler = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST;
#define PLACE(number) ((int)(number))
#endif

inline float probe_pixel(__read_only IMAGE image, const uint x, const uint y, const uint z)
{
#if LINEAR && AXES == 3
  float4 at;
#elif LINEAR
  float2 at;
#elif AXES == 3
  int4 at;
#else
  int2 at;
#endif
  at.x = PLACE(x);
  at.y = PLACE(y);
#if AXES == 3
  at.z = PLACE(z);
  at.w = 0;
#else
  (void)z;
#endif
  const float4 pixel = read_imagef(image, probe_sampler, at);
#if PARTS == 4
  return pixel.x + pixel.y + pixel.z + pixel.w;
#else
  return pixel.x;
#endif
}

// One work-item goes on to the next column where it has come through the last one.
__kernel void probe_image_reads(__read_only IMAGE image, __global float* restrict out, const uint bits, const uint step,
                                const uint turns)
{
  const uint mask = (1u << bits) - 1u;
  const uint gx = (uint)get_global_id(0);
  const uint gy = (uint)get_global_id(1);
#if AXES == 3
  const uint first = ((gx >> bits) + (gy >> bits)) * 5u;
#else
  const uint first = gy;
#endif
  float sum = 0.0f;
  for (uint turn = 0; turn < turns; ++turn) {
    const uint x = (gx + (turn * FLIGHT >> bits)) & mask;
#pragma unroll
    for (uint k = 0; k < FLIGHT; ++k) {
      const uint next = (first + step * (turn * FLIGHT + k)) & mask;
#if AXES == 3
      sum += probe_pixel(image, x, gy & mask, next);
#else
      sum += probe_pixel(image, x, next, 0u);
#endif
    }
  }
  out[(size_t)gy * get_global_size(0) + gx] = sum;
}

// `nothing` is 0, which no compiler knows: where a read lies depends on what the one before it brought. Columns lie
// so far apart that none has a line of another.
__kernel void probe_image_chain(__read_only IMAGE image, __global float* restrict out, const uint bits, const float nothing,
                                const uint steps)
{
  const uint mask = (1u << bits) - 1u;
  uint place = 0;
  uint x = (uint)get_global_id(0);
#if AXES == 3
  uint y = 0;
#endif
  float sum = 0.0f;
  for (uint i = 0; i < steps; ++i) {
#if AXES == 3
    const float pixel = probe_pixel(image, x, y, place);
#else
    const float pixel = probe_pixel(image, x, place, 0u);
#endif
    sum += pixel;
    place += 1u + (uint)(int)(pixel * nothing);
    if (place > mask) {
      place = 0;
      x += 32u;
#if AXES == 3
      y = x > mask ? (y + 8u) & mask : y;
#endif
      x &= mask;
    }
  }
  out[get_global_id(0)] = sum;
}
