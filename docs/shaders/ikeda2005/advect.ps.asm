; Fluid simulator: follows the velocity back and reads there, 34 slots. Every coordinate depends on a
; texture read: nothing moves.
ps_2_0
dcl t0.xy
dcl_2d s0
dcl_2d s1
texld r0, t0, s0
mad r1.xy, -r0, c0.x, t0
mul r2.xy, r1, c1.x
frc r3.xy, r2
sub r2.xy, r2, r3
mad r4.xy, r2, c1.y, c2
mad r5.xy, r2, c1.y, c3
mad r6.xy, r2, c1.y, c4
mad r7.xy, r2, c1.y, c5
texld r4, r4, s1
texld r5, r5, s1
texld r6, r6, s1
texld r7, r7, s1
lrp r4, r3.x, r5, r4
lrp r6, r3.x, r7, r6
lrp r4, r3.y, r6, r4
mul r8.xy, r0, r0
add r8.x, r8.x, r8.y
rsq r8.x, r8.x
rcp r8.x, r8.x
mul r8.x, r8.x, c6.x
min r8.x, r8.x, c6.y
sub r8.x, c6.z, r8.x
mul r4, r4, r8.x
mul r4, r4, c7.x
max r4, r4, c8.x
min r4, r4, c8.y
mad r4, r4, c9.x, c9.y
mul r4.w, r4.w, c9.z
max r4.w, r4.w, c8.z
mov oC0, r4
