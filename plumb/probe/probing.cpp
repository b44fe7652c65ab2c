// plumb/probe/probing.cpp - loading kernels, sampling, collecting findings.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/probe/probing.h"

#include <algorithm>
#include <chrono>
#include <cmath>

#include <fmt/format.h>

#include "plumb/base/error.h"
#include "plumb/device/bounds.h"
#include "plumb/device/out_of_memory.h"

namespace plumb {
namespace {

// Others may have taken since what was free at the beginning: no fault of the device.
template <class Allocate>
auto* allocated(const Allocate& allocate) {
  try {
    return allocate().release();
  } catch (const device::OutOfMemory& error) {
    throw Error(ErrorKind::unavailable, error.what());
  }
}

}  // namespace

// Short: a probe has hundreds of points, and two rounds show what one interval cannot.
StopRule rule_of_a_point(const ProbeOptions& options, std::size_t points) {
  constexpr Seconds quick_curve{2.5};
  StopRule rule;
  rule.min_time = options.full ? Seconds{0.01} : options.pace * Seconds{0.004};
  rule.min_samples = options.full ? 9 : 5;
  rule.max_noise = options.full ? 0.005 : 0.01;
  rule.timeout = options.full ? Seconds{0.5}
                              : options.pace * std::min(Seconds{0.05},
                                                        quick_curve / static_cast<double>(points));
  rule.max_samples = 400;
  rule.warm_up = 1;
  if (options.brief) {
    rule.min_time = {};
    rule.min_samples = rule.max_samples = 1;
    rule.warm_up = 0;
  }
  return rule;
}

Probing::Probing(device::Device& device, const ProbeOptions& options)
    : device_(&device), options_(&options), queue_(device.queue()) {
  if (const std::optional<device::State> state = device.state()) free_memory_ = state->free_memory;
}

Bytes Probing::most_memory() const {
  if (options_->max_memory.count > 0) return options_->max_memory;
  // Memory that is also the host's must leave room for everything else that runs there.
  const double share = info().shares_host_memory || on_cpu() ? 0.25 : 0.9;
  const auto shared = [&](Bytes bytes) {
    return Bytes{static_cast<std::uint64_t>(share * static_cast<double>(bytes.count))};
  };
  // Where others use the device, what they leave.
  return shared(std::min(info().memory, free_memory_.value_or(info().memory)));
}

void Probing::require_room(Bytes together) const {
  if (held_ + together.count > most_memory().count)
    throw Error(ErrorKind::unavailable,
                fmt::format("it takes {} at once, more than the {} that may be used",
                            to_text(Bytes{held_ + together.count}), to_text(most_memory())));
}

ProbeBuffer Probing::allocate(Bytes size) {
  require_room(size);
  ProbeBuffer buffer(allocated([&] { return device_->allocate(size); }),
                     {.held = &held_, .bytes = size.count});
  held_ += size.count;
  return buffer;
}

ProbeImage Probing::image(const device::ImageFormat& format) {
  const Bytes size = device::size_of(format);
  require_room(size);
  ProbeImage image(allocated([&] { return device_->image(format); }),
                   {.held = &held_, .bytes = size.count});
  held_ += size.count;
  return image;
}

device::Module& Probing::module(const std::string& name, std::string_view text,
                                std::vector<std::pair<std::string, std::string>> definitions) {
  std::string key = name;
  for (const auto& [macro, value] : definitions) key += fmt::format(" {}={}", macro, value);
  for (const auto& [known, module] : modules_) {
    if (known == key) return *module;
  }
  modules_.emplace_back(
      key, device_->load({.name = name,
                          .language = name.ends_with(".cu") ? device::Language::cuda
                                                            : device::Language::opencl_c,
                          .text = std::string(text),
                          .definitions = std::move(definitions)}));
  return *modules_.back().second;
}

Seconds Probing::device_once(const std::function<void()>& body) {
  const auto start = queue_->mark();
  body();
  const auto end = queue_->mark();
  queue_->wait();
  return queue_->elapsed(*start, *end);
}

Quantity Probing::sampled(const std::function<Seconds()>& once) {
  const Sampling sampling =
      sample(rule_of_a_point(*options_, points_), once, options_->interrupted);
  refuse_if_interrupted();
  return quantity_of(sampling.samples, "s");
}

Quantity Probing::difference(const std::function<Seconds()>& longer,
                             const std::function<Seconds()>& shorter) {
  return sampled([&] {
    constexpr int tries = 20;
    for (int i = 0; i < tries; ++i) {
      const Seconds less = shorter();
      const Seconds more = longer();
      if (more > less) return more - less;
    }
    throw Error(
        ErrorKind::unreliable,
        fmt::format(
            "the longer of two runs took less time, {} times in a row: the machine is too busy",
            tries));
  });
}

Quantity Probing::device_time(const std::function<void()>& body) {
  return sampled([&] { return device_once(body); });
}

Quantity Probing::host_time(const std::function<void()>& body) {
  Quantity time = sampled([&] {
    const auto start = std::chrono::steady_clock::now();
    body();
    queue_->wait();
    return Seconds(std::chrono::steady_clock::now() - start);
  });
  time.low = std::max(0.0, std::min(time.low, time.value - wait_differs));
  time.high = std::max(time.high, time.value + wait_differs);
  return time;
}

void Probing::add(std::string name, Quantity value, std::string method) {
  findings.parameters.push_back({.name = std::move(name),
                                 .value = std::move(value),
                                 .method = std::move(method),
                                 .confidence = Confidence::sure,
                                 .note = ""});
}

void Probing::skip(std::string part, std::string reason) {
  const bool known =
      std::ranges::find(findings.skipped, part, &ProbeOutcome::probe) != findings.skipped.end();
  if (known) return;  // several sizes may end at the same limit
  findings.skipped.push_back({.probe = std::move(part),
                              .status = ProbeStatus::skipped,
                              .reason = std::move(reason),
                              .took = {}});
}

void Probing::refuse_if_interrupted() const {
  if (options_->interrupted()) throw Error(ErrorKind::interrupted, "interrupted");
}

std::vector<std::uint64_t> log_spaced(std::uint64_t first, std::uint64_t last, unsigned per_octave,
                                      std::uint64_t unit) {
  std::vector<std::uint64_t> values;
  const auto add = [&](std::uint64_t value) {
    value = std::max(unit, value / unit * unit);
    if (values.empty() || value > values.back()) values.push_back(value);
  };
  for (unsigned step = 0;; ++step) {
    const double value =
        static_cast<double>(first) * std::exp2(step / static_cast<double>(per_octave));
    if (value >= static_cast<double>(last)) break;
    add(static_cast<std::uint64_t>(std::llround(value)));
  }
  if (last >= first) add(last);
  return values;
}

Quantity transformed(const Quantity& from, std::string unit,
                     const std::function<double(double)>& change) {
  std::vector<double> samples;
  samples.reserve(from.samples.size());
  for (const double sample : from.samples) samples.push_back(change(sample));
  return quantity_of(samples, std::move(unit));
}

}  // namespace plumb
