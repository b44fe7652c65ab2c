// tests/trace/collect/log_test.cpp - reading the log of a stamped kernel.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/trace/collect/log.h"

#include <cstring>

#include <gtest/gtest.h>

#include "plumb/base/error.h"
#include "plumb/device/open.h"
#include "plumb/trace/collect/add_records.h"
#include "tests/trace/collect/sealed.h"

namespace plumb::trace {
namespace {

constexpr LogLayout layout{.processors = 2, .warps = 3, .slots = 4, .first_only = true};

template <class Value>
void put(std::vector<std::byte>& bytes, std::uint64_t at, Value value) {
  std::memcpy(bytes.data() + at, &value, sizeof value);
}

TEST(TraceLog, records_come_with_their_place) {
  std::vector<std::byte> bytes(size_of(layout).count);
  const std::uint32_t place = 1 * layout.warps + 2;  // processor 1, warp 2
  const std::uint64_t at = records_offset(layout) + record_bytes * (place * layout.slots + 0);
  put<std::uint32_t>(bytes, 4 * place, 1);
  put<std::uint64_t>(bytes, at, 1000);
  put<std::uint64_t>(bytes, at + 8, 1667);
  put<std::uint32_t>(bytes, at + 16, 8 + (12U << stamp_bits));
  put<std::uint32_t>(bytes, at + 20, 0xffU);
  put<std::uint32_t>(bytes, at + 24, 77);
  put<std::uint32_t>(bytes, at + 28, 5 + 256 * 77);
  seal(bytes, at);

  const Log log = read_log(bytes, layout);

  ASSERT_EQ(log.records.size(), 1U);
  const Record& record = log.records.front();
  EXPECT_EQ(record.second - record.first, 667U);
  EXPECT_EQ(record.stamp, 7U);
  EXPECT_EQ(record.drawn_from, 12U);
  EXPECT_EQ(record.lanes, 0xffU);
  EXPECT_EQ(record.block, 77U);
  EXPECT_EQ(record.warp, 5U);
  EXPECT_EQ(record.launch, 77U);
  EXPECT_EQ(record.processor, 1U);
  EXPECT_EQ(record.resident_warp, 2U);
  EXPECT_EQ(log.lost + log.misplaced + log.unfinished, 0U);
}

TEST(TraceLog, what_did_not_fit_is_counted) {
  std::vector<std::byte> bytes(size_of(layout).count);
  put<std::uint32_t>(bytes, 4 * places(layout), 9);
  put<std::uint32_t>(bytes, 0, 10);

  const Log log = read_log(bytes, layout);

  EXPECT_EQ(log.lost, 6U);
  EXPECT_EQ(log.unfinished, 4U);
  EXPECT_EQ(log.misplaced, 9U);
}

// A log in the memory of a device, whichever there is: nothing of it needs a GPU.
class DeviceLog : public testing::Test {
 protected:
  void SetUp() override {
    if (device::find_devices().devices.empty())
      GTEST_SKIP() << "no device on this machine, and no PoCL, which scripts/setup installs";
    device = device::open_device("");
    queue = device->queue();
    memory = device->allocate(size_of(layout));
  }
  void write(const std::vector<std::byte>& bytes) {
    queue->write(*memory, {}, bytes);
    queue->wait();
  }

  std::unique_ptr<device::Device> device;
  std::unique_ptr<device::Queue> queue;
  std::unique_ptr<device::Buffer> memory;
};

// A log with a full warp, one that lost records, and one record without a place.
std::vector<std::byte> busy_log() {
  std::vector<std::byte> bytes(size_of(layout).count);
  put<std::uint32_t>(bytes, 4 * places(layout), 1);
  for (const std::uint32_t place : {1U, 4U}) {
    put<std::uint32_t>(bytes, 4 * place, place == 1 ? 2 : layout.slots + 3);
    for (std::uint32_t slot = 0; slot < (place == 1 ? 2 : layout.slots); ++slot) {
      const std::uint64_t at =
          records_offset(layout) + record_bytes * (place * layout.slots + slot);
      put<std::uint64_t>(bytes, at, 100 * place);
      put<std::uint64_t>(bytes, at + 8, 100 * place + slot);
      put<std::uint32_t>(bytes, at + 16, slot + 1);
      seal(bytes, at);
    }
  }
  return bytes;
}

TEST_F(DeviceLog, is_read_as_the_whole_memory_would_be) {
  write(busy_log());

  const Log fetched = fetch_log(*queue, *memory, layout);

  const Log whole = read_log(busy_log(), layout);
  ASSERT_EQ(fetched.records.size(), 2U + layout.slots);
  ASSERT_EQ(fetched.records.size(), whole.records.size());
  for (std::size_t i = 0; i < whole.records.size(); ++i) {
    EXPECT_EQ(fetched.records[i].second, whole.records[i].second) << i;
    EXPECT_EQ(fetched.records[i].stamp, whole.records[i].stamp) << i;
    EXPECT_EQ(fetched.records[i].processor, whole.records[i].processor) << i;
  }
  EXPECT_EQ(fetched.lost, 3U);
  EXPECT_EQ(fetched.misplaced, 1U);
}

TEST_F(DeviceLog, is_zero_everywhere_once_it_is_cleared) {
  write(busy_log());

  clear_log(*queue, *memory, layout);

  std::vector<std::byte> left(size_of(layout).count, std::byte{1});
  queue->read(left, *memory, {});
  queue->wait();
  EXPECT_EQ(left, std::vector<std::byte>(left.size()));
}

TEST_F(DeviceLog, of_another_layout_is_refused) {
  EXPECT_THROW((void)fetch_log(*queue, *memory, {.processors = 1, .warps = 1, .slots = 1}), Error);
}

// Stamps 3 and 5 of one build.
std::vector<Certificate> two_certificates() {
  std::vector<Certificate> certificates(2);
  certificates[0].stamp.id = 3;
  certificates[1].stamp.id = 5;
  return certificates;
}

Record record(std::uint32_t stamp, std::uint64_t first, std::uint64_t second) {
  return {.first = first, .second = second, .stamp = stamp};
}

TEST(AddRecords, samples_stay_in_order_and_reversed_ones_are_counted) {
  Log log;
  log.records = {record(3, 10, 30), record(3, 50, 40), record(3, 0, 5), record(3, 7, 7)};
  log.lost = 1;
  log.misplaced = 2;
  log.unfinished = 3;
  TracedPoint point;

  add_records(log, "blur.cl#0", two_certificates(), point);
  add_records(log, "blur.cl#1", two_certificates(), point);

  ASSERT_EQ(point.stamps.size(), 4U);
  EXPECT_EQ(point.stamps[0].time.samples, (std::vector<double>{20, 5, 0}));
  EXPECT_EQ(point.stamps[0].time.unit, "cycles");
  EXPECT_EQ(point.stamps[0].time.value, 5);
  EXPECT_EQ(point.stamps[0].reversed, 1U);
  EXPECT_EQ(point.stamps[1].certificate.stamp.id, 5U);
  EXPECT_TRUE(point.stamps[1].time.samples.empty());
  EXPECT_EQ(point.stamps[2].module, "blur.cl#1");
  EXPECT_EQ(point.sampling->made, 0U);
  EXPECT_EQ(point.sampling->kept, 8U);
  EXPECT_EQ(point.lost, 2U);
  EXPECT_EQ(point.misplaced, 4U);
  EXPECT_EQ(point.unfinished, 6U);
}

TEST(AddRecords, a_sample_stands_for_the_accesses_that_were_not_recorded) {
  Log log;
  log.records = {record(3, 0, 9), record(3, 0, 9), record(5, 0, 9), record(5, 0, 9)};
  log.records[0].drawn_from = 2;   // a small launch: all its records are kept
  log.records[1].drawn_from = 16;  // a large one
  log.made = 12;
  TracedPoint point;
  point.stamped = StampedShare{.blocks = 16, .warps = 2, .records = 4, .least_blocks = 32};

  add_records(log, "blur.cl#0", two_certificates(), point);

  EXPECT_EQ(point.stamps[0].weights, (std::vector<double>{3 * 2 * 2, 3 * 16 * 2 * 4}));
  EXPECT_EQ(point.stamps[1].weights, (std::vector<double>{3 * 16 * 2 * 4}));
}

TEST(AddRecords, a_chosen_block_stands_for_nothing_but_itself) {
  Log log;
  log.records = {record(3, 0, 9)};
  TracedPoint point;
  point.stamped = StampedShare{.block = 4};

  add_records(log, "blur.cl#0", two_certificates(), point);

  EXPECT_TRUE(point.stamps[0].weights.empty());
}

TEST(AddRecords, the_cycles_of_the_stamp_itself_are_taken_off) {
  Log log;
  log.records = {record(3, 10, 53), record(3, 10, 14)};
  std::vector<Certificate> certificates = two_certificates();
  certificates[0].verdict = CertificateVerdict::certified;
  certificates[0].places = {
      {.function = "k", .complaint = {}, .cycles_before = 1, .cycles_behind = 8}};
  TracedPoint point;

  add_records(log, "blur.cl#0", certificates, point);

  EXPECT_EQ(point.stamps[0].time.samples, (std::vector<double>{34, 0}));
}

TEST(AddRecords, a_record_of_a_stamp_that_the_build_does_not_have_is_refused) {
  Log log;
  log.records = {record(4, 1, 2)};
  TracedPoint point;

  try {
    add_records(log, "blur.cl#0", two_certificates(), point);
    FAIL() << "nothing was thrown";
  } catch (const Error& error) {
    EXPECT_EQ(explain(error), "the log of 'blur.cl#0' names stamp 4, which it does not have");
  }
}

// Two places of a log with 64 slots: one made 640 records, the other 20.
TEST(TraceLog, a_sampled_log_keeps_the_same_share_of_every_place) {
  constexpr LogLayout sampled{.processors = 100, .warps = 2, .slots = 64};
  std::vector<std::byte> bytes(size_of(sampled).count);
  for (std::uint32_t place = 0; place < 200; ++place) {
    put<std::uint32_t>(bytes, 4 * place, place % 2 == 0 ? 640 : 20);
    for (std::uint32_t slot = 0; slot < 64; ++slot) {
      const std::uint64_t at = records_offset(sampled) + record_bytes * (place * 64 + slot);
      put<std::uint32_t>(bytes, at + 16, 1);
      seal(bytes, at);
    }
  }

  const Log log = read_log(bytes, sampled);

  std::size_t of_busy = 0;
  for (const Record& record : log.records) of_busy += record.resident_warp == 0 ? 1 : 0;
  EXPECT_EQ(log.made, 100U * (640 + 20));
  EXPECT_EQ(log.lost, 0U);
  EXPECT_EQ(of_busy, 6400U);
  // A tenth of 2000, five standard deviations around it.
  EXPECT_NEAR(static_cast<double>(log.records.size() - of_busy), 200, 67);
}

TEST(TraceLog, clock_pairs_come_with_their_processor) {
  std::vector<std::byte> bytes(size_of(layout).count);
  put<std::uint32_t>(bytes, pair_counters_offset(layout) + 4, 1000);
  for (std::uint32_t i = 0; i < clock_pairs; ++i) {
    const std::uint64_t at = pairs_offset(layout) + clock_pair_bytes * (clock_pairs + i);
    put<std::uint64_t>(bytes, at, i == 3 ? 0 : 5000 + i);
    put<std::uint64_t>(bytes, at + 8, 70 + i);
  }

  const Log log = read_log(bytes, layout);

  ASSERT_EQ(log.clock_pairs.size(), clock_pairs - 1U);  // one was taken and not written
  EXPECT_EQ(log.clock_pairs.back().processor, 1U);
  EXPECT_EQ(log.clock_pairs.back().nanoseconds, 5031U);
  EXPECT_EQ(log.clock_pairs.back().cycles, 101U);
}

TEST(TraceLog, a_log_of_another_size_is_refused) {
  EXPECT_THROW((void)read_log(std::vector<std::byte>(100), layout), Error);
}

}  // namespace
}  // namespace plumb::trace
