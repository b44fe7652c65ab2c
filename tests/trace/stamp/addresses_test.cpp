// tests/trace/stamp/addresses_test.cpp - records with the address of every lane: certified, and
// whole or absent.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <regex>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "plumb/trace/collect/add_records.h"
#include "plumb/trace/collect/log.h"
#include "plumb/trace/stamp/address_text.h"
#include "tests/trace/assembled.h"
#include "tests/trace/collect/sealed.h"

namespace plumb::trace {
namespace {

InstrumentOptions with_addresses() {
  InstrumentOptions options;
  options.layout.addresses = true;
  options.layout.slots = 32;
  return options;
}

TEST_F(Assembled, stamps_with_addresses_are_certified) {
  for (const std::string& name : golden_names()) {
    InstrumentOptions options = with_addresses();
    const Instrumented made = instrument(golden(name), options);
    for (const unsigned architecture : {75U, 80U, 90U, 120U}) {
      if (knows(architecture)) expect_all_certified(certified(made.ptx, architecture), name);
    }
    options.sampling = bounded_cost;
    options.sampling.window = true;
    expect_all_certified(certified(instrument(golden(name), options).ptx, 90), name + " drawn");
  }
}

// Another store of the stamp is not taken for that of an address: elsewhere, of another width, or
// in a log without addresses.
TEST_F(Assembled, a_store_that_only_looks_like_that_of_an_address_gets_no_certificate) {
  const std::string ptx = instrument(golden("stencil"), with_addresses()).ptx;
  const std::string diverted =
      std::regex_replace(ptx, std::regex("\nst\\.global\\.v2\\.u64 "),
                         "\nadd.u64 %plumb_a, %plumb_a, 96;\nst.global.v2.u64 ");
  ASSERT_NE(diverted, ptx);
  for (const unsigned architecture : {80U, 90U})
    EXPECT_EQ(count_certified(certified(diverted, architecture)), 0U) << architecture;
  const std::regex store("st\\.global\\.u64 (\\[%plumb_u\\+(\\d+)\\]), %plumb_at;\n");
  ASSERT_TRUE(std::regex_search(ptx, store));
  for (const char* with :
       {"st.global.u64 [%plumb_u+8], %plumb_at;\n",
        "st.global.v2.u64 $1, {%plumb_at, %plumb_at};\n", "st.global.u32 $1, %plumb_number;\n",
        "st.global.u64 $1, %plumb_at;\nst.global.u64 [%plumb_a+32], %plumb_at;\n"}) {
    const std::string planted = std::regex_replace(ptx, store, with);
    for (const unsigned architecture : {80U, 90U})
      EXPECT_EQ(count_certified(certified(planted, architecture)), 0U) << with;
  }
}

TEST(Addresses, are_taken_before_the_access_can_overwrite_them) {
  const std::string text = instrument(golden("stencil"), with_addresses()).ptx;
  const std::size_t taken = text.find("%plumb_at, %rd");
  ASSERT_NE(taken, std::string::npos);
  EXPECT_LT(taken, text.find("mov.u64 %plumb_1, %clock64;"));
}

TEST(Addresses, are_not_kept_in_shared_memory) {
  InstrumentOptions options = with_addresses();
  options.staging = Staging{.warps = 8};
  EXPECT_THROW((void)instrument(golden("stencil"), options), Error);
}

// One place, one slot, which lanes 0, 1 and 4 wrote as record number 0x345.
struct Slot {
  RecordWords words = {100, 0, 700, 0, 8, 0b10011, 77, 5};
  LaneAddresses addresses{};
  std::uint64_t number = 0x345;
  Slot() {
    words[3] += check_of(words, static_cast<std::uint32_t>(number));
    for (const std::size_t lane : {0U, 1U, 4U})
      addresses[lane] = number << address_bits | (4096 + 4 * lane);
  }
  [[nodiscard]] Log log() const {
    const LogLayout layout{.processors = 1, .warps = 1, .slots = 1, .addresses = true};
    std::vector<std::byte> bytes(size_of(layout).count);
    const std::uint32_t tried = 1;
    std::memcpy(bytes.data(), &tried, sizeof tried);
    std::memcpy(bytes.data() + records_offset(layout), words.data(), record_bytes);
    std::memcpy(bytes.data() + addresses_offset(layout), addresses.data(), sizeof addresses);
    return read_log(bytes, layout);
  }
};

TEST(Addresses, come_with_their_record) {
  Slot slot;
  slot.addresses[7] = 0x999ULL << address_bits;  // of a lane that took no part, of another record
  const Log log = slot.log();

  ASSERT_EQ(log.records.size(), 1U);
  ASSERT_EQ(log.addresses.size(), 1U);
  EXPECT_EQ(log.addresses[0][1], 4100U);
  EXPECT_EQ(log.addresses[0][4], 4112U);
  EXPECT_EQ(log.addresses[0][7], 0U);
}

TEST(Addresses, of_another_record_make_it_unfinished) {
  Slot one_lane;
  one_lane.addresses[4] += 1ULL << address_bits;
  Slot all_lanes;
  for (const std::size_t lane : {0U, 1U, 4U}) all_lanes.addresses[lane] += 1ULL << address_bits;
  Slot no_lane;
  no_lane.words[5] = 0;

  for (const Slot& slot : {one_lane, all_lanes, no_lane}) {
    EXPECT_TRUE(slot.log().records.empty());
    EXPECT_EQ(slot.log().unfinished, 1U);
  }
}

TEST(Addresses, give_sectors_and_the_most_frequent_stride) {
  std::vector<Certificate> certificates(1);
  certificates[0].stamp = {.id = 3,
                           .kernel = {},
                           .space = MemorySpace::global,
                           .opcode = "ld.global.v2.f32",
                           .source = {}};
  Log log;
  for (const std::uint64_t stride : {8U, 8U, 64U}) {
    log.records.push_back({.first = 1, .second = 9, .stamp = 3, .lanes = ~0U});
    LaneAddresses addresses{};
    for (std::uint64_t lane = 0; lane < most_lanes; ++lane) addresses[lane] = 4096 + stride * lane;
    log.addresses.push_back(addresses);
  }
  log.records.push_back(log.records.back());
  log.addresses.push_back(log.addresses.back());
  log.addresses.back()[5] += 4096;
  TracedPoint point;

  add_records(log, "blur.cl#0", certificates, point);

  ASSERT_TRUE(point.stamps[0].addresses);
  const AddressFigures& figures = *point.stamps[0].addresses;
  EXPECT_EQ(figures.records, 4U);
  EXPECT_EQ(figures.sectors, (8 + 8 + 32 + 32) / 4.0);
  EXPECT_EQ(figures.fewest, 8);
  EXPECT_EQ(figures.on_a_line, 0.75);
  EXPECT_EQ(figures.stride, 8);
}

}  // namespace
}  // namespace plumb::trace
