ps_2_0
dcl t0.xy
dcl_2d s0
dcl t1.xy
dcl t2.xy
texld r2, t1, s0
texld r0, t2, s0
texld r1, t0, s0
mul r2, r2, c0.x
mad r1, c1.x, r1, r2
mad r0, c2.x, r0, r1
mov oC0, r0
