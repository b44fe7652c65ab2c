; A convolution of 3 x 3 texels, 55 slots, written anew: its source is not printed.
; c3: size of the image; c4: step, 0 and scale of the offsets; c5.x, c6.x: scales of the coordinates;
; c10 to c18: weights.
ps_2_0
dcl t0.xy
dcl_2d s0
rcp r9.x, c3.x
rcp r9.y, c3.y
mul r9.x, r9.x, c4.x
mul r9.y, r9.y, c4.y
mov r8.x, -r9.x
mov r8.y, -r9.y
mov r8.z, c4.z
mov r8.w, c4.z
mul r2.x, r8.x, c4.w
mul r2.y, r8.y, c4.w
mul r2.w, r8.z, c4.w
mul r2.z, r8.y, c4.w
mul r3.x, r9.x, c4.w
mul r3.y, r8.y, c4.w
mul r3.w, r8.x, c4.w
mul r3.z, r8.w, c4.w
mul r4.x, r9.x, c4.w
mul r4.y, r8.w, c4.w
mul r4.w, r8.x, c4.w
mul r4.z, r9.y, c4.w
mul r5.x, r8.z, c4.w
mul r5.y, r9.y, c4.w
mul r5.zw, r9.wzyx, c4.w
texld r0, t0, s0
mul r0, r0, c10.x
mad r1.xy, t0, c5.x, r2
mul r1.xy, r1, c6.x
texld r6, r1, s0
mad r0, r6, c11.x, r0
mad r1.xy, t0, c5.x, r2.wzyx
mul r1.xy, r1, c6.x
texld r6, r1, s0
mad r0, r6, c12.x, r0
mad r1.xy, t0, c5.x, r3
mul r1.xy, r1, c6.x
texld r6, r1, s0
mad r0, r6, c13.x, r0
mad r1.xy, t0, c5.x, r3.wzyx
mul r1.xy, r1, c6.x
texld r6, r1, s0
mad r0, r6, c14.x, r0
mad r1.xy, t0, c5.x, r4
mul r1.xy, r1, c6.x
texld r6, r1, s0
mad r0, r6, c15.x, r0
mad r1.xy, t0, c5.x, r4.wzyx
texld r6, r1, s0
mad r0, r6, c16.x, r0
mad r1.xy, t0, c5.x, r5
texld r6, r1, s0
mad r0, r6, c17.x, r0
mad r1.xy, t0, c5.x, r5.wzyx
texld r6, r1, s0
mad r0, r6, c18.x, r0
mov oC0, r0
