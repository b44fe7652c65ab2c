// tests/study/checks_of_files_test.cpp - the best check interval of a file, where it is searched.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <filesystem>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "plumb/base/json.h"
#include "plumb/study/profiles.h"
#include "plumb/study/program_source.h"

namespace plumb::study {
namespace {

// A solver behind so many different passes.
std::vector<BestCheck> checks_behind(std::size_t passes, int check_every, int limit) {
  const std::string path =
      (std::filesystem::temp_directory_path() / fmt::format("plumb_checks_{}.toml", ::getpid()))
          .string();
  write_whole(path, fmt::format("name = 'app'\n"
                                "[[buffer]]\nname = 'x'\ntype = 'float'\ncount = 1\n"
                                "[[pass]]\nname = 'prepare'\nover = ['u = 1 .. {}']\npoints = 'u'\n"
                                "[loop.solve]\nuntil = 'x[0] < 1'\nexpected = 100\n"
                                "check_every = {}\nlimit = {}\n"
                                "[[pass]]\nname = 'sweep'\nloop = 'solve'\npoints = 1000000\n"
                                "bytes = 4\n",
                                passes, check_every, limit));
  ProgramSource source(path, DeviceTraits{.kind = DeviceKind::gpu});
  std::filesystem::remove(path);
  return source.best_checks(find_profile("h200-cuda"), {}, {});
}

TEST(ChecksOfFiles, are_searched_where_that_takes_no_time_to_speak_of) {
  EXPECT_EQ(checks_behind(100, 1, 1000).size(), 1U);
  EXPECT_TRUE(checks_behind(20000, 1, 1000).empty());
  EXPECT_TRUE(checks_behind((1U << 17U) + 1, 1, 1000).empty()) << "no program is made of it";
}

TEST(ChecksOfFiles, one_beyond_the_limit_stands_at_the_limit) {
  const std::vector<BestCheck> beyond = checks_behind(1, 1000000, 100);
  const std::vector<BestCheck> at_limit = checks_behind(1, 100, 100);

  ASSERT_EQ(beyond.size(), 1U);
  EXPECT_EQ(beyond[0].every, at_limit.at(0).every);
  EXPECT_EQ(beyond[0].time_as_it_stands, at_limit[0].time_as_it_stands);
}

}  // namespace
}  // namespace plumb::study
