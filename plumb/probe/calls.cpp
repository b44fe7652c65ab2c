// plumb/probe/calls.cpp - calls of launches, copies and fences by the host clock.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/probe/calls.h"

#include <chrono>
#include <memory>
#include <vector>

namespace plumb {
namespace {

constexpr std::uint64_t calls_at_once = 64;

}  // namespace

Quantity time_of_call(Probing& probing, const std::function<void(std::uint64_t)>& call) {
  const Quantity all = probing.sampled([&] {
    const auto start = std::chrono::steady_clock::now();
    for (std::uint64_t i = 0; i < calls_at_once; ++i) call(i);
    const Seconds seconds = std::chrono::steady_clock::now() - start;
    probing.queue().wait();
    return seconds;
  });
  return transformed(all, "s", [](double seconds) { return seconds / calls_at_once; });
}

void add_calls_of_pipelines(Probing& probing) {
  constexpr Bytes small{1024};
  const auto there = probing.allocate(small);
  const auto here = probing.device().allocate_host(small);
  probing.add("launch.copy",
              time_of_call(probing,
                           [&](std::uint64_t i) {
                             if (i % 2 == 0)
                               probing.queue().write(*there, {}, here->bytes());
                             else
                               probing.queue().read(here->bytes(), *there, {});
                           }),
              "host time of the call of a copy of 1 KiB from or to pinned memory, queue not full");
  const auto other = probing.device().queue();
  std::vector<std::unique_ptr<device::Mark>> fences(calls_at_once);
  probing.add("launch.fence",
              time_of_call(probing,
                           [&](std::uint64_t i) {
                             fences[i] = other->fence();
                             probing.queue().wait_for(*fences[i]);
                           }),
              "host time of a fence and of another queue's call to wait for it");
}

}  // namespace plumb
