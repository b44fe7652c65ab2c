// images.cuh - OpenCL C images for NVRTC: read_image*, samplers and sizes.
//
// CUDA binds a sampler to a texture when it is made, OpenCL names it in the kernel. So an image is a
// bundle of textures, one per filter and addressing, and the sampler (a constant) picks one; coordinates
// of clamped textures are in pixels, those of repeated ones in 0..1. Images are only read.
struct plumb_image {
  unsigned long long texture[8];  // [filter][edge, border, repeat, mirror]
  int width, height, depth, channels;
};
struct image2d_t : plumb_image {};
struct image3d_t : plumb_image {};
typedef uint sampler_t;
#define CLK_NORMALIZED_COORDS_FALSE 0
#define CLK_NORMALIZED_COORDS_TRUE 1
#define CLK_ADDRESS_NONE 0
#define CLK_ADDRESS_CLAMP_TO_EDGE 0
#define CLK_ADDRESS_CLAMP 2
#define CLK_ADDRESS_REPEAT 4
#define CLK_ADDRESS_MIRRORED_REPEAT 6
#define CLK_FILTER_NEAREST 0
#define CLK_FILTER_LINEAR 8
inline int get_image_width(const plumb_image& i) { return i.width; }
inline int get_image_height(const plumb_image& i) { return i.height; }
inline int get_image_depth(const plumb_image& i) { return i.depth; }
inline float plumb_scale(sampler_t s, int size) { return (s & 1) && (s & 6) < 4 ? (float)size : 1.0f; }
// What an image of fewer components lacks reads as 0, and the last as 1.
template <class T> T plumb_filled(const plumb_image& i, T p) {
  if (i.channels < 2) p.y = 0;
  if (i.channels < 4) { p.z = 0; p.w = 1; }
  return p;
}
template <class T> T plumb_read(const image2d_t& i, sampler_t s, float2 at) {
  return plumb_filled(i, tex2D<T>(i.texture[s >> 1], at.x * plumb_scale(s, i.width), at.y * plumb_scale(s, i.height)));
}
template <class T> T plumb_read(const image3d_t& i, sampler_t s, float4 at) {
  return plumb_filled(i, tex3D<T>(i.texture[s >> 1], at.x * plumb_scale(s, i.width), at.y * plumb_scale(s, i.height), at.z * plumb_scale(s, i.depth)));
}
template <class T> T plumb_read(const image2d_t& i, sampler_t s, int2 at) {
  return plumb_filled(i, tex2D<T>(i.texture[s >> 1], (float)at.x + 0.5f, (float)at.y + 0.5f));
}
template <class T> T plumb_read(const image3d_t& i, sampler_t s, int4 at) {
  return plumb_filled(i, tex3D<T>(i.texture[s >> 1], (float)at.x + 0.5f, (float)at.y + 0.5f, (float)at.z + 0.5f));
}
template <class I, class At> float4 read_imagef(const I& i, sampler_t s, At at) { return plumb_read<float4>(i, s, at); }
template <class I, class At> int4 read_imagei(const I& i, sampler_t s, At at) { return plumb_read<int4>(i, s, at); }
template <class I, class At> uint4 read_imageui(const I& i, sampler_t s, At at) { return plumb_read<uint4>(i, s, at); }
