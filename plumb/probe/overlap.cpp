// plumb/probe/overlap.cpp - the corner between memory and arithmetic: what a load costs in
// operations, and how sharp the corner is.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include <fmt/format.h>

#include "plumb/base/error.h"
#include "plumb/base/statistics.h"
#include "plumb/probe/copies.h"
#include "plumb/probe/embedded.h"
#include "plumb/probe/overlap_exponent.h"
#include "plumb/probe/probes.h"
#include "plumb/probe/slices.h"

namespace plumb {
namespace {

using device::grid;
using device::scalar;

constexpr std::uint64_t least_computed_array = 4U << 10U;

constexpr std::uint64_t vectors_ahead = 16;     // of a work-item that loads ahead, or stores alone
constexpr std::uint64_t vectors_reused = 64;    // of one that loads what its unit's own cache has
constexpr std::uint64_t reused_vectors = 1024;  // that all of them load
// Four additions and four operations on its place, of a vector of four words. Where loads come from
// afar these are nothing.
constexpr double beside_reused = 2;

// Of the arithmetic that is stored.
constexpr float factor = 1.0009765625F;
constexpr float summand = 0.5F;

// How a work-item comes by its data; with none it stores what it computes.
enum class Loading { once, ahead, reused, none };

// Streams `array` through kernels that do more and more with a word; the last one writes it anew.
class Intensity {
 public:
  Intensity(Probing& probing, std::uint64_t bytes)
      : probing_(&probing),
        n_(bytes / vector_bytes),
        array_(probing.allocate(Bytes{bytes})),
        out_(probing.allocate(Bytes{bytes / 4})) {
    const std::vector<float> values(bytes / 4, 1.25F);
    probing.queue().write(*array_, {}, std::as_bytes(std::span(values)));
    probing.queue().wait();
  }

  Curve curve(const std::string& name, Loading loading) {
    std::unique_ptr<device::Kernel> kernel = kernel_of(loading, 0);
    if (loading == Loading::none) check_stored(*kernel);
    Curve curve{.name = name, .x_name = "fma per word", .x_unit = "1", .points = {}};
    const auto add = [&](std::uint64_t steps) {
      probing_->options().progress(fmt::format("{} with {} fma per word", name, steps));
      if (is_built_for(loading) && steps > 0) kernel = kernel_of(loading, steps);
      curve.points.push_back({.x = static_cast<double>(steps), .y = probing_->device_time([&] {
                                launch(*kernel, loading, steps);
                              })});
    };
    add(0);
    for (std::uint64_t steps = 1; steps <= most_steps(loading); steps *= 2) add(steps);
    return curve;
  }

 private:
  // A processor guesses where a loop ends; it looks ahead in code without one, as compilers write
  // it.
  [[nodiscard]] bool is_built_for(Loading loading) const {
    return loading == Loading::reused || probing_->on_cpu();
  }

  // `steps` that the kernel is built for, where it does not take them from the host.
  std::unique_ptr<device::Kernel> kernel_of(Loading loading, std::uint64_t steps) {
    return probing_
        ->module("probe/intensity.cl", with_slices(embedded::probe_intensity_cl()),
                 {{"WIDE", probing_->on_cpu() ? "0" : "1"},
                  {"AHEAD", loading == Loading::ahead ? "1" : "0"},
                  {"REUSED", std::to_string(loading == Loading::reused ? vectors_reused : 0)},
                  {"STEPS", std::to_string(steps)}})
        .kernel(loading == Loading::none ? "probe_stored" : "probe_intensity");
  }

  [[nodiscard]] std::uint64_t most_steps(Loading loading) const {
    if (probing_->options().brief) return 4;
    if (loading == Loading::reused) return 64;
    return probing_->on_cpu() ? 64 : 512;
  }

  [[nodiscard]] std::uint64_t items_of(Loading loading) const {
    if (loading == Loading::once) return n_;
    const std::uint64_t vectors = loading == Loading::reused ? vectors_reused : vectors_ahead;
    return (n_ + vectors - 1) / vectors;
  }

  void launch(const device::Kernel& kernel, Loading loading, std::uint64_t steps) {
    const std::uint64_t items = items_of(loading);
    const std::uint64_t n =
        loading == Loading::reused ? std::min(std::bit_floor(n_), reused_vectors) : n_;
    const device::Launch shape = probing_->on_cpu() ? grid(16 * probing_->info().compute_units, 1)
                                                    : grid((items + 255) / 256, 256);
    if (loading == Loading::none) {
      const device::Argument arguments[] = {array_.get(), scalar(factor), scalar(summand),
                                            scalar(n), scalar(steps)};
      probing_->queue().launch(kernel, shape, arguments);
      return;
    }
    const device::Argument arguments[] = {array_.get(),  out_.get(), scalar(1.0F), scalar(0.5F),
                                          scalar(-1.0F), scalar(n),  scalar(steps)};
    probing_->queue().launch(kernel, shape, arguments);
  }

  // The last vector: all before it were reached as well.
  void check_stored(const device::Kernel& kernel) {
    constexpr std::uint64_t steps = 3;
    launch(kernel, Loading::none, steps);
    std::array<float, 4> found{};
    probing_->queue().read(std::as_writable_bytes(std::span(found)), *array_,
                           Bytes{(n_ - 1) * vector_bytes});
    probing_->queue().wait();
    for (std::size_t component = 0; component < found.size(); ++component) {
      auto expected = static_cast<float>(((n_ - 1) & 255U) + component);
      for (std::uint64_t k = 0; k < steps; ++k) expected = expected * factor + summand;
      if (!(std::abs(found.at(component) - expected) <= 1e-5F * std::abs(expected)))
        throw Error(ErrorKind::check_failed,
                    fmt::format("what work-items computed and stored is {} where the host has {}",
                                found.at(component), expected));
    }
  }

  Probing* probing_;
  std::uint64_t n_;
  ProbeBuffer array_;
  ProbeBuffer out_;
};

// Far right of the corner the time is that of the arithmetic: its slope is the cost of a step.
double last_step(const Curve& curve) {
  const CurvePoint& last = curve.points.back();
  const CurvePoint& before = curve.points[curve.points.size() - 2];
  return (last.y.value - before.y.value) / (last.x - before.x);
}

double step_of(const Curve& curve) {
  const double step = last_step(curve);
  if (!(step > 0))
    throw Error(ErrorKind::unreliable,
                "more arithmetic took no more time: the machine is too busy");
  return step;
}

// `beside`: steps that a word's place and sum are worth.
void add_exponent(Probing& probing, const std::string& name, const Curve& curve, double beside,
                  const std::string& method) {
  const double step = step_of(curve);
  const double memory = curve.points.front().y.value;
  const CurvePoint* corner = nullptr;  // where both take most nearly alike
  const auto arithmetic = [&](const CurvePoint& point) { return (point.x + beside) * step; };
  const auto distance = [&](const CurvePoint& point) {
    return std::abs(std::log(arithmetic(point) / memory));
  };
  for (const CurvePoint& point : curve.points) {
    if (point.x > 0 && (corner == nullptr || distance(point) < distance(*corner))) corner = &point;
  }
  if (distance(*corner) > std::log(2.0)) {
    probing.skip(name, "the sweep has no point where memory and arithmetic take alike");
    return;
  }
  probing.add(name,
              transformed(corner->y, "1",
                          [&](double seconds) {
                            return overlap_exponent(memory, arithmetic(*corner), seconds);
                          }),
              method);
}

void add_overlap(Probing& probing, Curve curve, const std::string& name, double beside,
                 const std::string& method) {
  if (!(last_step(curve) > 0)) {
    probing.skip(name, "more arithmetic took no more time");
    return;
  }
  add_exponent(probing, name, curve, beside, method);
  probing.add(std::move(curve));
}

}  // namespace

void probe_overlap(Probing& probing) {
  const std::uint64_t wanted = probing.on_cpu() ? 64U << 20U : 512U << 20U;
  const std::uint64_t bytes =
      std::min({wanted, probing.most_memory().count / 4, probing.info().largest_allocation.count}) /
      least_computed_array * least_computed_array;
  require_arrays_of(least_computed_array, bytes);
  Intensity intensity(probing, bytes);
  Curve once = intensity.curve("overlap.time", Loading::once);
  const double step = step_of(once);
  probing.add(
      "overlap.load_cost",
      transformed(once.points.front().y, "1", [&](double seconds) { return seconds / step; }),
      "fma operations in the time of one streamed 4-byte load, whole device");
  add_exponent(probing, "overlap.exponent", once, 0,
               "p of (T_memory^p + T_arithmetic^p)^(1/p) at the corner of the sweep");
  probing.add(std::move(once));
  if (probing.on_cpu()) return;  // its loops look ahead by themselves
  add_overlap(probing, intensity.curve("overlap.ahead.time", Loading::ahead),
              "overlap.ahead.exponent", 0,
              "the same where a work-item computes on one vector while the next is on its way");
  add_overlap(probing, intensity.curve("overlap.reused.time", Loading::reused),
              "overlap.reused.exponent", beside_reused,
              "the same where work-items load what their unit's own cache has");
  add_overlap(probing, intensity.curve("overlap.stored.time", Loading::none),
              "overlap.stored.exponent", 0,
              "the same where work-items load nothing and store what they compute");
}

}  // namespace plumb
