; Two textures, 8 slots.
vs_1_1
dcl_position v0
dcl_normal v1
dcl_texcoord v2
m4x4 oPos, v0, c0
dp3 r0.x, v1, c4
mul oD0, r0.x, c5
mov oT0.xy, v2
mov oT1.xy, v2
