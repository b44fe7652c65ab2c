// plumb/probe/bandwidth.cpp - how fast each level of the memory hierarchy gives and takes data.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <fmt/format.h>

#include "plumb/base/error.h"
#include "plumb/probe/copies.h"
#include "plumb/probe/embedded.h"
#include "plumb/probe/levels.h"
#include "plumb/probe/probes.h"
#include "plumb/probe/slices.h"

namespace plumb {
namespace {

using device::grid;
using device::scalar;

constexpr std::uint64_t group_items = 256;
constexpr std::uint64_t level_group = 1024;
constexpr std::uint64_t least_level_array =
    16U << 10U;  // what the check of the triad reads, four times

struct ArrayOperation {
  std::string_view name;
  std::uint64_t arrays;  // that it walks through
};
constexpr ArrayOperation array_operations[] = {
    {"read", 1}, {"write", 1}, {"copy", 2}, {"triad", 3}};

// The arrays of the probe and how an operation is launched over parts of them.
class Arrays {
 public:
  Arrays(Probing& probing, std::uint64_t bytes_each)
      : probing_(&probing),
        cpu_(probing.on_cpu()),
        sweep_(cpu_ ? &probing.module("probe/bandwidth_loop.cl",
                                      with_slices(embedded::probe_bandwidth_loop_cl()))
                    : &probing.module("probe/bandwidth_wide.cl",
                                      with_slices(embedded::probe_bandwidth_wide_cl()))),
        once_(
            cpu_ ? nullptr
                 : &probing.module("probe/bandwidth_once.cl", embedded::probe_bandwidth_once_cl())),
        bytes_(bytes_each) {
    for (auto& array : arrays_) array = probing.allocate(Bytes{bytes_each});
    fill(*arrays_[0]);
    for (const std::size_t other : {std::size_t{1}, std::size_t{2}})
      probing.queue().copy(*arrays_[other], *arrays_[0], Bytes{bytes_each});
    probing.queue().wait();
    out_ = probing.allocate(Bytes{4 * std::max(slices(), units() * (cpu_ ? 1 : level_group))});
  }

  // One per compute unit, so that a slice is what a unit's own cache must hold.
  [[nodiscard]] std::uint64_t units() const { return probing_->info().compute_units; }
  [[nodiscard]] std::uint64_t bytes() const { return bytes_; }
  [[nodiscard]] device::Buffer& array(std::size_t i) { return *arrays_[i]; }

  // `bytes` of every array, walked `repeats` times by `in_groups` groups.
  void sweep(const ArrayOperation& operation, std::uint64_t bytes, std::uint64_t repeats,
             std::uint64_t shift, std::uint64_t in_groups) {
    const std::uint64_t n = bytes / (cpu_ ? 4 : vector_bytes);
    std::vector<device::Argument> arguments = buffers(operation);
    arguments.insert(arguments.end(), {scalar(n), scalar(repeats), scalar(shift)});
    probing_->queue().launch(kernel(*sweep_, operation, ""),
                             grid(in_groups, cpu_ ? 1 : level_group), arguments);
  }

  // All of every array once, in the form that suits memory.
  void once(const ArrayOperation& operation) {
    if (cpu_) {
      sweep(operation, bytes_, 1, 0, slices());
      return;
    }
    const std::uint64_t n = bytes_ / vector_bytes;
    std::vector<device::Argument> arguments = buffers(operation);
    if (operation.name == "write") arguments = {arrays_[0].get(), scalar(std::uint32_t{1})};
    arguments.emplace_back(scalar(n));
    const std::uint64_t items = operation.name == "read" ? n / 4 : n;
    const std::uint64_t in_groups = (items + group_items - 1) / group_items;
    probing_->queue().launch(kernel(*once_, operation, "_once"), grid(in_groups, group_items),
                             arguments);
  }

 private:
  // Of a pass over memory by a CPU, each a work-item's.
  [[nodiscard]] std::uint64_t slices() const {
    constexpr std::uint64_t slice = 256U << 10U;
    return std::max<std::uint64_t>(1, bytes_ / slice);
  }

  std::vector<device::Argument> buffers(const ArrayOperation& operation) {
    std::vector<device::Argument> list{arrays_[0].get()};
    if (operation.arrays == 1) list.emplace_back(out_.get());
    if (operation.arrays >= 2) list.emplace_back(arrays_[1].get());
    if (operation.arrays == 3) list.emplace_back(arrays_[2].get());
    return list;
  }

  const device::Kernel& kernel(device::Module& module, const ArrayOperation& operation,
                               std::string_view form) {
    const std::string entry = fmt::format("probe_{}{}", operation.name, form);
    for (const auto& [name, made] : kernels_)
      if (name == entry) return *made;
    kernels_.emplace_back(entry, module.kernel(entry));
    return *kernels_.back().second;
  }

  // Numbers that are neither all alike nor compressible, and harmless as floats.
  void fill(device::Buffer& buffer) {
    if (!cpu_) {
      const device::Argument arguments[] = {&buffer, scalar(bytes_ / 4)};
      probing_->queue().launch(*once_->kernel("probe_fill"), grid(8 * units(), group_items),
                               arguments);
      probing_->queue().wait();
      return;
    }
    constexpr std::uint64_t piece = 16U << 20U;
    std::vector<float> values(std::min(piece, buffer.size().count) / 4);
    std::uint32_t state = 1;
    for (float& value : values) {
      state = state * 1664525U + 1013904223U;
      value = 1.0F + static_cast<float>(state >> 9U) * 0x1p-23F;
    }
    for (std::uint64_t at = 0; at < buffer.size().count; at += piece) {
      const std::uint64_t bytes = std::min(piece, buffer.size().count - at);
      probing_->queue().write(buffer, Bytes{at}, std::as_bytes(std::span(values)).first(bytes));
    }
    probing_->queue().wait();
  }

  Probing* probing_;
  bool cpu_;
  device::Module* sweep_;
  device::Module* once_;
  std::uint64_t bytes_;
  ProbeBuffer arrays_[3];
  ProbeBuffer out_;
  std::vector<std::pair<std::string, std::unique_ptr<device::Kernel>>> kernels_;
};

// A compiler that leaves the work out would look fast: what was written must be there.
void check_triad(Probing& probing, Arrays& arrays) {
  arrays.once(array_operations[3]);
  constexpr std::size_t n = 1024;
  const std::uint64_t last = arrays.bytes() - n * 4;
  for (const std::uint64_t offset : {std::uint64_t{0}, last / 2 / 64 * 64, last}) {
    std::vector<float> a(n);
    std::vector<float> b(n);
    std::vector<float> c(n);
    probing.queue().read(std::as_writable_bytes(std::span(a)), arrays.array(0), Bytes{offset});
    probing.queue().read(std::as_writable_bytes(std::span(b)), arrays.array(1), Bytes{offset});
    probing.queue().read(std::as_writable_bytes(std::span(c)), arrays.array(2), Bytes{offset});
    probing.queue().wait();
    for (std::size_t i = 0; i < n; ++i) {
      if (std::abs(c[i] - (a[i] + 3.0F * b[i])) > 1e-5F * std::abs(c[i]))
        throw Error(ErrorKind::check_failed, "the bandwidth probe's triad gave a wrong sum");
    }
  }
}

void add_memory(Probing& probing, Arrays& arrays) {
  probing.options().progress("bandwidth of memory");
  const auto bytes = static_cast<double>(arrays.bytes());
  for (const ArrayOperation& operation : array_operations) {
    const Quantity time = probing.device_time([&] { arrays.once(operation); });
    probing.add(fmt::format("bandwidth.memory.{}", operation.name),
                rate_of(bytes * static_cast<double>(operation.arrays), time, "B/s"),
                fmt::format("one pass over arrays of {}", to_text(Bytes{arrays.bytes()})));
  }
  const Quantity copy = probing.device_time(
      [&] { probing.queue().copy(arrays.array(1), arrays.array(0), Bytes{arrays.bytes()}); });
  probing.add("bandwidth.memory.driver_copy", rate_of(2 * bytes, copy, "B/s"),
              "the driver's own copy between the same arrays");
}

// Seconds of one walk through `bytes` of every array by all groups.
Quantity walk_time(Probing& probing, Arrays& arrays, const ArrayOperation& operation,
                   std::uint64_t bytes, std::uint64_t shift) {
  const auto seconds = [&](std::uint64_t repeats) {
    return probing.device_once(
        [&] { arrays.sweep(operation, bytes, repeats, shift, arrays.units()); });
  };
  std::uint64_t repeats = 2;
  if (!probing.options().brief) {
    constexpr double enough = 0.4e-3;
    double pilot = seconds(2).count() / 2;
    if (pilot < enough) pilot = std::max(seconds(16).count() / 16, 1e-9);
    // Of what takes longer than that one walk shows as much as two.
    repeats = std::clamp<std::uint64_t>(static_cast<std::uint64_t>(enough / pilot),
                                        pilot < enough ? 2 : 1, 200000);
  }
  const Quantity difference =
      probing.difference([&] { return seconds(3 * repeats); }, [&] { return seconds(repeats); });
  return transformed(difference, "s",
                     [&](double value) { return value / static_cast<double>(2 * repeats); });
}

// x: bytes per compute unit when each keeps its own slice, bytes in all when they pass them on.
Curve level_curve(Probing& probing, Arrays& arrays, const ArrayOperation& operation, bool shared) {
  const std::string kind = shared ? "shared" : "private";
  Curve curve{.name = fmt::format("bandwidth.{}.{}", kind, operation.name),
              .x_name = shared ? "footprint" : "footprint per compute unit",
              .x_unit = "B",
              .points = {}};
  const std::uint64_t units = probing.info().compute_units;
  const std::uint64_t most = operation.arrays * arrays.bytes();
  // Fewer bytes than the work-items can ask for at once would show their number, not the level.
  const std::uint64_t in_flight = probing.on_cpu() ? 8U << 10U : 4 * vector_bytes * level_group;
  const std::uint64_t first = shared ? units * in_flight : in_flight;
  const std::uint64_t last = std::min<std::uint64_t>(shared ? most : most / units,
                                                     probing.on_cpu() ? 64U << 20U : 256U << 20U);
  for (const std::uint64_t footprint :
       log_spaced(first, last, probing.options().full && !probing.on_cpu() ? 4 : 2, 4096)) {
    const std::uint64_t total = shared ? footprint : footprint * units;
    const std::uint64_t bytes = total / operation.arrays / 4096 * 4096;
    if (bytes == 0 || bytes > arrays.bytes()) continue;
    probing.options().progress(fmt::format("{} over {}", curve.name, to_text(Bytes{footprint})));
    const Quantity time = walk_time(probing, arrays, operation, bytes, shared ? 37 : 0);
    curve.points.push_back(
        {.x = static_cast<double>(footprint),
         .y = rate_of(static_cast<double>(bytes * operation.arrays), time, "B/s")});
  }
  return curve;
}

void add_plateaus(Probing& probing, const Curve& curve) {
  const std::vector<Level> levels = find_levels(curve.points);
  for (std::size_t i = 0; i + 1 < levels.size(); ++i) {
    Quantity rate = curve.points[(levels[i].first + levels[i].last) / 2].y;
    rate.value = levels[i].value;
    rate.low = std::min(rate.low, rate.value);
    rate.high = std::max(rate.high, rate.value);
    probing.add(fmt::format("{}.level{}", curve.name, i + 1), rate,
                "plateau of the rate over the footprint");
  }
}

}  // namespace

void probe_bandwidth(Probing& probing) {
  const std::uint64_t gpu = 4ULL << 30U;
  const std::uint64_t cpu = std::max<std::uint64_t>(64U << 20U, 2 * probing.info().cache.count);
  const std::uint64_t wanted = probing.on_cpu() ? cpu : gpu;
  const std::uint64_t bytes =
      std::min({wanted, probing.most_memory().count / 4, probing.info().largest_allocation.count}) /
      least_level_array * least_level_array;
  require_arrays_of(least_level_array, bytes);
  if (bytes < wanted)
    probing.skip("bandwidth of arrays beyond " + to_text(Bytes{bytes}), "too little memory");
  Arrays arrays(probing, bytes);
  check_triad(probing, arrays);
  add_memory(probing, arrays);
  for (const ArrayOperation& operation : array_operations) {
    if (!probing.options().full && operation.name != "read" && operation.name != "triad") continue;
    for (const bool shared : {false, true}) {
      if (shared && probing.on_cpu()) continue;  // the latency probe shows a CPU's shared cache
      Curve curve = level_curve(probing, arrays, operation, shared);
      if (curve.points.empty()) {
        probing.skip(curve.name, "too little memory for what the work-items ask for at once");
        continue;
      }
      add_plateaus(probing, curve);
      probing.add(std::move(curve));
    }
  }
}

}  // namespace plumb
