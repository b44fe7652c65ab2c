// tests/device/user_folder_test.cpp - which folder the environment names.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/device/user_folder.h"

#include <cstdlib>
#include <optional>

#include <gtest/gtest.h>

namespace plumb::device {
namespace {

class UserFolder : public testing::Test {
 protected:
  void SetUp() override {
    if (const char* home = std::getenv("HOME")) home_before_ = home;
  }
  void TearDown() override {
    ::unsetenv("PLUMB_TEST_HOME");
    if (home_before_) {
      ::setenv("HOME", home_before_->c_str(), 1);
    } else {
      ::unsetenv("HOME");
    }
  }
  std::optional<std::string> home_before_;
};

TEST_F(UserFolder, the_variable_comes_before_the_home) {
  ::setenv("HOME", "/somewhere/anna", 1);
  ::setenv("PLUMB_TEST_HOME", "/somewhere", 1);

  EXPECT_EQ(user_folder("PLUMB_TEST_HOME", ".cache"), "/somewhere/plumbline");
}

TEST_F(UserFolder, what_is_not_an_absolute_path_is_ignored) {
  ::setenv("HOME", "/somewhere/anna", 1);
  for (const char* ignored : {"", "relative/path"}) {
    ::setenv("PLUMB_TEST_HOME", ignored, 1);

    EXPECT_EQ(user_folder("PLUMB_TEST_HOME", ".cache"), "/somewhere/anna/.cache/plumbline")
        << ignored;
  }
}

TEST_F(UserFolder, is_empty_without_a_home) {
  ::setenv("HOME", "relative", 1);
  EXPECT_EQ(user_folder("PLUMB_TEST_HOME", ".cache"), "");
  ::unsetenv("HOME");
  EXPECT_EQ(user_folder("PLUMB_TEST_HOME", ".cache"), "");
}

}  // namespace
}  // namespace plumb::device
