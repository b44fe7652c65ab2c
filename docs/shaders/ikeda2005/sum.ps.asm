; The sum of four texels, 16 slots, written anew.
ps_2_0
dcl t0.xy
dcl_2d s0
rcp r5.x, c3.x
mul r5.x, r5.x, c3.z
mov r5.y, c3.w
mov r5.z, r5.x
mul r5.xy, r5, c4.x
add r1.xy, t0, r5
mad r2.xy, r1, c5.x, c6
mad r3.xy, r1, c5.x, c7
texld r0, t0, s0
texld r1, r1, s0
texld r2, r2, s0
texld r3, r3, s0
add r0, r0, r1
add r2, r2, r3
add r0, r0, r2
mov oC0, r0
