// tests/trace/certify/record_test.cpp - readings are followed into their record around code that is
// not carried out on the way.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "plumb/trace/certify/prove_record.h"

namespace plumb::trace {
namespace {

// What an assembler for sm_75 makes of a stamp in a loop whose lanes diverge: those that keep no
// record vote, in a register of the first reading, and go back. The others branch around that.
class Record : public testing::Test {
 protected:
  static constexpr std::size_t vote = 3;
  static constexpr std::size_t back = 4;
  static constexpr std::size_t store = 7;

  Record() {
    code_.function = &function_;
    add(Operation::clock, "CS2R", 4, 2);
    add(Operation::clock, "CS2R", 6, 2);
    add(Operation::branch, "BRA").guard = 0;
    add(Operation::plain, "VOTE", 4, 1);
    add(Operation::branch, "BRA").leaves = true;
    Instruction& check = add(Operation::plain, "IMAD", 7, 1);
    check.a = 15;
    check.c = 7;
    add(Operation::plain, "IMAD", 20, 2).immediate =
        static_cast<std::uint32_t>(slot_bytes(layout_));
    add_store(4, 0);
    add_store(8, 16);
    code_.jumps = {{2, 5}, {4, 0}};
    function_.stamp_lines.assign(code_.instructions.size(), 0);
  }

  [[nodiscard]] std::string complaint() const {
    return prove_record(code_, stamp_, layout_, 0, 1).complaint;
  }

  LogLayout layout_;
  Stamp stamp_;
  MachineFunction function_;
  FunctionCode code_;

 private:
  Instruction& add(Operation operation, std::string_view name,
                   std::uint8_t destination = no_register, unsigned written = 0) {
    Instruction& added = code_.instructions.emplace_back();
    added.operation = operation;
    added.name = name;
    added.destination = destination;
    added.written = written;
    return added;
  }
  void add_store(std::uint8_t from, std::int32_t behind) {
    Instruction& added = add(Operation::store, "STG");
    added.opcode = 0x386;
    added.a = 20;
    added.b = from;
    added.bytes = 16;
    added.offset = static_cast<std::int32_t>(records_offset(layout_)) + behind;
  }
};

TEST_F(Record, keeps_its_readings_around_code_that_never_comes_to_it) {
  EXPECT_EQ(complaint(), "");
}

TEST_F(Record, has_lost_a_reading_where_that_code_goes_on_to_it) {
  code_.instructions[back].leaves = false;
  EXPECT_EQ(complaint(), "a store keeps only one of the readings");
}

TEST_F(Record, has_lost_a_reading_where_a_second_branch_comes_from_that_code) {
  code_.jumps.push_back({vote, 5});
  EXPECT_EQ(complaint(), "a store keeps only one of the readings");
}

TEST_F(Record, is_doubted_where_branches_are_not_known) {
  code_.unknown_jumps = true;
  EXPECT_EQ(complaint(), "a store keeps only one of the readings");
}

TEST_F(Record, is_doubted_where_lanes_that_wait_for_each_other_go_on_to_it) {
  code_.instructions[vote].name = "BSSY";
  code_.instructions[vote].target = 1;
  EXPECT_EQ(complaint(), "a store keeps only one of the readings");
}

TEST_F(Record, is_not_certified_with_another_value_in_place_of_a_reading) {
  code_.instructions[store].b = 10;
  EXPECT_EQ(complaint(), "no store keeps the first reading, then the second");
}

}  // namespace
}  // namespace plumb::trace
