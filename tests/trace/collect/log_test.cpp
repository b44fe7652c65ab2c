// tests/trace/collect/log_test.cpp - reading the log of a stamped kernel.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/trace/collect/log.h"

#include <cstring>

#include <gtest/gtest.h>

#include "plumb/base/error.h"

namespace plumb::trace {
namespace {

constexpr LogLayout layout{.processors = 2, .warps = 3, .slots = 4};

template <class Value>
void put(std::vector<std::byte>& bytes, std::uint64_t at, Value value) {
  std::memcpy(bytes.data() + at, &value, sizeof value);
}

TEST(TraceLog, records_come_with_their_place) {
  std::vector<std::byte> bytes(size_of(layout).count);
  const std::uint32_t place = 1 * layout.warps + 2;  // processor 1, warp 2
  const std::uint64_t at = records_offset(layout) + record_bytes * (place * layout.slots + 0);
  put<std::uint32_t>(bytes, counters_offset + 4 * place, 1);
  put<std::uint64_t>(bytes, at, 1000);
  put<std::uint64_t>(bytes, at + 8, 1667);
  put<std::uint32_t>(bytes, at + 16, 8);
  put<std::uint32_t>(bytes, at + 20, 0xffU);
  put<std::uint32_t>(bytes, at + 24, 77);
  put<std::uint32_t>(bytes, at + 28, 5);

  const Log log = read_log(bytes, layout);

  ASSERT_EQ(log.records.size(), 1U);
  const Record& record = log.records.front();
  EXPECT_EQ(record.second - record.first, 667U);
  EXPECT_EQ(record.stamp, 7U);
  EXPECT_EQ(record.lanes, 0xffU);
  EXPECT_EQ(record.block, 77U);
  EXPECT_EQ(record.warp, 5U);
  EXPECT_EQ(record.processor, 1U);
  EXPECT_EQ(record.resident_warp, 2U);
  EXPECT_EQ(log.lost + log.misplaced + log.unfinished, 0U);
}

TEST(TraceLog, what_did_not_fit_is_counted) {
  std::vector<std::byte> bytes(size_of(layout).count);
  put<std::uint32_t>(bytes, 0, 9);
  put<std::uint32_t>(bytes, counters_offset, 10);

  const Log log = read_log(bytes, layout);

  EXPECT_EQ(log.lost, 6U);
  EXPECT_EQ(log.unfinished, 4U);
  EXPECT_EQ(log.misplaced, 9U);
}

TEST(TraceLog, a_log_of_another_size_is_refused) {
  EXPECT_THROW((void)read_log(std::vector<std::byte>(100), layout), Error);
}

}  // namespace
}  // namespace plumb::trace
