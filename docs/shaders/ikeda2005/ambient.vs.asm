; Ambient light, 6 slots; no fragment program.
vs_1_1
dcl_position v0
dcl_texcoord v3
m4x4 oPos, v0, c0
mov oD0, c4
mov oT0.xy, v3
