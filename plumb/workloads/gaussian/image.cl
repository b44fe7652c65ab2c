// gaussian/image.cl - a filter along rows that reads an image through a sampler: the first of two passes.
//
//   for (x, y) in image:  out[x, y] = sum over k in [0, TAPS) of weights[k] * in[x + k - TAPS / 2, y]
//                                                                            <- filter_reference in reference.cpp
// Source      paper 004, section 5 (separable Gaussian filter, table 5): its programs read textures
// Work        one work-item makes one output from TAPS pixels; the sampler repeats the edge
// Traffic     per output: 1 PIXEL read, 1 written; 2 TAPS flops for each of its components
// Launch      2-D, any group shape; global 0 covers the width, global 1 the rows [first, last)
// Parameters  PIXEL, CHANNELS, BYTES: pixel.clh; TAPS: odd. Bytes come as 0 to 1
__constant sampler_t pixels = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;
#if CHANNELS == 4
#define SAMPLE_PART(k) value.k = BYTES ? 255.0f * sampled.k : sampled.k;
#else
#define EACH_PART(use) use(x)
#define SAMPLE_PART(k) value = sampled.k;
#endif

__kernel void gaussian_image_rows(__read_only image2d_t in, __global PIXEL* restrict out,
                                  __global const float* restrict weights, const int width, const int height,
                                  const int first, const int last)
{
  const int x = (int)get_global_id(0);
  const int y = first + (int)get_global_id(1);
  (void)height;  // filters along columns need it
  VALUE sum = no_value();
  for (int k = 0; k < TAPS; ++k) {
    int2 at;
    at.x = x + k - TAPS / 2;
    at.y = y;
    const float4 sampled = read_imagef(in, pixels, at);
    VALUE value;
    EACH_PART(SAMPLE_PART)
    sum = added(sum, weights[k], value);
  }
  if (x < width && y < last) out[(long)y * width + x] = pixel_of(sum);
}
