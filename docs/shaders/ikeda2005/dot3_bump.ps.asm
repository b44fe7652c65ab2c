; Dot-3 bump mapping, 3 slots.
ps_2_0
dcl v0
dcl t0.xy
dcl_2d s0
texld r0, t0, s0
dp3_sat r0, r0, v0
mov oC0, r0
