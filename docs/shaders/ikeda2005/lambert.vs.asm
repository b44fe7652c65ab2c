; Lambertian diffuse light with an ambient part, 12 slots; no fragment program.
vs_1_1
dcl_position v0
dcl_normal v1
m4x4 oPos, v0, c0
m3x3 r0.xyz, v1, c4
dp3 r0.w, r0, c8
max r0.w, r0.w, c9.x
mul r1, r0.w, c10
mov r2, c11
add oD0, r1, r2
