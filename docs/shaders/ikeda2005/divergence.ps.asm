; Fluid simulator: the divergence of the velocity, 17 slots. c4.x: ratio of the cell sides.
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
sub r0, r1, r0
sub r2, r2, r3
mad r0, r0.x, c4.x, r2.y
mov oC0, r0
