// volume/rays.cl - a picture of a volume: one ray per pixel, front to back.
//
//   for (x, y) in picture:  colour = 0, alpha = 0
//     for s in [0, steps), while alpha < stop:
//       v = volume at origin + x right + y down + s along, between voxels linear, outside 0
//       w = (1 - alpha) opacity v;  colour += w (v, v v, 1 - v);  alpha += w
//     out[y width + x] = colour, alpha                                       <- rays_reference in reference.cpp
//
// Source      paper 002, section 6 (its application); emission and absorption without shading
// Work        one work-item makes one pixel
// Traffic     per sample: 8 bytes (SAMPLED 2: what a sampler reads for one value), 46 flops (45, 18); per pixel
//             16 bytes written. Rays that end early have fewer samples
// Launch      2-D, any group shape; global 0 covers the width, global 1 the height
// Parameters  SAMPLED: 0 the volume is a buffer, 1 an image read voxel by voxel, 2 one that the sampler interpolates
#if SAMPLED
#define VOLUME __read_only image3d_t
#else
#define VOLUME __global const uchar* restrict
#endif
#if SAMPLED == 1
__constant sampler_t voxels = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST;
#elif SAMPLED == 2
__constant sampler_t between = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_LINEAR;
#endif

#if SAMPLED < 2
// Outside of the volume 0.
inline float voxel(VOLUME in, const int x, const int y, const int z, const int nx, const int ny, const int nz)
{
#if SAMPLED == 1
  (void)nx;  // the image knows them
  (void)ny;
  (void)nz;
  int4 at;
  at.x = x;
  at.y = y;
  at.z = z;
  at.w = 0;
  return read_imagef(in, voxels, at).x;
#else
  const int inside = x >= 0 && x < nx && y >= 0 && y < ny && z >= 0 && z < nz;
  return inside ? (float)in[((long)z * ny + y) * nx + x] : 0.0f;
#endif
}

inline float mixed(const float a, const float b, const float t) { return a + t * (b - a); }

inline float sampled(VOLUME in, const float px, const float py, const float pz, const int nx, const int ny, const int nz)
{
  const float qx = px - 0.5f;
  const float qy = py - 0.5f;
  const float qz = pz - 0.5f;
  const int x = (int)floor(qx);
  const int y = (int)floor(qy);
  const int z = (int)floor(qz);
  const float tx = qx - (float)x;
  const float ty = qy - (float)y;
  const float tz = qz - (float)z;
  const float near_top = mixed(voxel(in, x, y, z, nx, ny, nz), voxel(in, x + 1, y, z, nx, ny, nz), tx);
  const float near_low = mixed(voxel(in, x, y + 1, z, nx, ny, nz), voxel(in, x + 1, y + 1, z, nx, ny, nz), tx);
  const float far_top = mixed(voxel(in, x, y, z + 1, nx, ny, nz), voxel(in, x + 1, y, z + 1, nx, ny, nz), tx);
  const float far_low = mixed(voxel(in, x, y + 1, z + 1, nx, ny, nz), voxel(in, x + 1, y + 1, z + 1, nx, ny, nz), tx);
  const float value = mixed(mixed(near_top, near_low, ty), mixed(far_top, far_low, ty), tz);
#if SAMPLED == 1
  return value;
#else
  return value * (1.0f / 255.0f);
#endif
}
#else
inline float sampled(VOLUME in, const float px, const float py, const float pz, const int nx, const int ny, const int nz)
{
  (void)nx;  // the sampler knows them
  (void)ny;
  (void)nz;
  float4 at;
  at.x = px;
  at.y = py;
  at.z = pz;
  at.w = 0.0f;
  return read_imagef(in, between, at).x;
}
#endif

__kernel void volume_rays(VOLUME in, __global float4* restrict out, const int nx, const int ny, const int nz,
                          const int width, const int height, const int steps, const float opacity, const float stop,
                          const float ox, const float oy, const float oz, const float rx, const float ry, const float rz,
                          const float dx, const float dy, const float dz, const float ax, const float ay, const float az)
{
  const int x = (int)get_global_id(0);
  const int y = (int)get_global_id(1);
  const float startx = ox + (float)x * rx + (float)y * dx;
  const float starty = oy + (float)x * ry + (float)y * dy;
  const float startz = oz + (float)x * rz + (float)y * dz;
  float4 colour;
  colour.x = 0.0f;
  colour.y = 0.0f;
  colour.z = 0.0f;
  colour.w = 0.0f;
  for (int s = 0; s < steps && colour.w < stop; ++s) {
    const float along = (float)s;
    const float value = sampled(in, startx + along * ax, starty + along * ay, startz + along * az, nx, ny, nz);
    const float weight = (1.0f - colour.w) * (opacity * value);
    colour.x += weight * value;
    colour.y += weight * (value * value);
    colour.z += weight * (1.0f - value);
    colour.w += weight;
  }
  if (x < width && y < height) out[(long)y * width + x] = colour;
}
