; Livermore kernel 1 of paper 003, x(k) = q + y(k) (r z(k+10) + t z(k+11)), with all work in the
; fragment program. c0: q, r, t; c1.x: 1 / n. The thesis computes both offsets and the constant part in the
; vertex program by hand.
ps_2_0
def c2, 10, 11, 0, 1
dcl t0.xy
dcl_2d s0
dcl_2d s1
mul r1.x, c1.x, c2.x
mul r2.x, c1.x, c2.y
add r1.x, t0.x, r1.x
mov r1.y, t0.y
add r2.x, t0.x, r2.x
mov r2.y, t0.y
texld r0, t0, s0
texld r1, r1, s1
texld r2, r2, s1
mul r3, r1, c0.y
mad r3, r2, c0.z, r3
mad r0, r0, r3, c0.x
mov oC0, r0
