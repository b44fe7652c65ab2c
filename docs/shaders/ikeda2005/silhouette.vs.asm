; Dark where the surface turns away, 20 slots; no fragment program.
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
dp3 r3.x, r1, r2
sge r3.x, r3.x, c13.x
mul oD0, r3.x, c14
