; Toon shader: a ramp of light and a dark rim, 9 slots. Everything follows texture reads.
ps_2_0
dcl t0.xy
dcl t1.xy
dcl_2d s0
dcl_2d s1
texld r0, t0, s0
texld r1, t0, s1
mul r0, r0, c0
mul r1, r1, c1
mad r0, r0, r1, c2
cmp r1, t1.x, r0, c3
max r1, r1, c4.x
min r1, r1, c4.y
mov oC0, r1
