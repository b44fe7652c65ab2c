; Sorts five texels by a network of nine comparisons, 40 slots, written anew. The least four leave.
; The rows are scaled by c2.y, so that half of each coordinate cannot move by the rules of paper 004.
ps_2_0
dcl t0.xy
dcl_2d s0
rcp r9.x, c3.y
mov r9.y, -c3.x
add r1.x, t0.x, c1.x
mul r1.y, t0.y, c2.y
add r2.x, t0.x, c1.y
mul r2.y, t0.y, c2.y
add r3.x, t0.x, c1.z
mad r3.y, t0.y, c2.y, r9.x
add r4.x, t0.x, c1.w
mad r4.y, t0.y, c2.y, r9.y
texld r0, t0, s0
texld r1, r1, s0
texld r2, r2, s0
texld r3, r3, s0
texld r4, r4, s0
min r5, r0, r1
max r1, r0, r1
min r0, r3, r4
max r4, r3, r4
min r3, r2, r4
max r4, r2, r4
min r2, r3, r0
max r0, r3, r0
min r3, r5, r0
max r0, r5, r0
min r5, r3, r2
max r2, r3, r2
min r3, r1, r4
max r4, r1, r4
min r1, r3, r0
max r0, r3, r0
min r3, r1, r2
max r2, r1, r2
mul r5.x, r5.x, c4.x
mov r5.y, r3.x
mov r5.z, r2.x
mov r5.w, r0.x
mul r5, r5, c4.y
max r5, r5, c4.z
mov oC0, r5
