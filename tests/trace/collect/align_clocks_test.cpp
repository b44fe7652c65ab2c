// tests/trace/collect/align_clocks_test.cpp - clocks of SMs on one axis, and events on it.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/trace/collect/align_clocks.h"

#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "plumb/base/error.h"
#include "plumb/trace/collect/events_of_log.h"

namespace plumb::trace {
namespace {

constexpr double cycles_per_nanosecond = 1.755;
constexpr std::uint64_t timer_start = 1'700'000'000'000'000'000ULL;  // as the GPU counts, from 1970

// Of SM 2, close to where a clock wraps around; the others are ahead by some seconds.
std::uint64_t start_of(std::uint32_t processor) {
  return 0ULL - 500'000 + processor * 3'000'000'001ULL;
}

std::uint64_t clock_at(std::uint32_t processor, double nanoseconds) {
  return start_of(processor) + static_cast<std::uint64_t>(nanoseconds * cycles_per_nanosecond);
}

// Pairs of three SMs with a timer that advances by `step` nanoseconds.
std::vector<ClockPair> drawn_pairs(std::uint64_t step) {
  std::vector<ClockPair> pairs;
  for (std::uint32_t processor = 0; processor < 3; ++processor) {
    for (std::uint32_t i = 0; i < 32; ++i) {
      const std::uint64_t at = 1000 + i * 40'013ULL + processor * 777;
      pairs.push_back({processor, timer_start + at / step * step,
                       clock_at(processor, static_cast<double>(at))});
    }
  }
  return pairs;
}

double displacement(const ClockAlignment& alignment, std::uint32_t one, std::uint32_t other) {
  const auto shifted = [&](std::uint32_t processor) {
    return clock_at(processor, 600'000) - alignment.offset(processor);
  };
  return std::abs(static_cast<double>(static_cast<std::int64_t>(shifted(one) - shifted(other))));
}

TEST(AlignClocks, a_fine_timer_gives_the_rate_and_one_axis_to_a_few_cycles) {
  const ClockAlignment alignment = align_clocks(drawn_pairs(1));

  EXPECT_NEAR(alignment.clock_hz, 1.755e9, 1e4);
  ASSERT_TRUE(alignment.skew);
  EXPECT_LE(*alignment.skew, 4U);
  EXPECT_LE(displacement(alignment, 0, 1), 2);
  EXPECT_LE(displacement(alignment, 0, 2), 2);
}

TEST(AlignClocks, what_a_coarse_timer_leaves_open_is_stated) {
  const ClockAlignment alignment = align_clocks(drawn_pairs(1024));

  ASSERT_TRUE(alignment.skew);
  EXPECT_GE(*alignment.skew, 1024 * cycles_per_nanosecond * 0.9);
  EXPECT_LE(*alignment.skew, 1024 * cycles_per_nanosecond * 1.2);
  for (const std::uint32_t other : {1U, 2U})
    EXPECT_LE(displacement(alignment, 0, other), static_cast<double>(*alignment.skew));
}

TEST(AlignClocks, without_pairs_or_with_a_timer_that_stands_still_there_is_no_axis) {
  EXPECT_FALSE(align_clocks({}).skew);
  const std::vector<ClockPair> still{{0, 5, 100}, {0, 5, 200}};
  EXPECT_FALSE(align_clocks(still).skew);
  EXPECT_EQ(align_clocks(still).clock_hz, 0);
}

Record record_of(std::uint32_t processor, double nanoseconds, std::uint64_t cycles) {
  const std::uint64_t first = clock_at(processor, nanoseconds);
  return {
      .first = first, .second = first + cycles, .stamp = 3, .processor = processor, .launch = 9};
}

std::vector<Certificate> one_certificate() {
  std::vector<Certificate> certificates(1);
  certificates[0].stamp.id = 3;
  return certificates;
}

TEST(EventsOfLog, lie_on_one_axis_in_the_order_in_which_they_begin) {
  Log log;
  log.clock_pairs = drawn_pairs(1);
  log.records = {record_of(0, 700'000, 668), record_of(1, 200'000, 10), record_of(2, 450'000, 0)};
  log.records[0].launch = 11;

  const std::vector<TraceEvent> events =
      events_of(log, one_certificate(), alignment_of(log)).events;

  ASSERT_EQ(events.size(), 3U);
  EXPECT_EQ(events[0].begin, 0U);
  EXPECT_EQ(events[0].processor, 1U);
  EXPECT_EQ(events[1].processor, 2U);
  EXPECT_NEAR(static_cast<double>(events[1].begin), 250'000 * cycles_per_nanosecond, 3);
  EXPECT_NEAR(static_cast<double>(events[2].begin), 500'000 * cycles_per_nanosecond, 3);
  EXPECT_EQ(events[2].end - events[2].begin, 668U);
  EXPECT_EQ(events[0].launch, 0U);
  EXPECT_EQ(events[2].launch, 1U);
  EXPECT_EQ(events[0].stamp, 0U);
}

TEST(EventsOfLog, begin_when_the_access_issues_and_end_when_it_was_waited_for) {
  Log log;
  log.records = {record_of(0, 700'000, 43), record_of(0, 700'000, 5)};
  std::vector<Certificate> certificates = one_certificate();
  certificates[0].verdict = CertificateVerdict::certified;
  certificates[0].places = {
      {.function = "k", .complaint = {}, .cycles_before = 1, .cycles_behind = 8}};

  const std::vector<TraceEvent> events = events_of(log, certificates, {}).events;

  EXPECT_EQ(events.at(0).begin, 1U);
  EXPECT_EQ(events.at(0).end, 1U);
  EXPECT_EQ(events.at(1).begin, 1U);
  EXPECT_EQ(events.at(1).end, 35U);
}

TEST(EventsOfLog, without_pairs_of_an_sm_begin_at_0_on_each) {
  Log log;
  log.clock_pairs = {{0, 5, 100}, {0, 50, 200}};
  log.records = {record_of(0, 700'000, 668), record_of(1, 200'000, 10)};

  const ClockAlignment alignment = alignment_of(log);
  const std::vector<TraceEvent> events = events_of(log, one_certificate(), alignment).events;

  EXPECT_FALSE(alignment.skew);
  EXPECT_EQ(events.at(0).begin, 0U);
  EXPECT_EQ(events.at(1).begin, 0U);
}

TEST(EventsOfLog, reversed_records_are_left_out_and_unknown_stamps_refused) {
  Log log;
  log.records = {record_of(0, 700'000, 668)};
  std::swap(log.records[0].first, log.records[0].second);
  EXPECT_TRUE(events_of(log, one_certificate(), {}).events.empty());

  log.records[0].stamp = 8;
  EXPECT_THROW((void)events_of(log, one_certificate(), {}), Error);
}

}  // namespace
}  // namespace plumb::trace
