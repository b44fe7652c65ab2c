; A quad of one colour: 2 slots.
vs_1_1
dcl_position v0
mov oPos, v0
mov oD0, c0
