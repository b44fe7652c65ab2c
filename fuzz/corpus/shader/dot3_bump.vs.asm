; The light in the space of the surface, 19 slots.
vs_1_1
dcl_position v0
dcl_normal v1
dcl_tangent v2
dcl_texcoord v3
m4x4 oPos, v0, c0
m4x3 r0.xyz, v0, c4
sub r1.xyz, c8, r0
dp3 r1.w, r1, r1
rsq r1.w, r1.w
mul r1.xyz, r1, r1.w
mov r2, v1
mul r3.xyz, r2.yzxw, v2.zxyw
mad r3.xyz, -r2.zxyw, v2.yzxw, r3
dp3 r4.x, r1, v2
dp3 r4.y, r1, r3
dp3 r4.z, r1, r2
mad oD0.xyz, r4, c9.x, c9.x
mov oT0.xy, v3
