// tests/trace/collect/whole_record_test.cpp - a slot that two lanes wrote at once gives one of
// their records as a whole, or none.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <cstring>
#include <random>

#include <gtest/gtest.h>

#include "plumb/trace/collect/log.h"
#include "plumb/trace/stamp/check_text.h"
#include "tests/trace/assembled.h"
#include "tests/trace/collect/sealed.h"
#include "tests/trace/ptx_lines.h"

namespace plumb::trace {
namespace {

constexpr LogLayout one_slot{.processors = 1, .warps = 1, .slots = 1};

Log log_with(const RecordWords& words) {
  std::vector<std::byte> bytes(size_of(one_slot).count);
  const std::uint32_t tried = 5;
  std::memcpy(bytes.data(), &tried, sizeof tried);
  std::memcpy(bytes.data() + records_offset(one_slot), words.data(), record_bytes);
  return read_log(bytes, one_slot);
}

// As two ways of one warp make them: other lanes, or another stamp, and readings a little apart.
RecordWords record_of_warp(std::mt19937& random, std::uint64_t start) {
  const std::uint64_t first = start + random() % 5000;
  const std::uint64_t second = first + random() % 2000;
  return sealed({static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(first >> 32U),
                 static_cast<std::uint32_t>(second), static_cast<std::uint32_t>(second >> 32U),
                 1 + static_cast<std::uint32_t>(random() % 3), static_cast<std::uint32_t>(random()),
                 77, 256 * 9 + 3});
}

TEST(WholeRecord, keeps_both_readings_also_where_their_high_words_differ) {
  const std::uint64_t first = 0xfffffff0;
  const std::uint64_t second = 0x5'0000'0010;  // ten seconds later
  const Log log =
      log_with(sealed({static_cast<std::uint32_t>(first), 0, static_cast<std::uint32_t>(second),
                       static_cast<std::uint32_t>(second >> 32U), 8, 0xff, 77, 5}));

  ASSERT_EQ(log.records.size(), 1U);
  EXPECT_EQ(log.records[0].first, first);
  EXPECT_EQ(log.records[0].second, second);
  EXPECT_EQ(log.unfinished, 0U);
}

TEST(WholeRecord, of_readings_in_reverse_is_still_one) {
  const Log log = log_with(sealed({5, 7, 0xffffffff, 6, 8, 0xff, 77, 5}));

  ASSERT_EQ(log.records.size(), 1U);
  EXPECT_LT(log.records[0].second, log.records[0].first);
}

// Each word from either of two: however a machine splits and orders their stores.
TEST(WholeRecord, is_all_that_is_read_from_a_slot_that_two_wrote) {
  std::mt19937 random(7);
  std::size_t mixtures = 0;
  std::size_t taken = 0;
  for (int pair = 0; pair < 400; ++pair) {
    const std::uint64_t start = std::uint64_t{random()} << 20U;
    const RecordWords one = record_of_warp(random, start);
    const RecordWords other = record_of_warp(random, start);
    for (unsigned from_other = 0; from_other < 256; ++from_other) {
      RecordWords mixed = one;
      for (std::size_t i = 0; i < mixed.size(); ++i) {
        if ((from_other >> i & 1U) != 0) mixed[i] = other[i];
      }
      const bool whole = mixed == one || mixed == other;
      const Log log = log_with(mixed);
      EXPECT_EQ(log.records.size(), whole ? 1U : 0U) << pair << " " << from_other;
      EXPECT_EQ(log.unfinished, whole ? 0U : 1U);
      ++mixtures;
      taken += log.records.size();
    }
  }
  EXPECT_LT(taken, mixtures / 4);
  EXPECT_GE(taken, 2U * 400);
}

TEST(WholeRecord, is_none_where_one_half_was_not_written) {
  const RecordWords whole = sealed({100, 0, 700, 0, 8, 0xff, 77, 5});
  RecordWords readings_missing = whole;
  std::fill_n(readings_missing.begin(), 4, 0U);
  RecordWords rest_missing = whole;
  std::fill_n(rest_missing.begin() + 4, 4, 0U);

  EXPECT_EQ(log_with(readings_missing).unfinished, 1U);
  EXPECT_EQ(log_with(rest_missing).unfinished, 1U);
}

// The instructions of a stamp, carried out one by one.
TEST(WholeRecord, has_the_check_that_the_stamps_compute) {
  std::mt19937 random(11);
  for (int i = 0; i < 100; ++i) {
    RecordWords words{};
    for (std::uint32_t& word : words) word = static_cast<std::uint32_t>(random());
    const bool numbered = i % 2 == 0;
    PtxLines check(check_added(numbered));
    check.registers = {{"%plumb_word0", words[0]}, {"%plumb_word1", words[1]},
                       {"%plumb_word2", words[2]}, {"%plumb_word3", words[3]},
                       {"%plumb_i", words[4]},     {"%plumb_m", words[5]},
                       {"%plumb_block", words[6]}, {"%plumb_tag", words[7]}};
    const std::uint32_t number = numbered ? static_cast<std::uint32_t>(random() % 4096) : 0;
    check.registers["%plumb_taken"] = number + 4096 * 7;
    check.run();
    EXPECT_EQ(check.registers["%plumb_word3"], words[3] + check_of(words, number));
  }
}

// A stamp that forgets it would leave records that nobody reads.
TEST_F(Assembled, readings_that_are_stored_without_the_check_get_no_certificate) {
  InstrumentOptions options;
  for (const bool staged : {false, true}) {
    if (staged) options.staging = Staging{.warps = 8};
    std::string ptx = instrument(golden("stencil"), options).ptx;
    const std::string repacked = "mov.b64 %plumb_2, {%plumb_word2, %plumb_word3};\n";
    ASSERT_NE(ptx.find(repacked), std::string::npos);
    for (std::size_t at = ptx.find(repacked); at != std::string::npos; at = ptx.find(repacked))
      ptx.erase(at, repacked.size());
    for (const unsigned architecture : {80U, 90U}) {
      const Certification certification = certified(ptx, architecture);
      EXPECT_EQ(count_certified(certification), 0U);
      EXPECT_NE(certification.certificates.front().complaint.find("without the record's check"),
                std::string::npos)
          << certification.certificates.front().complaint;
    }
  }
}

}  // namespace
}  // namespace plumb::trace
