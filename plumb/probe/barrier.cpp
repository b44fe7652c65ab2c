// plumb/probe/barrier.cpp - what a step costs in which the work-items of a group, or the groups of
// a cluster, wait for each other, and what a kernel waits for that reads what another one wrote.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <fmt/format.h>

#include "plumb/base/error.h"
#include "plumb/device/traits.h"
#include "plumb/probe/atomics.h"
#include "plumb/probe/chain.h"
#include "plumb/probe/embedded.h"
#include "plumb/probe/probes.h"

namespace plumb {
namespace {

constexpr std::uint32_t handed_round = 256;  // work-items of a group
constexpr std::uint32_t cluster_groups = 8;  // every GPU with clusters takes them
constexpr std::uint32_t groups_of_unit = 8;  // of a GPU: they fill it

// Whom a word is handed to.
enum class Handing { in_group, in_cluster };

class Barriers {
 public:
  // So many groups, each for itself or all in one cluster.
  Barriers(Probing& probing, std::uint32_t groups, Handing handing)
      : probing_(&probing),
        groups_(groups),
        handing_(handing),
        words_(probing.allocate(Bytes{4ULL * groups * handed_round})) {
    const std::vector<std::pair<std::string, std::string>> definitions{
        {"GROUP", std::to_string(handed_round)}};
    kernel_ = handing == Handing::in_group
                  ? probing.module("probe/barrier.cl", embedded::probe_barrier_cl(), definitions)
                        .kernel("probe_barrier")
                  : probing.module("probe/cluster.cu", embedded::probe_cluster_cu(), definitions)
                        .kernel("probe_cluster");
    check();
  }

  // Of one step.
  Quantity time() {
    const std::uint32_t short_walk = 256;
    const std::uint32_t long_walk = probing_->options().brief ? 2 * short_walk : 16 * short_walk;
    const double start = time_of(short_walk).value;
    return transformed(time_of(long_walk), "s", [&](double seconds) {
      return std::max(0.0, seconds - start) / (long_walk - short_walk);
    });
  }

 private:
  Quantity time_of(std::uint32_t steps) {
    return probing_->device_time([&] { launch(steps); });
  }

  void launch(std::uint32_t steps) {
    const device::Argument arguments[] = {words_.get(), device::scalar(steps)};
    device::Launch shape = device::grid(groups_, handed_round);
    if (handing_ == Handing::in_cluster) shape.cluster[0] = groups_;
    probing_->queue().launch(*kernel_, shape, arguments);
  }

  // Where the word of i comes from after so many steps: from the work-items of its group behind it,
  // or from the groups of its cluster before it.
  [[nodiscard]] std::uint32_t origin(std::uint32_t i, std::uint32_t steps) const {
    if (handing_ == Handing::in_group)
      return i / handed_round * handed_round + (i + steps) % handed_round;
    const std::uint32_t group = (i / handed_round + groups_ - steps % groups_) % groups_;
    return group * handed_round + i % handed_round;
  }

  // Each step increases the words that it hands over.
  void check() {
    std::vector<std::uint32_t> words(std::size_t{groups_} * handed_round);
    for (std::uint32_t i = 0; i < words.size(); ++i) words[i] = i * i;
    constexpr std::uint32_t steps = 301;
    probing_->queue().write(*words_, {}, std::as_bytes(std::span(words)));
    launch(steps);
    std::vector<std::uint32_t> found(words.size());
    probing_->queue().read(std::as_writable_bytes(std::span(found)), *words_, {});
    probing_->queue().wait();
    for (std::uint32_t i = 0; i < words.size(); ++i) {
      const std::uint32_t expected = words[origin(i, steps)] + steps;
      if (found[i] != expected)
        throw Error(
            ErrorKind::check_failed,
            fmt::format("the kernel of barriers gave {} for {} at {}", found[i], expected, i));
    }
  }

  Probing* probing_;
  std::uint32_t groups_;
  Handing handing_;
  ProbeBuffer words_;
  std::unique_ptr<device::Kernel> kernel_;
};

// Whose units may have written it: their part of a divided cache may be the farther one.
void add_handed_on(Probing& probing) {
  const std::uint64_t room = probing.most_memory().count / 2 / line_of(probing.info());
  const std::uint64_t nodes = std::min<std::uint64_t>(probing.options().brief ? 256 : 8192, room);
  if (nodes < 64) {
    probing.skip("barrier.kernel.time", "too little memory");
    return;
  }
  const auto memory = probing.allocate(Bytes{nodes * line_of(probing.info())});
  probing.add("barrier.kernel.time", Chain(probing, *memory).first_lap_time(nodes),
              "a load of what another unit wrote in the kernel before, one after the other");
}

}  // namespace

void probe_barrier(Probing& probing) {
  if (!probing.on_cpu()) add_handed_on(probing);
  if (probing.info().largest_group < handed_round) {
    probing.skip("barrier.time", fmt::format("its groups have at most {} work-items",
                                             probing.info().largest_group));
    return;
  }
  probing.options().progress("barriers");
  probing.add("barrier.time", Barriers(probing, 1, Handing::in_group).time(),
              "a group of 256 hands a word to the next work-item through local memory: store, "
              "barrier, load");
  add_atomics(probing);
  if (probing.on_cpu()) return;
  const auto groups = static_cast<std::uint32_t>(
      probing.options().brief ? 2 : groups_of_unit * probing.info().compute_units);
  probing.add("barrier.busy.time", Barriers(probing, groups, Handing::in_group).time(),
              "the same where every unit holds eight such groups");
  if (device::traits_of(probing.info()).largest_cluster < cluster_groups) return;
  probing.add("barrier.cluster.time", Barriers(probing, cluster_groups, Handing::in_cluster).time(),
              "eight groups of 256 of a cluster hand their words to the next group: store into its "
              "local memory, barrier of the cluster, load");
}

}  // namespace plumb
