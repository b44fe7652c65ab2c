// plumb/probe/threads.cpp - how many work-items it takes to use the memory's bandwidth.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <fmt/format.h>

#include "plumb/base/statistics.h"
#include "plumb/probe/copies.h"
#include "plumb/probe/embedded.h"
#include "plumb/probe/parallelism.h"
#include "plumb/probe/probes.h"
#include "plumb/probe/slices.h"

namespace plumb {
namespace {

using device::grid;
using device::scalar;

struct Form {
  std::uint64_t group;
  int in_flight;
  bool barrier = false;
};

std::string name_of(const Form& form) {
  return fmt::format("threads.group{}.flight{}{}", form.group, form.in_flight,
                     form.barrier ? ".barrier" : "");
}

class ThreadCopies {
 public:
  ThreadCopies(Probing& probing, Copies& copies, const Form& form)
      : probing_(&probing), copies_(&copies) {
    kernel_ = probing
                  .module("probe/threads.cl", with_slices(embedded::probe_threads_cl()),
                          {{"FLIGHT", std::to_string(form.in_flight)},
                           {"WIDE", probing.on_cpu() ? "0" : "1"},
                           {"BARRIER", form.barrier ? "1" : "0"}})
                  .kernel("probe_threads");
    constexpr std::uint64_t odd = 4 * 100003ULL;
    copies.clear();
    launch(odd, 7, form.barrier ? form.group : 1);
    probing.queue().wait();
    copies.require_same(odd, fmt::format("the kernel of {}", name_of(form)));
  }

  Quantity rate(std::uint64_t groups, std::uint64_t group) {
    const Quantity time = probing_->device_time([&] { launch(copies_->bytes(), groups, group); });
    return rate_of(2 * static_cast<double>(copies_->bytes()), time, "B/s");
  }
  [[nodiscard]] std::uint64_t resident(std::uint64_t group) const {
    return kernel_->resident_groups(grid(1, group)).value_or(0) * probing_->info().compute_units;
  }

 private:
  void launch(std::uint64_t bytes, std::uint64_t groups, std::uint64_t group) {
    const device::Argument arguments[] = {copies_->from(), copies_->to(), scalar(bytes / 4)};
    probing_->queue().launch(*kernel_, grid(groups, group), arguments);
  }

  Probing* probing_;
  Copies* copies_;
  std::unique_ptr<device::Kernel> kernel_;
};

std::vector<Form> forms_for(const Probing& probing) {
  if (probing.on_cpu()) return {{1, 1}};
  if (!probing.options().full) return {{256, 1}};
  return {{128, 1}, {256, 1},       {512, 1},       {256, 2},      {256, 4},
          {256, 8}, {128, 1, true}, {256, 1, true}, {512, 1, true}};
}

Curve thread_curve(Probing& probing, ThreadCopies& copies, const Form& form) {
  Curve curve{.name = name_of(form), .x_name = "work-items", .x_unit = "1", .points = {}};
  const std::uint64_t units = probing.info().compute_units;
  const std::uint64_t most = probing.on_cpu() ? 4 * units : 2048 * units / form.group;
  const std::uint64_t least = probing.on_cpu() ? 1 : std::max<std::uint64_t>(1, units / 4);
  for (const std::uint64_t groups : log_spaced(least, most, 1, 1)) {
    probing.options().progress(fmt::format("{} with {} groups", curve.name, groups));
    curve.points.push_back(
        {.x = static_cast<double>(groups * form.group), .y = copies.rate(groups, form.group)});
  }
  return curve;
}

// The law of one quantile of the rates.
Parallelism fitted(const Curve& curve, double fraction) {
  std::vector<double> items;
  std::vector<double> rates;
  for (const CurvePoint& point : curve.points) {
    items.push_back(point.x);
    rates.push_back(quantile(point.y.samples, fraction));
  }
  return fit_parallelism(items, rates);
}

void add_law(Probing& probing, const Curve& curve) {
  if (curve.points.size() < 3) {
    probing.skip(curve.name, "fewer than three numbers of work-items");
    return;
  }
  const Parallelism law = fitted(curve, 0.5);
  const Parallelism slow = fitted(curve, 0.25);
  const Parallelism fast = fitted(curve, 0.75);
  const char* method = "B(W) = [B_max^-r + (W s)^-r]^(-1/r) fitted to copies by W work-items";
  probing.add(curve.name + ".most", between(law.most, slow.most, fast.most, "B/s"), method);
  probing.add(curve.name + ".per_item", between(law.per_item, slow.per_item, fast.per_item, "B/s"),
              method);
  probing.add(curve.name + ".sharpness",
              between(law.sharpness, slow.sharpness, fast.sharpness, "1"), method);
}

// One group more than fit at once and the last wave runs nearly empty.
void add_waves(Probing& probing, ThreadCopies& copies, std::uint64_t group) {
  const std::uint64_t resident = copies.resident(group);
  if (resident == 0) {
    probing.skip("threads.waves", "the back end does not report how many groups are resident");
    return;
  }
  Curve curve{.name = "threads.waves",
              .x_name = "groups over resident groups",
              .x_unit = "1",
              .points = {}};
  for (std::uint64_t sixteenths = 8; sixteenths <= 40;
       sixteenths += probing.options().full ? 1 : 4) {
    const std::uint64_t groups = resident * sixteenths / 16 + (sixteenths == 17 ? 1 : 0);
    curve.points.push_back({.x = static_cast<double>(groups) / static_cast<double>(resident),
                            .y = copies.rate(groups, group)});
  }
  const Quantity full = copies.rate(resident, group);
  const Quantity more = copies.rate(resident + resident / 16, group);
  probing.add("threads.resident_groups", exactly(static_cast<double>(resident), "1"),
              "groups of 256 of the copying kernel that the device holds at once");
  probing.add(
      "threads.wave_drop", transformed(more, "1", [&](double rate) { return rate / full.value; }),
      "rate with one sixteenth more groups than are resident over the rate with all of them");
  probing.add(std::move(curve));
}

}  // namespace

void probe_threads(Probing& probing) {
  const std::uint64_t wanted = probing.on_cpu() ? 64U << 20U : 256U << 20U;
  const std::uint64_t bytes =
      std::min({wanted, probing.most_memory().count / 4, probing.info().largest_allocation.count}) /
      65536 * 65536;
  require_arrays_of(least_copies, bytes);
  Copies copies(probing, bytes);
  for (const Form& form : forms_for(probing)) {
    ThreadCopies thread_copies(probing, copies, form);
    Curve curve = thread_curve(probing, thread_copies, form);
    add_law(probing, curve);
    probing.add(std::move(curve));
    if (form.group == 256 && form.in_flight == 1 && !form.barrier)
      add_waves(probing, thread_copies, form.group);
  }
}

}  // namespace plumb
