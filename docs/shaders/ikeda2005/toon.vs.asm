; Steps of light for the toon shader, 28 slots.
vs_1_1
dcl_position v0
dcl_normal v1
m4x4 oPos, v0, c0
m4x3 r0.xyz, v0, c4
m3x3 r1.xyz, v1, c8
dp3 r1.w, r1, r1
rsq r1.w, r1.w
mul r1.xyz, r1, r1.w
sub r2.xyz, c12, r0
dp3 r2.w, r2, r2
rsq r2.w, r2.w
mul r2.xyz, r2, r2.w
sub r4.xyz, c15, r0
dp3 r4.w, r4, r4
rsq r4.w, r4.w
mul r4.xyz, r4, r4.w
dp3 r3.x, r1, r4
dp3 r3.y, r1, r2
max r3.x, r3.x, c13.x
min r3.x, r3.x, c13.z
mov oT0.x, r3.x
mov oT0.y, c13.y
mov oT1.x, r3.y
