; Paper 004, figure 3: the fragment program of the convolution, 16 slots. c0 to c2 are weights,
; c3.x is the width of the image, c4.x the offset of the row.
ps_2_0
dcl t0.xy
dcl_2d s0
mov r0.z, t0.y
mov r1.y, c4.x
mov r0.y, c4.x
rcp r0.w, c3.x
mov r0.x, -r0.w
add r1.x, r0.w, r0.w
add r0.xy, r0, t0
add r1.x, r1.x, r0.x
add r1.y, r0.z, r1.y
texld r2, r0, s0
texld r0, r1, s0
texld r1, t0, s0
mul r2, r2, c0.x
mad r1, c1.x, r1, r2
mad r0, c2.x, r0, r1
mov oC0, r0
