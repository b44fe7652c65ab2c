// plumb/probe/atomics.cpp - histograms of places that a hash draws.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/probe/atomics.h"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

#include "plumb/base/error.h"
#include "plumb/probe/embedded.h"

namespace plumb {
namespace {

class Histogram {
 public:
  Histogram(Probing& probing, std::uint32_t most_words, std::uint32_t operations)
      : probing_(&probing),
        n_(operations),
        words_(probing.allocate(Bytes{4ULL * most_words})),
        kernel_(probing.module("probe/atomics.cl", embedded::probe_atomics_cl())
                    .kernel("probe_histogram")) {}

  // Every operation is counted.
  void check(std::uint32_t words) {
    std::vector<std::uint32_t> counts(words, 0);
    probing_->queue().write(*words_, {}, std::as_bytes(std::span(counts)));
    launch(words);
    probing_->queue().read(std::as_writable_bytes(std::span(counts)), *words_, {});
    probing_->queue().wait();
    const std::uint64_t all = std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
    const bool all_used = std::ranges::find(counts, 0U) == counts.end();
    if (all != n_ || (!all_used && words <= n_ / 64))
      throw Error(ErrorKind::check_failed,
                  fmt::format("{} atomic additions to {} words counted {}", n_, words, all));
  }

  // Of one operation.
  Quantity time(std::uint32_t words) {
    return transformed(probing_->device_time([&] { launch(words); }), "s",
                       [&](double seconds) { return seconds / n_; });
  }

 private:
  void launch(std::uint32_t words) {
    const device::Argument arguments[] = {words_.get(), device::scalar(n_), device::scalar(words)};
    constexpr std::uint64_t group = 256;
    probing_->queue().launch(*kernel_, device::grid((n_ + group - 1) / group, group), arguments);
  }

  Probing* probing_;
  std::uint32_t n_;
  ProbeBuffer words_;
  std::unique_ptr<device::Kernel> kernel_;
};

}  // namespace

void add_atomics(Probing& probing) {
  const std::uint64_t wanted = probing.options().brief ? 1U << 8U : 1U << 20U;
  const auto most_words =
      static_cast<std::uint32_t>(std::min(wanted, probing.most_memory().count / 16));
  const std::uint32_t operations = probing.options().brief ? 1U << 12U
                                   : probing.on_cpu()      ? 1U << 18U
                                                           : 1U << 22U;
  Histogram histogram(probing, std::max(1U, most_words), operations);
  Curve curve{.name = "atomic.random", .x_name = "words", .x_unit = "1", .points = {}};
  for (std::uint32_t words = 1; words <= std::max(1U, most_words); words *= 16) {
    probing.options().progress(fmt::format("atomic additions to {} words", words));
    histogram.check(words);
    curve.points.push_back({.x = static_cast<double>(words), .y = histogram.time(words)});
  }
  probing.add(std::move(curve));
}

}  // namespace plumb
