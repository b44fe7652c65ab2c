// tests/trace/rooms_test.cpp - no circle among the rooms of the module: collect -> stamp ->
// certify.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <filesystem>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "plumb/base/json.h"

namespace plumb::trace {
namespace {

// The files of a room that include one of `others`.
std::vector<std::string> includers(const std::string& room,
                                   const std::vector<std::string>& others) {
  std::vector<std::string> found;
  for (const auto& entry :
       std::filesystem::directory_iterator(PLUMB_SOURCE_DIR "/plumb/trace/" + room)) {
    if (!entry.is_regular_file()) continue;
    const std::string text = read_text_file(entry.path());
    for (const std::string& other : others) {
      if (text.find("#include \"plumb/trace/" + other + "/") != std::string::npos)
        found.push_back(entry.path().filename().string() + " -> " + other);
    }
  }
  return found;
}

TEST(TraceRooms, certify_knows_no_other_room_and_stamp_does_not_know_collect) {
  EXPECT_THAT(includers("certify", {"stamp", "collect"}), testing::IsEmpty());
  EXPECT_THAT(includers("stamp", {"collect"}), testing::IsEmpty());
  EXPECT_THAT(includers("export", {"certify", "stamp", "collect"}), testing::IsEmpty());
  EXPECT_THAT(includers(".", {"certify", "stamp", "collect", "export"}), testing::IsEmpty());
}

// So that the search itself is seen to find something.
TEST(TraceRooms, stamp_stands_on_certify_and_collect_on_stamp) {
  EXPECT_THAT(includers("stamp", {"certify"}), testing::Contains("prepared_module.h -> certify"));
  EXPECT_THAT(includers("collect", {"stamp"}), testing::Contains("collect.h -> stamp"));
}

}  // namespace
}  // namespace plumb::trace
