// plumb/probe/contention.cpp - copies beside a running kernel, beside each other, beside the host.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <atomic>
#include <chrono>
#include <thread>

#include <fmt/format.h>

#include "plumb/probe/copies.h"
#include "plumb/probe/embedded.h"
#include "plumb/probe/probes.h"
#include "plumb/probe/slices.h"

namespace plumb {
namespace {

using device::grid;
using device::scalar;

constexpr std::uint64_t least_copied_array = 4U << 10U;

// A triad that can be made to last, and a copy of pinned memory on a queue of its own.
class Pair {
 public:
  Pair(Probing& probing, std::uint64_t bytes)
      : probing_(&probing),
        cpu_(probing.on_cpu()),
        bytes_(bytes),
        other_(probing.device().queue()) {
    for (auto& array : arrays_) array = probing.allocate(Bytes{bytes});
    target_ = probing.allocate(Bytes{bytes});
    pinned_ = probing.device().allocate_host(Bytes{bytes});
    second_ = probing.device().allocate_host(Bytes{bytes});
    kernel_ = probing
                  .module(cpu_ ? "probe/bandwidth_loop.cl" : "probe/bandwidth_wide.cl",
                          cpu_ ? with_slices(embedded::probe_bandwidth_loop_cl())
                               : with_slices(embedded::probe_bandwidth_wide_cl()))
                  .kernel("probe_triad");
  }

  void triad(std::uint64_t repeats) {
    const std::uint64_t n = bytes_ / (cpu_ ? 4 : 16);
    const device::Argument arguments[] = {arrays_[0].get(), arrays_[1].get(),
                                          arrays_[2].get(), scalar(n),
                                          scalar(repeats),  scalar(std::uint64_t{0})};
    const std::uint64_t units = probing_->info().compute_units;
    probing_->queue().launch(*kernel_, cpu_ ? grid(units, 1) : grid(8 * units, 256), arguments);
  }
  void copy(device::Queue& queue) { queue.write(*target_, {}, pinned_->bytes()); }
  void copy_more(device::Queue& queue) { queue.write(*arrays_[0], {}, second_->bytes()); }
  device::Queue& other() { return *other_; }
  [[nodiscard]] double bytes() const { return static_cast<double>(bytes_); }

 private:
  Probing* probing_;
  bool cpu_;
  std::uint64_t bytes_;
  std::unique_ptr<device::Queue> other_;
  ProbeBuffer arrays_[3];
  ProbeBuffer target_;
  std::unique_ptr<device::HostMemory> pinned_;
  std::unique_ptr<device::HostMemory> second_;
  std::unique_ptr<device::Kernel> kernel_;
};

// Two queues at once: the time of both against the time of each alone, which are made alike.
void add_beside_triad(Probing& probing, Pair& pair) {
  const auto alone = [&](const std::function<void()>& body) {
    return probing.host_time([&] {
      body();
      pair.other().wait();
    });
  };
  const double once = alone([&] { pair.triad(1); }).value;
  const Quantity copy = alone([&] { pair.copy(pair.other()); });
  const auto repeats = static_cast<std::uint64_t>(std::clamp(copy.value / once, 1.0, 1e4));
  const Quantity triad = alone([&] { pair.triad(repeats); });
  const Quantity both = alone([&] {
    pair.triad(repeats);
    pair.copy(pair.other());
  });
  const double longer = std::max(copy.value, triad.value);
  probing.add("contention.triad_and_copy",
              transformed(both, "1", [&](double seconds) { return seconds / longer; }),
              "a triad and a copy of equal length at once, over the longer of them alone: 1 when "
              "they do not disturb each other");
}

void add_engines(Probing& probing, Pair& pair) {
  const Quantity one = probing.host_time([&] { pair.copy(probing.queue()); });
  const Quantity two = probing.host_time([&] {
    pair.copy(probing.queue());
    pair.copy_more(pair.other());
    pair.other().wait();
  });
  probing.add("contention.same_way_gain",
              transformed(two, "1", [&](double seconds) { return 2 * one.value / seconds; }),
              "two copies to the device, one after the other over both at once: 1 when they share "
              "one path");
}

// Turns of a triad on one core of the host per second, while `busy` is set.
double host_triads(const std::function<bool()>& busy) {
  constexpr std::size_t n = 1U << 21U;
  std::vector<float> a(n, 1.0F);
  std::vector<float> b(n, 2.0F);
  std::vector<float> c(n);
  std::uint64_t turns = 0;
  const auto start = std::chrono::steady_clock::now();
  do {
    for (std::size_t i = 0; i < n; ++i) c[i] = a[i] + 3.0F * b[i];
    std::swap(a, c);
    ++turns;
  } while (busy());
  return static_cast<double>(turns) / Seconds(std::chrono::steady_clock::now() - start).count();
}

void add_host(Probing& probing, Pair& pair) {
  const auto until = [](Seconds length) {
    return [end = std::chrono::steady_clock::now() + length] {
      return std::chrono::steady_clock::now() < end;
    };
  };
  std::vector<double> slower;
  for (int i = 0; i < 3; ++i) {
    probing.refuse_if_interrupted();
    const double alone = host_triads(until(Seconds{0.1}));
    std::atomic<bool> copying{true};
    double beside = 0;
    std::thread host([&] { beside = host_triads([&] { return copying.load(); }); });
    const auto busy = until(Seconds{0.1});
    while (busy()) {
      pair.copy(probing.queue());
      probing.queue().wait();
    }
    copying = false;
    host.join();
    slower.push_back(alone / beside);
  }
  probing.add("contention.host_triad", quantity_of(slower, "1"),
              "a triad on one core of the host alone over the same beside copies to the device");
}

}  // namespace

void probe_contention(Probing& probing) {
  probing.options().progress("copies beside other work");
  const std::uint64_t bytes = std::min({std::uint64_t{64U << 20U}, probing.most_memory().count / 8,
                                        probing.info().largest_allocation.count}) /
                              least_copied_array * least_copied_array;
  require_arrays_of(least_copied_array, bytes);
  Pair pair(probing, bytes);
  add_beside_triad(probing, pair);
  add_engines(probing, pair);
  add_host(probing, pair);
}

}  // namespace plumb
