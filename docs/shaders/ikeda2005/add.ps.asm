; Fluid simulator: adds two fields, 6 slots.
ps_2_0
dcl t0.xy
dcl_2d s0
dcl_2d s1
texld r0, t0, s0
texld r1, t0, s1
mul r1, r1, c0
mad r0, r0, c1, r1
max r0, r0, c2
mov oC0, r0
