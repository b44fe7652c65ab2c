// tests/study/crash_record_test.cpp - what a signal handler finds ready.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/study/crash_record.h"

#include <filesystem>
#include <memory>
#include <optional>

#include <gtest/gtest.h>
#include <unistd.h>

#include "plumb/base/json.h"

namespace plumb::study {
namespace {

class CrashRecordTest : public testing::Test {
 protected:
  void SetUp() override { std::filesystem::create_directories(folder); }
  void TearDown() override { std::filesystem::remove_all(folder); }

  std::string folder = (std::filesystem::temp_directory_path() /
                        ("plumb_crash_record_" + std::to_string(::getpid())))
                           .string();
};

TEST_F(CrashRecordTest, is_written_whole_and_leaves_nothing_else) {
  const std::string path = folder + "/result.json";
  write_whole(path, "older, and longer than what follows");
  const CrashRecord record({.path = path, .record = "{}\n", .shown = ""});

  EXPECT_STREQ(write_crash_record(), path.c_str());

  EXPECT_EQ(read_text_file(path), "{}\n");
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder), {}), 1);
}

TEST_F(CrashRecordTest, is_written_through_a_link_and_into_a_device) {
  const std::string file = folder + "/file.json";
  const std::string link = folder + "/link.json";
  const std::string device = folder + "/device";
  write_whole(file, "before");
  std::filesystem::create_symlink(file, link);
  std::filesystem::create_symlink("/dev/null", device);
  {
    const CrashRecord record({.path = link, .record = "{}\n", .shown = ""});
    ASSERT_NE(write_crash_record(), nullptr);
  }
  EXPECT_TRUE(std::filesystem::is_symlink(link));
  EXPECT_EQ(read_text_file(file), "{}\n");

  const CrashRecord record({.path = device, .record = "{}\n", .shown = ""});
  ASSERT_NE(write_crash_record(), nullptr);
  EXPECT_TRUE(std::filesystem::is_symlink(device));
  EXPECT_TRUE(std::filesystem::is_character_file(device));
}

TEST_F(CrashRecordTest, is_ready_only_as_long_as_it_lives) {
  const std::string path = folder + "/result.json";
  EXPECT_EQ(write_crash_record(), nullptr);
  {
    const CrashRecord record({.path = path, .record = std::string(100000, 'x'), .shown = ""});
    EXPECT_NE(write_crash_record(), nullptr);
  }

  EXPECT_EQ(write_crash_record(), nullptr);
  EXPECT_EQ(std::filesystem::file_size(path), 100000U);
}

TEST_F(CrashRecordTest, is_printed_where_it_has_something_to_show) {
  EXPECT_FALSE(crash_record_has_points()) << "nothing is ready";
  EXPECT_FALSE(crash_record_shows_points());
  {
    const CrashRecord record({.path = "", .record = "", .shown = "a table\n"});
    testing::internal::CaptureStdout();
    print_crash_record();
    EXPECT_EQ(testing::internal::GetCapturedStdout(), "a table\n");
    EXPECT_TRUE(crash_record_shows_points());
    EXPECT_EQ(write_crash_record(), nullptr) << "no file was asked for";
  }
  const CrashRecord quiet({.path = "", .record = "", .shown = ""});
  EXPECT_TRUE(crash_record_has_points());
  EXPECT_FALSE(crash_record_shows_points());
}

TEST_F(CrashRecordTest, a_later_one_takes_the_place_of_an_earlier_one) {
  auto earlier = std::make_unique<CrashRecord>(
      CrashTexts{.path = folder + "/x.json", .record = "{}\n", .shown = "", .finished = false});
  const CrashRecord later({.path = "", .record = "", .shown = "a table\n"});
  earlier.reset();

  EXPECT_TRUE(crash_record_shows_points());
  EXPECT_EQ(write_crash_record(), nullptr);
}

TEST_F(CrashRecordTest, for_a_folder_that_is_not_there_is_not_written) {
  const CrashRecord record({.path = folder + "/no/result.json", .record = "{}\n", .shown = ""});

  EXPECT_EQ(write_crash_record(), nullptr);
}

}  // namespace
}  // namespace plumb::study
