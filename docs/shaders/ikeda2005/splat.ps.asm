; Fluid simulator: adds a Gaussian blot around c0, 9 slots.
ps_2_0
dcl t0.xy
dcl_2d s0
mad r1.xy, t0, c1.x, -c0
mul r1.xy, r1, r1
add r1.x, r1.x, r1.y
mul r1.x, -r1.x, c1.y
exp r1.x, r1.x
texld r0, t0, s0
mul r1, r1.x, c2
add r0, r0, r1
mov oC0, r0
