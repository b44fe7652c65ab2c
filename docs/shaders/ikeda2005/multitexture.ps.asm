; Two textures modulated, 4 slots: one more than in the paper, because ps_2_0 writes oC0 by mov alone.
ps_2_0
dcl t0.xy
dcl t1.xy
dcl_2d s0
dcl_2d s1
texld r0, t0, s0
texld r1, t1, s1
mul r0, r0, r1
mov oC0, r0
