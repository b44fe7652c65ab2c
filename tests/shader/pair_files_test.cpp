// tests/shader/pair_files_test.cpp - pairs from files, allocations into a folder and back.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/shader/pair_files.h"

#include <filesystem>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include "plumb/base/json.h"
#include "plumb/shader/language/print.h"
#include "tests/records/refusal.h"

namespace plumb::shader {
namespace {

using testing::HasSubstr;

const std::string programs = std::string(PLUMB_SOURCE_DIR) + "/docs/shaders/ikeda2005/";
const std::string files = programs + "figure2.vs.asm," + programs + "figure3.ps.asm";

class PairFiles : public testing::Test {
 protected:
  void SetUp() override {
    folder = testing::TempDir() + "pair_files_" + std::to_string(::getpid());
    std::filesystem::remove_all(folder);
    std::filesystem::create_directories(folder);
  }
  void TearDown() override { std::filesystem::remove_all(folder); }

  std::string folder;
};

TEST_F(PairFiles, an_allocation_is_written_as_the_pair_that_is_read_back) {
  const CheckedPair given = read_pair(files);
  const MoveResult moved = move_work(given.pair, MoveMode::optimal, {.host_table = true});
  const Allocation allocation = allocation_of(MoveMode::optimal, given.pair, moved, {});

  write_allocation(folder + "/new", allocation, moved);
  const CheckedPair read = read_pair(folder + "/new");

  EXPECT_EQ(print_shader(read.pair.vertex), print_shader(moved.pair.vertex));
  EXPECT_EQ(print_shader(read.pair.fragment), print_shader(moved.pair.fragment));
  ASSERT_EQ(read.copies.size(), moved.copies.size());
  ASSERT_EQ(read.host.size(), moved.host.size());
  ASSERT_FALSE(read.host.empty());
  EXPECT_EQ(read.host[0].index, moved.host[0].index);
  EXPECT_EQ(read.host[0].component, moved.host[0].component);
  EXPECT_EQ(print(read.host[0].value), print(moved.host[0].value));
}

TEST_F(PairFiles, a_folder_without_constants_has_none_to_set) {
  const Pair pair = read_pair(files).pair;
  write_whole(folder + "/vs.asm", print_shader(pair.vertex));
  write_whole(folder + "/ps.asm", print_shader(pair.fragment));

  const CheckedPair read = read_pair(folder);

  EXPECT_TRUE(read.copies.empty());
  EXPECT_TRUE(read.host.empty());
  EXPECT_EQ(read.pair.fragment.instructions.size(), pair.fragment.instructions.size());
}

TEST_F(PairFiles, an_allocation_names_what_moved_and_the_lines_that_stop_the_rest) {
  const Pair pair = read_pair(files).pair;
  const MoveResult moved = move_work(pair, MoveMode::paper, {});
  Provenance provenance;
  provenance.version = "1.2";

  const Allocation allocation = allocation_of(MoveMode::paper, pair, moved, provenance);

  EXPECT_EQ(allocation.provenance.version, "1.2");
  EXPECT_EQ(allocation.mode, "paper");
  EXPECT_FALSE(allocation.proved);  // the paper's method proves nothing
  EXPECT_EQ(allocation.before.vertex, 2U);
  EXPECT_EQ(allocation.after.arithmetic, 4U);
  EXPECT_EQ(allocation.instructions.at(0).text, "mov r0.z, t0.y");
  EXPECT_EQ(allocation.instructions.at(0).condition, "moved");
  EXPECT_EQ(allocation.instructions.at(9).condition, "C1");
}

TEST_F(PairFiles, what_is_neither_two_files_nor_a_folder_is_refused) {
  EXPECT_THAT(refusal([&] { return read_pair(folder + "/none"); }),
              HasSubstr("is not a folder; name a folder with vs.asm and ps.asm, or write VS,PS"));
}

TEST(MoveMode, chooses_the_steps_that_lead_to_its_own_move) {
  const Pair pair = read_pair(programs + "quad.vs.asm," + programs + "convolution_1d.ps.asm").pair;
  std::vector<int> fragment_slots;
  for (const MoveMode mode : {MoveMode::paper, MoveMode::optimal}) {
    const std::vector<MoveResult> steps = move_in_steps(pair, mode, {});

    EXPECT_EQ(print_shader(steps.back().pair.fragment),
              print_shader(move_work(pair, mode, {}).pair.fragment));
    EXPECT_EQ(count_slots(steps.front().pair.fragment).total(), 63);
    fragment_slots.push_back(count_slots(steps.back().pair.fragment).total());
  }
  EXPECT_THAT(fragment_slots, testing::ElementsAre(44, 32));
}

TEST(MoveMode, has_a_name_that_leads_back_to_it) {
  for (const MoveMode mode : {MoveMode::paper, MoveMode::optimal}) {
    EXPECT_EQ(mode_from_name(name_of(mode)), mode);
  }
  EXPECT_EQ(refusal([] { return mode_from_name("best"); }),
            "unknown mode 'best'; known are paper, optimal");
}

}  // namespace
}  // namespace plumb::shader
