; Fluid simulator: shades the field as a height map, 41 slots.
ps_2_0
dcl t0.xy
dcl_2d s0
rcp r5.x, c0.x
mul r5.x, r5.x, c1.y
mov r5.y, c1.x
mov r6.x, -r5.x
mov r6.y, c1.x
add r0.xy, t0, r6
add r1.xy, t0, r5
mad r2.xy, t0, c2.x, c3
mad r3.xy, t0, c2.x, -c3
texld r0, r0, s0
texld r1, r1, s0
texld r2, r2, s0
texld r3, r3, s0
sub r4.x, r1.x, r0.x
sub r4.y, r2.x, r3.x
mad r4.z, r3.x, c5.w, c5.x
nrm r7.xyz, r4
dp3 r7.w, r7, c6
max r7.w, r7.w, c5.y
add r0, r0, r1
add r2, r2, r3
add r0, r0, r2
mul r0, r0, c7.x
mul r8.x, r0.x, c7.y
min r8.x, r8.x, c7.z
max r8.x, r8.x, c7.w
lrp r9, r8.x, c8, c9
mul r9, r9, r7.w
dp3 r10.x, r7, c10
max r10.x, r10.x, c5.y
pow r10.x, r10.x, c11.x
mad r9, r10.x, c12, r9
mul r9.w, r0.w, c13.x
max r9, r9, c5.y
min r9, r9, c5.z
mov oC0, r9
