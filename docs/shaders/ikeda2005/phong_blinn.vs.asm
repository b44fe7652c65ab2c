; Light of Phong and Blinn, 25 slots; no fragment program.
vs_1_1
dcl_position v0
dcl_normal v1
m4x4 oPos, v0, c0
m4x4 r0, v0, c4
m3x3 r1.xyz, v1, c8
dp3 r1.w, r1, r1
rsq r1.w, r1.w
mul r1.xyz, r1, r1.w
sub r2, c12, r0
dp3 r2.w, r2, r2
rsq r2.w, r2.w
mul r2.xyz, r2, r2.w
dp3 r3.x, r1, c13
dp3 r3.y, r1, r2
mov r3.w, c14.w
lit r4, r3
mul r5, r4.y, c15
mad r5, r4.z, c16, r5
add oD0, r5, c17
