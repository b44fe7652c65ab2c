; Paper 004, figure 2: the vertex program of the convolution. The figure has no version and no dcl.
vs_1_1
dcl_position v0
dcl_texcoord v1
mov oPos, v0
mov oT0.xy, v1
