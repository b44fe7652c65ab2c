; Fluid simulator: moves the field back by c1 texels, 11 slots.
ps_2_0
dcl t0.xy
dcl_2d s0
rcp r1.x, c0.x
rcp r1.y, c0.y
mul r1.x, r1.x, c1.x
mul r1.y, r1.y, c1.y
mul r1.xy, -r1, c1.z
add r0.xy, t0, r1
mul r0.xy, r0, c2.x
mad r0.xy, r0, c2.y, c3
texld r0, r0, s0
mul r0, r0, c4
mov oC0, r0
