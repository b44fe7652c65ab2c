; Fluid simulator: fills with one colour, 2 slots.
ps_2_0
dcl v0
mov r0, v0
mov oC0, r0
