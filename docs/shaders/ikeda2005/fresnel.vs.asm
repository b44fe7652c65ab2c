; Reflection by the angle of view, 20 slots; no fragment program.
vs_1_1
dcl_position v0
dcl_normal v1
m4x4 oPos, v0, c0
m4x3 r0.xyz, v0, c4
m3x3 r1.xyz, v1, c8
sub r2.xyz, c12, r0
dp3 r2.w, r2, r2
rsq r2.w, r2.w
mul r2.xyz, r2, r2.w
dp3 r3.x, r1, r2
sub r3.x, c13.x, r3.x
mul r3.y, r3.x, r3.x
mul r3.x, r3.y, r3.x
mad r3.x, r3.x, c13.y, c13.z
mul oD0, r3.x, c14
