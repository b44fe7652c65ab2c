; Paper 004, figure 2: the vertex program that the paper adds to every kernel: 2 slots.
vs_1_1
dcl_position v0
dcl_texcoord v1
mov oPos, v0
mov oT0.xy, v1
