// plumb/probe/streams.cpp - do several streams at once, or a barrier per element, change the rate?
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <fmt/format.h>

#include "plumb/probe/copies.h"
#include "plumb/probe/embedded.h"
#include "plumb/probe/probes.h"

namespace plumb {
namespace {

using device::grid;
using device::scalar;

class Streams {
 public:
  Streams(Probing& probing, Copies& copies, int streams, bool barrier)
      : probing_(&probing), copies_(&copies), streams_(static_cast<std::uint64_t>(streams)) {
    const bool cpu = probing.on_cpu();
    kernel_ = probing
                  .module("probe/streams.cl", embedded::probe_streams_cl(),
                          {{"STREAMS", std::to_string(streams)},
                           {"BARRIER", barrier ? "1" : "0"},
                           {"WIDE", cpu ? "0" : "1"}})
                  .kernel("probe_streams");
    shape_ =
        cpu ? grid(probing.info().compute_units, 1) : grid(8 * probing.info().compute_units, 256);
    const std::uint64_t odd = streams_ * 1003 * 4;
    copies.clear();
    launch(odd);
    probing.queue().wait();
    copies.require_same(odd, fmt::format("the kernel of {} streams", streams));
  }

  void launch(std::uint64_t bytes) {
    const std::uint64_t each = bytes / 4 / streams_;
    const device::Argument arguments[] = {copies_->from(), copies_->to(), scalar(each)};
    probing_->queue().launch(*kernel_, shape_, arguments);
  }

 private:
  Probing* probing_;
  Copies* copies_;
  std::uint64_t streams_;
  std::unique_ptr<device::Kernel> kernel_;
  device::Launch shape_;
};

}  // namespace

void probe_streams(Probing& probing) {
  const std::uint64_t wanted = probing.on_cpu() ? 64U << 20U : 1U << 30U;
  const std::uint64_t most =
      std::min({wanted, probing.most_memory().count / 4, probing.info().largest_allocation.count}) /
      65536 * 65536;
  require_arrays_of(least_copies, most);
  Copies copies(probing, most);
  for (const bool barrier : {false, true}) {
    for (const int count : {1, 4, 16, 64}) {
      Streams streams(probing, copies, count, barrier);
      Curve curve{.name = fmt::format("streams.{}.{}", count, barrier ? "barrier" : "free"),
                  .x_name = "bytes copied",
                  .x_unit = "B",
                  .points = {}};
      for (std::uint64_t bytes = 1U << 20U; bytes <= most; bytes *= 4) {
        probing.options().progress(fmt::format("{} over {}", curve.name, to_text(Bytes{bytes})));
        const Quantity time = probing.device_time([&] { streams.launch(bytes); });
        curve.points.push_back({.x = static_cast<double>(bytes),
                                .y = rate_of(2 * static_cast<double>(bytes), time, "B/s")});
      }
      if (curve.points.empty()) continue;
      probing.add(
          curve.name, curve.points.back().y,
          fmt::format("{} floats copied in {} streams at once",
                      to_text(Bytes{static_cast<std::uint64_t>(curve.points.back().x)}), count));
      probing.add(std::move(curve));
    }
  }
}

}  // namespace plumb
