// plumb/probe/patterns_image.cl - neighbourhoods through the device's images.
//
//   for (x, y):  out(x, y) = sum of image(x + u, y) for u in [-k / 2, k - k / 2)
//
// Source      paper 000, section 5.3: its measuring program read textures
// Work        one point per work-item
// Traffic     k pixels read, 4 bytes written per point
// Launch      1-D, side * side work-items
// Parameters  (none); coordinates beyond the edge take the pixel at the edge
__kernel void probe_image(__read_only image2d_t image, __global float* restrict out, const uint side, const uint k)
{
  const sampler_t nearest = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;
  const uint i = (uint)get_global_id(0);
  if (i < side * side) {
    float sum = 0.0f;
    for (uint u = 0; u < k; ++u) {
      int2 at;
      at.x = (int)(i % side) + (int)u - (int)(k / 2);
      at.y = (int)(i / side);
      const float4 pixel = read_imagef(image, nearest, at);
      sum += pixel.x + pixel.y + pixel.z;
    }
    out[i] = sum;
  }
}
