; The separable Gaussian of paper 004, 13 taps, 63 slots, written anew: its source is not printed.
; c3: size of the image; c4: direction; c5.x: scale of the coordinates, 1; c8 to c12: distance of a
; tap from the end of its side; c20 to c26: weights.
ps_2_0
dcl t0.xy
dcl_2d s0
rcp r8.x, c3.x
rcp r8.y, c3.y
mul r8.x, r8.x, c4.x
mul r8.y, r8.y, c4.y
add r9.x, r8.x, r8.x
add r9.x, r9.x, r8.x
add r9.x, r9.x, r8.x
add r9.x, r9.x, r8.x
add r9.x, r9.x, r8.x
add r9.y, r8.y, r8.y
add r9.y, r9.y, r8.y
add r9.y, r9.y, r8.y
add r9.y, r9.y, r8.y
add r9.y, r9.y, r8.y
mov r10.x, -r9.x
mov r10.y, -r9.y
mov r9.z, r9.x
add r1.xy, t0, r10
add r2.xy, t0, r9
texld r0, t0, s0
mul r0, r0, c20.x
texld r3, r1, s0
mad r0, r3, c21.x, r0
texld r3, r2, s0
mad r0, r3, c21.x, r0
mul r3.xy, r1, c5.x
add r3.xy, r3, c8
texld r3, r3, s0
mad r0, r3, c22.x, r0
mul r3.xy, r2, c5.x
add r3.xy, r3, -c8
texld r3, r3, s0
mad r0, r3, c22.x, r0
mul r3.xy, r1, c5.x
add r3.xy, r3, c9
texld r3, r3, s0
mad r0, r3, c23.x, r0
mul r3.xy, r2, c5.x
add r3.xy, r3, -c9
texld r3, r3, s0
mad r0, r3, c23.x, r0
mul r3.xy, r1, c5.x
add r3.xy, r3, c10
texld r3, r3, s0
mad r0, r3, c24.x, r0
mul r3.xy, r2, c5.x
add r3.xy, r3, -c10
texld r3, r3, s0
mad r0, r3, c24.x, r0
mul r3.xy, r1, c5.x
add r3.xy, r3, c11
texld r3, r3, s0
mad r0, r3, c25.x, r0
mad r3.xy, r2, c5.x, -c11
texld r3, r3, s0
mad r0, r3, c25.x, r0
mad r3.xy, r1, c5.x, c12
texld r3, r3, s0
mad r0, r3, c26.x, r0
mad r3.xy, r2, c5.x, -c12
texld r3, r3, s0
mad r0, r3, c26.x, r0
mov oC0, r0
