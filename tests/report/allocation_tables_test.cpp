// tests/report/allocation_tables_test.cpp - what moved between two programs, as tables.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/report/allocation_tables.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/records/example_records.h"
#include "tests/report/read_back.h"

namespace plumb {
namespace {

using testing::Contains;
using testing::ElementsAre;

TEST(MoveSlotsTable, has_slots_and_what_the_host_must_set) {
  const Table table = move_slots_table(example_allocation());

  EXPECT_EQ(render(table, Format::csv),
            "program,before [slots],after [slots]\n"
            "vertex,2,6\n\"fragment, arithmetic\",13,4\n\"fragment, texture\",3,3\n");
  EXPECT_THAT(
      table.notes,
      ElementsAre("no gain: N2",
                  "the host must set c5.x of the vertex program to rcp(c3.x), c# being the "
                  "fragment program's",
                  "the host must set c6.w of the fragment program to neg(c0.y), c# being the "
                  "fragment program's",
                  "the host must also set c4 of the vertex program to c3 of the fragment program",
                  "the host must also set c6 of the fragment program to c5 of the vertex program",
                  "no cut with fewer fragment slots exists"));
}

TEST(MoveSlotsTable, claims_a_proof_only_where_there_is_one) {
  Allocation allocation = example_allocation();
  allocation.proved = false;
  EXPECT_THAT(move_slots_table(allocation).notes, Contains("a better cut may exist"));
  const auto expect = [&](const char* reason, const char* note) {
    allocation.unproved = reason;
    EXPECT_THAT(move_slots_table(allocation).notes, Contains(note));
  };
  expect("search", "the search stopped early: a better cut may exist");
  expect("layout", "no layout or code was found for some cuts: one of them may be better");
  expect("cost", "a cut with fewer fragment slots may exist; it would cost more in total");

  allocation.mode = "paper";
  EXPECT_EQ(move_slots_table(allocation).notes.size(), 5U);
}

TEST(MoveOutcomesTable, has_every_instruction_and_the_lines_that_stop_it) {
  EXPECT_EQ(render(move_outcomes_table(example_allocation()), Format::csv),
            "line,instruction,outcome,why,after line\n"
            "5,\"add r0.xy, t0, c0\",moved,\"\",\"\"\n"
            "7,\"mul r2, r2, c0.x\",C4,needs the result of an instruction that stays,6\n");
}

TEST(MoveStepsTable, counts_what_moved_up_to_each_step) {
  Allocation first = example_allocation();
  first.instructions.front().condition = "shortage";
  first.after = first.before;
  const Allocation steps[] = {first, example_allocation()};

  EXPECT_EQ(render(move_steps_table(steps), Format::csv),
            "step,V [slots],F [slots],instructions moved\n0,2,16,0\n1,6,7,1\n");
}

TEST(AllocationTables, of_a_record_read_back_are_the_same) {
  const Allocation written = example_allocation();
  const Allocation read = read_back(written, allocation_from_json);

  EXPECT_EQ(render(move_slots_table(read), Format::json),
            render(move_slots_table(written), Format::json));
  EXPECT_EQ(render(move_outcomes_table(read), Format::json),
            render(move_outcomes_table(written), Format::json));
  EXPECT_EQ(render(move_steps_table(std::span(&read, 1)), Format::json),
            render(move_steps_table(std::span(&written, 1)), Format::json));
}

}  // namespace
}  // namespace plumb
