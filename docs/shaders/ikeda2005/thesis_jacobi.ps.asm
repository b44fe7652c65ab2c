; The Jacobi update of paper 003, the mean of four neighbours, with all work in the fragment program.
; c0.x: 1 / N. The thesis computes the four coordinates in the vertex program by hand.
ps_2_0
def c1, 0, 0.25, 0, 0
dcl t0.xy
dcl_2d s0
mov r0.x, c0.x
mov r0.y, c1.x
add r1.xy, t0, r0
sub r2.xy, t0, r0
mov r0.x, c1.x
mov r0.y, c0.x
add r3.xy, t0, r0
sub r4.xy, t0, r0
texld r1, r1, s0
texld r2, r2, s0
texld r3, r3, s0
texld r4, r4, s0
add r1, r1, r2
add r3, r3, r4
add r1, r1, r3
mul r1, r1, c1.y
mov oC0, r1
