// plumb/probe/barrier.cpp - what a step costs in which the work-items of a group wait for each
// other.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "plumb/base/error.h"
#include "plumb/probe/embedded.h"
#include "plumb/probe/probes.h"

namespace plumb {
namespace {

constexpr std::uint32_t handed_round = 256;  // work-items of the group

class Barriers {
 public:
  explicit Barriers(Probing& probing)
      : probing_(&probing),
        words_(probing.allocate(Bytes{4ULL * handed_round})),
        kernel_(probing
                    .module("probe/barrier.cl", embedded::probe_barrier_cl(),
                            {{"GROUP", std::to_string(handed_round)}})
                    .kernel("probe_barrier")) {
    check();
  }

  Quantity time(std::uint32_t steps) {
    return probing_->device_time([&] { launch(steps); });
  }

 private:
  void launch(std::uint32_t steps) {
    const device::Argument arguments[] = {words_.get(), device::scalar(steps)};
    probing_->queue().launch(*kernel_, device::grid(1, handed_round), arguments);
  }

  // After s steps a work-item has the word of the s-th behind it, increased s times.
  void check() {
    std::vector<std::uint32_t> words(handed_round);
    for (std::uint32_t i = 0; i < handed_round; ++i) words[i] = i * i;
    constexpr std::uint32_t steps = 301;
    probing_->queue().write(*words_, {}, std::as_bytes(std::span(words)));
    launch(steps);
    std::vector<std::uint32_t> found(handed_round);
    probing_->queue().read(std::as_writable_bytes(std::span(found)), *words_, {});
    probing_->queue().wait();
    for (std::uint32_t i = 0; i < handed_round; ++i) {
      const std::uint32_t expected = words[(i + steps) % handed_round] + steps;
      if (found[i] != expected)
        throw Error(
            ErrorKind::check_failed,
            fmt::format("the kernel of barriers gave {} for {} at {}", found[i], expected, i));
    }
  }

  Probing* probing_;
  ProbeBuffer words_;
  std::unique_ptr<device::Kernel> kernel_;
};

}  // namespace

void probe_barrier(Probing& probing) {
  if (probing.info().largest_group < handed_round) {
    probing.skip("barrier.time", fmt::format("its groups have at most {} work-items",
                                             probing.info().largest_group));
    return;
  }
  probing.options().progress("barriers");
  Barriers barriers(probing);
  const std::uint32_t short_walk = 256;
  const std::uint32_t long_walk = probing.options().brief ? 2 * short_walk : 16 * short_walk;
  const double start = barriers.time(short_walk).value;
  probing.add("barrier.time",
              transformed(barriers.time(long_walk), "s",
                          [&](double seconds) {
                            return std::max(0.0, seconds - start) / (long_walk - short_walk);
                          }),
              "a group of 256 hands a word to the next work-item through local memory: store, "
              "barrier, load");
}

}  // namespace plumb
