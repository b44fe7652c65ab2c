// plumb/probe/barrier.cl - work-items of a group hand a word round, barrier after barrier.
//
//   for s in [0, steps):  all of a group:  word[i] = x;  barrier;  x = word[i + 1] + 1
//
// Source      the extended model: trees and pipelines inside a group wait for their barriers
// Work        one work-item per word; a step waits for the one before
// Traffic     one word read and written at the end
// Launch      1-D, groups of GROUP
// Parameters  GROUP
__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void probe_barrier(__global uint* out, const uint steps)
{
  __local uint word[2][GROUP];  // in turn: a step overwrites what nobody reads any more
  const uint own = (uint)get_local_id(0);
  uint x = out[get_global_id(0)];
  for (uint s = 0; s < steps; ++s) {
    word[s % 2][own] = x;
    barrier(CLK_LOCAL_MEM_FENCE);
    x = word[s % 2][(own + 1) % GROUP] + 1;
  }
  out[get_global_id(0)] = x;
}
