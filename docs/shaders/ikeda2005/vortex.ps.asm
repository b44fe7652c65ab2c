; Fluid simulator: the curl of the velocity, 16 slots. Every coordinate is scaled, so nothing moves
; by the rules of paper 004.
ps_2_0
dcl t0.xy
dcl_2d s0
mad r1.xy, t0, c2.x, c3
mad r2.xy, t0, c2.x, -c3
mad r3.xy, t0, c2.x, c4
mad r4.xy, t0, c2.x, -c4
texld r1, r1, s0
texld r2, r2, s0
texld r3, r3, s0
texld r4, r4, s0
sub r1, r1, r2
sub r3, r3, r4
mul r1.x, r1.y, c5.x
mad r1.x, -r3.x, c5.y, r1.x
mul r0, r1.x, c6
max r0, r0, c7.x
min r0, r0, c7.y
mov oC0, r0
