// tests/trace/collect/collect_test.cpp - stamped programs on a GPU: times and complete logs.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/trace/collect/collect.h"

#include <algorithm>
#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "plumb/base/error.h"
#include "plumb/base/json.h"
#include "plumb/base/statistics.h"
#include "plumb/workloads/workload.h"
#include "tests/device/cuda/cuda_case.h"
#include "tests/trace/collect/records_of.h"

namespace plumb::trace {
namespace {

using Gpu = device::cuda::CudaDevice;

Program stream(const std::string& variant, const std::string& precision = "f32") {
  const Workload& workload = workload_named("stream");
  const std::vector<std::pair<std::string, std::string>> chosen{
      {"variant", variant}, {"precision", precision}, {"elements", "100003"}};
  return workload.program(settings_for(workload, DeviceTraits{DeviceKind::gpu}, chosen));
}

// NVIDIA's sanitizer puts a call before every access: times then say nothing.
bool is_sanitized() {
  return read_text_file("/proc/self/maps").find("libsanitizer-") != std::string::npos;
}

TEST_F(Gpu, every_method_keeps_the_output_and_only_naive_is_fast) {
  const std::string variant(
      default_variant(workload_named("stream"), DeviceTraits{DeviceKind::gpu}));
  const auto global_median = [&](StampMethod method) {
    CollectOptions options;
    options.instrument.method = method;
    options.instrument.selection.spaces = {MemorySpace::global};
    options.instrument.selection.accesses = {AccessKind::load};
    const TracedPoint collected = collect(*device, stream(variant), options);
    EXPECT_TRUE(collected.changed.empty()) << name_of(method);
    std::vector<double> all;
    for (const TracedStamp& times : collected.stamps)
      all.insert(all.end(), times.time.samples.begin(), times.time.samples.end());
    EXPECT_FALSE(all.empty()) << name_of(method);
    return median(all);
  };

  const double naive = global_median(StampMethod::naive);
  for (const StampMethod method :
       {StampMethod::dependence, StampMethod::fence, StampMethod::paper_dummy}) {
    const double waiting = global_median(method);
    EXPECT_TRUE(is_sanitized() || waiting > 3 * naive)
        << name_of(method) << ": " << waiting << " cycles, naive " << naive;
  }
}

TEST_F(Gpu, a_log_that_is_too_small_counts_what_it_loses) {
  const std::string variant(
      default_variant(workload_named("stream"), DeviceTraits{DeviceKind::gpu}));
  CollectOptions large;
  large.instrument.layout.slots = 4096;
  large.instrument.layout.first_only = true;
  CollectOptions small = large;
  small.instrument.layout.slots = 1;

  const TracedPoint all = collect(*device, stream(variant), large);
  const TracedPoint few = collect(*device, stream(variant), small);

  EXPECT_EQ(all.lost, 0U);
  EXPECT_GT(few.lost, 0U);
  EXPECT_EQ(records_of(few) + few.lost, records_of(all));
  EXPECT_TRUE(few.changed.empty());
}

TEST_F(Gpu, a_log_that_is_too_small_keeps_a_sample_and_counts_what_was_made) {
  const std::string variant(
      default_variant(workload_named("stream"), DeviceTraits{DeviceKind::gpu}));
  CollectOptions large;
  large.instrument.layout.slots = 4096;
  CollectOptions small;
  small.instrument.layout.slots = 1;

  const TracedPoint all = collect(*device, stream(variant), large);
  const TracedPoint few = collect(*device, stream(variant), small);

  EXPECT_EQ(all.sampling.value().kept, all.sampling->made);
  EXPECT_EQ(few.sampling.value().made, all.sampling->made);
  EXPECT_LT(few.sampling->kept, few.sampling->made);
  EXPECT_EQ(records_of(few), few.sampling->kept);
  EXPECT_EQ(few.lost, 0U);
}

TEST_F(Gpu, events_lie_on_one_axis_with_a_stated_skew) {
  const std::string variant(
      default_variant(workload_named("stream"), DeviceTraits{DeviceKind::gpu}));
  std::vector<TraceEvent> events;
  std::vector<TracedPoint> parts;
  CollectOptions options;
  options.events = [&](const TracedPoint& part, std::span<const TraceEvent> given,
                       std::span<const LaneAddresses>) {
    parts.push_back(part);
    events.assign(given.begin(), given.end());
  };

  const TracedPoint point = collect(*device, stream(variant), options);

  ASSERT_FALSE(parts.empty());
  ASSERT_TRUE(parts.back().axis);
  EXPECT_TRUE(parts.back().axis->skew);
  EXPECT_GT(parts.back().axis->clock_hz, 1e8);
  EXPECT_LT(parts.back().axis->clock_hz, 1e10);
  EXPECT_TRUE(std::ranges::is_sorted(events, {}, &TraceEvent::begin));
  // At 0 a clock is read; what the stamp itself takes before its access issues comes first.
  std::uint64_t before = 0;
  for (const TracedStamp& stamp : parts.back().stamps)
    before = std::max<std::uint64_t>(before, own_cycles(stamp.certificate).before);
  EXPECT_LE(events.front().begin, before);
  EXPECT_EQ(records_of(parts.back()), events.size());
  EXPECT_TRUE(point.changed.empty());
}

TEST_F(Gpu, a_window_keeps_what_ends_in_it_and_the_output) {
  const std::string variant(
      default_variant(workload_named("stream"), DeviceTraits{DeviceKind::gpu}));
  const auto of_window = [&](std::optional<TimeWindow> window) {
    CollectOptions options;
    options.instrument.layout.slots = 4096;
    options.window = window;
    TracedPoint point = collect(*device, stream(variant), options);
    EXPECT_TRUE(point.changed.empty());
    EXPECT_TRUE(is_sound(point));
    return point;
  };

  const TracedPoint all = of_window(std::nullopt);
  const TracedPoint whole = of_window(TimeWindow{.from = Seconds{0}, .to = Seconds{60}});
  const TracedPoint after = of_window(TimeWindow{.from = Seconds{60}, .to = Seconds{120}});
  ASSERT_TRUE(whole.window && whole.window->run);
  EXPECT_GT(*whole.window->run, Seconds{0});
  const TracedPoint first = of_window(
      TimeWindow{.from = Seconds{0}, .to = Seconds{1e-9 + whole.window->run->count() / 1e6}});

  // Where lanes meet again is the assembler's choice: a warp may write one record or two.
  const auto records = static_cast<double>(records_of(all));
  EXPECT_NEAR(static_cast<double>(records_of(whole)), records, 0.01 * records);
  EXPECT_EQ(records_of(after), 0U);
  EXPECT_LT(records_of(first), records_of(whole));
}

// Neighbouring work-items of a copy access neighbouring elements.
TEST_F(Gpu, addresses_of_a_stream_are_coalesced_and_the_output_stays) {
  const std::string variant(
      default_variant(workload_named("stream"), DeviceTraits{DeviceKind::gpu}));
  CollectOptions options;
  options.instrument.layout.slots = 64;
  options.instrument.layout.addresses = true;
  std::size_t events_with_addresses = 0;
  options.events = [&](const TracedPoint&, std::span<const TraceEvent> events,
                       std::span<const LaneAddresses> addresses) {
    EXPECT_EQ(events.size(), addresses.size());
    events_with_addresses += addresses.size();
  };

  const TracedPoint point = collect(*device, stream(variant), options);

  EXPECT_TRUE(point.changed.empty());
  EXPECT_TRUE(is_sound(point));
  EXPECT_EQ(point.unfinished, 0U);
  EXPECT_EQ(events_with_addresses, records_of(point));
  std::size_t coalesced = 0;
  for (const TracedStamp& traced : point.stamps) {
    if (!traced.addresses) continue;
    const AddressFigures& figures = *traced.addresses;
    EXPECT_GE(figures.sectors, figures.fewest);
    if (figures.on_a_line > 0.9 && figures.sectors < 1.3 * figures.fewest) ++coalesced;
  }
  EXPECT_GT(coalesced, 0U);
}

TEST_F(Gpu, warps_beyond_the_layout_are_counted) {
  const std::string variant(
      default_variant(workload_named("stream"), DeviceTraits{DeviceKind::gpu}));
  CollectOptions narrow;
  narrow.instrument.layout.warps = 1;
  narrow.instrument.layout.slots = 4096;

  const TracedPoint collected = collect(*device, stream(variant), narrow);

  EXPECT_GT(collected.misplaced, 0U);
  EXPECT_TRUE(collected.changed.empty());
}

TEST_F(Gpu, rotating_makes_one_build_per_stamp_and_finds_the_same_records) {
  const std::string variant(
      default_variant(workload_named("stream"), DeviceTraits{DeviceKind::gpu}));
  CollectOptions options;
  options.instrument.layout.slots = 4096;
  CollectOptions rotating = options;
  rotating.rotate = true;

  const TracedPoint together = collect(*device, stream(variant), options);
  const TracedPoint rotated = collect(*device, stream(variant), rotating);

  ASSERT_EQ(rotated.stamps.size(), together.stamps.size());
  // Where lanes meet again is the assembler's choice: a warp may write one record or two.
  const auto records = static_cast<double>(records_of(together));
  EXPECT_NEAR(static_cast<double>(records_of(rotated)), records, 0.01 * records);
  EXPECT_TRUE(rotated.changed.empty());
  ASSERT_EQ(rotated.builds.size(), rotated.stamps.size());
  for (std::size_t i = 0; i < rotated.builds.size(); ++i) {
    EXPECT_EQ(rotated.builds[i].stamp, rotated.stamps[i].certificate.stamp.id);
    EXPECT_NE(rotated.builds[i].staging, "");
    EXPECT_TRUE(std::ranges::any_of(rotated.builds[i].kernels, [](const Perturbation& kernel) {
      return kernel.after.instructions > kernel.before.instructions;
    }));
  }
}

TEST_F(Gpu, an_interrupt_keeps_the_builds_that_are_finished) {
  const std::string variant(
      default_variant(workload_named("stream"), DeviceTraits{DeviceKind::gpu}));
  CollectOptions rotating;
  rotating.rotate = true;
  int asked = 0;
  rotating.interrupted = [&] { return asked++ == 1; };

  const TracedPoint collected = collect(*device, stream(variant), rotating);

  EXPECT_TRUE(collected.interrupted);
  EXPECT_EQ(collected.builds.size(), 1U);
}

TEST_F(Gpu, records_kept_in_shared_memory_are_as_many_as_those_that_go_straight) {
  const std::string variant(
      default_variant(workload_named("stream"), DeviceTraits{DeviceKind::gpu}));
  CollectOptions staged;
  staged.instrument.layout.slots = 4096;
  CollectOptions direct = staged;
  direct.stage = false;

  const TracedPoint kept = collect(*device, stream(variant), staged);
  const TracedPoint straight = collect(*device, stream(variant), direct);

  EXPECT_THAT(kept.builds.front().staging, testing::HasSubstr("shared memory"));
  ASSERT_EQ(kept.stamps.size(), straight.stamps.size());
  for (std::size_t i = 0; i < kept.stamps.size(); ++i)
    EXPECT_NEAR(static_cast<double>(kept.stamps[i].time.samples.size()),
                static_cast<double>(straight.stamps[i].time.samples.size()),
                0.01 * static_cast<double>(straight.stamps[i].time.samples.size()))
        << i;
  EXPECT_EQ(kept.lost + kept.unfinished + kept.misplaced, 0U);
  EXPECT_TRUE(kept.changed.empty());
}

TEST_F(Gpu, sampling_writes_fewer_records) {
  const std::string variant(
      default_variant(workload_named("stream"), DeviceTraits{DeviceKind::gpu}));
  CollectOptions all;
  all.instrument.layout.slots = 4096;
  CollectOptions sampled = all;
  sampled.instrument.sampling = {.blocks = 4, .warps = 2};

  const std::uint64_t full = records_of(collect(*device, stream(variant), all));
  const std::uint64_t part = records_of(collect(*device, stream(variant), sampled));

  EXPECT_GT(part, 0U);
  EXPECT_LT(part, full / 4);
}

TEST_F(Gpu, bounded_cost_keeps_the_output_and_the_resident_blocks) {
  const std::string variant(
      default_variant(workload_named("stream"), DeviceTraits{DeviceKind::gpu}));
  CollectOptions all;
  all.instrument.layout.slots = 4096;
  CollectOptions bounded = all;
  bounded.instrument.sampling = bounded_cost;

  const TracedPoint every_block = collect(*device, stream(variant), all);
  const TracedPoint some = collect(*device, stream(variant), bounded);

  EXPECT_GT(records_of(some), 0U);
  EXPECT_LT(records_of(some), records_of(every_block));
  EXPECT_TRUE(some.changed.empty());
  ASSERT_TRUE(some.stamped);
  EXPECT_EQ(some.stamped->blocks, bounded_cost.blocks);
  EXPECT_FALSE(every_block.stamped);
  for (const BuildChange& build : some.builds) {
    for (const Perturbation& kernel : build.kernels)
      EXPECT_GE(kernel.after.resident_blocks, kernel.before.resident_blocks) << kernel.kernel;
  }
}

TEST_F(Gpu, every_n_th_record_is_that_share_of_all) {
  const std::string variant(
      default_variant(workload_named("stream"), DeviceTraits{DeviceKind::gpu}));
  CollectOptions all;
  all.instrument.layout.slots = 4096;
  CollectOptions thinned = all;
  thinned.instrument.sampling.records = 4;

  const auto full = static_cast<double>(records_of(collect(*device, stream(variant), all)));
  const auto part = static_cast<double>(records_of(collect(*device, stream(variant), thinned)));

  EXPECT_NEAR(part, full / 4, 0.1 * full / 4 + 5 * std::sqrt(full));
}

TEST_F(Gpu, stores_atomics_and_barriers_keep_the_output_too) {
  const std::string variant(
      default_variant(workload_named("stream"), DeviceTraits{DeviceKind::gpu}));
  CollectOptions options;
  options.instrument.selection.accesses = {AccessKind::load, AccessKind::store, AccessKind::barrier,
                                           AccessKind::atomic};

  const TracedPoint collected = collect(*device, stream(variant), options);

  EXPECT_TRUE(collected.changed.empty());
  EXPECT_GT(records_of(collected), 0U);
}

}  // namespace
}  // namespace plumb::trace
