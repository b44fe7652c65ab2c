// plumb/probe/mix.cpp - do reads from a cache hide behind reads from memory? The exponent q.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include <fmt/format.h>

#include "plumb/base/error.h"
#include "plumb/probe/copies.h"
#include "plumb/probe/embedded.h"
#include "plumb/probe/overlap_exponent.h"
#include "plumb/probe/probes.h"
#include "plumb/probe/slices.h"

namespace plumb {
namespace {

using device::grid;
using device::scalar;

constexpr std::uint64_t table_bytes = 16U << 10U;

class Mix {
 public:
  Mix(Probing& probing, std::uint64_t bytes)
      : probing_(&probing), n_(std::bit_floor(bytes) / vector_bytes) {
    const bool cpu = probing.on_cpu();
    shape_ = cpu ? grid(16 * probing.info().compute_units, 1)
                 : grid(8 * probing.info().compute_units, 256);
    a_ = probing.allocate(Bytes{n_ * vector_bytes});
    table_ = probing.allocate(Bytes{table_bytes});
    out_ = probing.allocate(Bytes{4 * shape_.global[0]});
    words_.resize(n_ * 4);
    for (std::size_t i = 0; i < words_.size(); ++i)
      words_[i] = static_cast<std::uint32_t>(i * 2654435761U);
    probing.queue().write(*a_, {}, std::as_bytes(std::span(words_)));
    probing.queue().write(*table_, {}, std::as_bytes(std::span(words_)).first(table_bytes));
    probing.queue().wait();
    check();
  }

  // Seconds with the stream in memory, or kept so short that it is cached too.
  Quantity time(int reused, bool cached) {
    const auto kernel = made(reused);
    return probing_->device_time([&] { launch(*kernel, cached ? small() : n_ - 1); });
  }

 private:
  [[nodiscard]] static std::uint64_t small() { return table_bytes / vector_bytes - 1; }

  std::unique_ptr<device::Kernel> made(int reused) {
    return probing_
        ->module("probe/mix.cl", with_slices(embedded::probe_mix_cl()),
                 {{"REUSED", std::to_string(reused)}, {"WIDE", probing_->on_cpu() ? "0" : "1"}})
        .kernel("probe_mix");
  }

  void launch(const device::Kernel& kernel, std::uint64_t mask) {
    const device::Argument arguments[] = {a_.get(),   table_.get(), out_.get(),
                                          scalar(n_), scalar(mask), scalar(small())};
    probing_->queue().launch(kernel, shape_, arguments);
  }

  // Exclusive or does not care for the order: all results together are all words together.
  void check() {
    const auto kernel = made(1);
    launch(*kernel, n_ - 1);
    std::vector<std::uint32_t> found(shape_.global[0]);
    probing_->queue().read(std::as_writable_bytes(std::span(found)), *out_, {});
    probing_->queue().wait();
    std::uint32_t expected = 0;
    for (const std::uint32_t word : words_) expected ^= word;
    std::uint32_t table = 0;
    for (std::uint64_t word = 0; word < table_bytes / 4; ++word) table ^= words_[word];
    if (n_ / (small() + 1) % 2 == 1) expected ^= table;  // how often the table was walked through
    const std::uint32_t start = words_[0] ^ words_[1] ^ words_[2] ^ words_[3];
    std::uint32_t all = shape_.global[0] % 2 == 1 ? start : 0;
    for (const std::uint32_t part : found) all ^= part;
    if (all != expected)
      throw Error(ErrorKind::check_failed,
                  "the kernel of two levels read something else than the host");
  }

  Probing* probing_;
  std::uint64_t n_;
  device::Launch shape_;
  std::vector<std::uint32_t> words_;
  ProbeBuffer a_;
  ProbeBuffer table_;
  ProbeBuffer out_;
};

}  // namespace

void probe_mix(Probing& probing) {
  const std::uint64_t wanted = probing.on_cpu() ? 64U << 20U : 512U << 20U;
  const std::uint64_t bytes =
      std::min({wanted, probing.most_memory().count / 4, probing.info().largest_allocation.count});
  require_arrays_of(table_bytes, bytes);  // a shorter stream would not walk through the table
  Mix mix(probing, bytes);
  const double memory = mix.time(0, false).value;
  Curve curve{
      .name = "mix.time", .x_name = "cached reads per streamed read", .x_unit = "1", .points = {}};
  double nearest = std::log(2.0);  // how far the two may be apart
  Quantity exponent;
  for (const int reused : {1, 2, 4, 8, 16}) {
    probing.options().progress(fmt::format("one stream and {} cached reads", reused));
    const Quantity both = mix.time(reused, false);
    const double cached = mix.time(reused, true).value * reused / (reused + 1);
    curve.points.push_back({.x = static_cast<double>(reused), .y = both});
    const double distance = std::abs(std::log(cached / memory));
    if (distance > nearest) continue;
    nearest = distance;
    exponent = transformed(
        both, "1", [&](double seconds) { return overlap_exponent(memory, cached, seconds); });
  }
  probing.add(std::move(curve));
  if (exponent.samples.empty()) {
    probing.skip("mix.exponent", "no mixture in which memory and cache take alike");
    return;
  }
  probing.add("mix.exponent", exponent,
              "q of (T_memory^q + T_cache^q)^(1/q) where both take most nearly alike");
}

}  // namespace plumb
