// plumb/probe/chain.h - a chain of pointers in device memory, and the time of a hop along it.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "plumb/probe/probing.h"

namespace plumb {

// Nodes in `windows` windows of `width` nodes: the walk leaves a window when it has seen all of it.
struct ChainShape {
  std::uint64_t windows = 1;
  std::uint64_t width = 1;
  std::uint64_t spacing = 64;  // bytes from one node to the next in memory
  std::uint64_t skew = 1;      // nodes are shifted by (number % skew) lines

  [[nodiscard]] std::uint64_t nodes() const { return windows * width; }
};

// The line that a chain's node takes: 64 bytes on CPUs, 128 on GPUs.
std::uint64_t line_of(const device::Info& info);

// Dense nodes over `footprint` bytes. On CPUs the walk stays in windows of 4 MiB, which the second
// level of translation covers on today's processors, so that the time is that of the caches alone;
// the order inside a window is random, because prefetchers see through smaller ones.
ChainShape dense_chain(const device::Info& info, std::uint64_t footprint);

// One node per page, `pages` pages.
ChainShape paged_chain(const device::Info& info, std::uint64_t pages, std::uint64_t page);

enum class Through { all_caches, shared_caches };

// What a chain takes beside its memory: where it stands.
constexpr std::uint64_t lap_items = 1024;
constexpr Bytes chain_position{8 * (1 + lap_items)};

// Chains are built on the device in `memory`, one after the other.
class Chain {
 public:
  Chain(Probing& probing, device::Buffer& memory);

  void build(const ChainShape& shape);
  // Seconds per hop along a chain of `nodes` that all units have just written and nobody has read.
  Quantity first_lap_time(std::uint64_t nodes);
  // Seconds per hop. Each sample is the difference of a walk of 3 h hops and one of h, so that the
  // launch and the warming cancel.
  Quantity hop_time(Through through = Through::all_caches);
  // Hops that lead from the start back to it; a check of the chain.
  std::uint64_t cycle_length(std::uint64_t most);

 private:
  void launch_built(const char* entry, const device::Launch& shape, bool with_at);
  void write(const ChainShape& shape);
  std::uint64_t eights_for(const device::Kernel& kernel, std::uint64_t warm);
  void walk(const device::Kernel& kernel, std::uint64_t warm, std::uint64_t eights);

  Probing* probing_;
  device::Buffer* memory_;
  device::Module* module_;
  ProbeBuffer at_;
  ChainShape shape_;
};

}  // namespace plumb
