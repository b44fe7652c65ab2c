// plumb/probe/paper.cl - the measuring program of paper 000: the sum of K x 1 pixels around each.
//
//   for (x, y):  sum = I(x, y);  for k in [-K/2, K - K/2), k != 0:  sum += I(x + k, y)
//
// Source      paper 000, section 5.3 and figure 5(b): the centre first, then from left to right
// Work        WIDE: one pixel per work-item; otherwise one row
// Traffic     K * S bytes read, S written per pixel; K - 1 additions per component
// Launch      WIDE: 1-D, at least width * height work-items; otherwise height
// Parameters  PIXEL (uchar4, float or float4), PARTS (1 or 4), WIDE (1 on GPUs); rows are `pitch` pixels
//             apart and begin 16 pixels into the array, so that every neighbour exists
#if PARTS == 4
#define ADD(sum, from) sum.x += (from).x; sum.y += (from).y; sum.z += (from).z; sum.w += (from).w
#else
#define ADD(sum, from) sum += (from)
#endif

__kernel void probe_neighbours(__global const PIXEL* restrict in, __global PIXEL* restrict out, const uint width,
                               const uint height, const uint pitch, const uint k)
{
  const int left = -(int)(k / 2);
  const int right = left + (int)k;
  const RowPart part = probe_row_part(width, height);
  for (uint x = part.first; x < part.last; ++x) {
    const ulong at = (ulong)part.y * pitch + x + 16;
    PIXEL sum = in[at];
    for (int i = left; i < 0; ++i) { ADD(sum, in[at + (ulong)(long)i]); }
    for (int i = 1; i < right; ++i) { ADD(sum, in[at + (ulong)i]); }
    out[at] = sum;
  }
}
