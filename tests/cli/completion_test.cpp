// tests/cli/completion_test.cpp - plumb completion knows what the commands declare.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/cli/plumb_program.h"

namespace plumb {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

class PlumbCompletion : public PlumbProgram {};

TEST_F(PlumbCompletion, has_the_options_of_commands_parts_and_workloads) {
  for (const char* shell : {"bash", "zsh"}) {
    const Outcome outcome = plumb({"completion", shell});

    EXPECT_EQ(outcome.code, 0) << outcome.error;
    EXPECT_EQ(outcome.error, "");
    EXPECT_THAT(outcome.out, HasSubstr("--checksums-only")) << shell;
    EXPECT_THAT(outcome.out, HasSubstr("'trace instrument'")) << shell;
    EXPECT_THAT(outcome.out, HasSubstr("'run stream'")) << shell;
    EXPECT_THAT(outcome.out, HasSubstr("--elements")) << shell;
    EXPECT_THAT(outcome.out, HasSubstr("--fail-on")) << shell;
  }
  EXPECT_THAT(plumb({"completion", "zsh"}).out, StartsWith("#compdef plumb\n"));
}

TEST_F(PlumbCompletion, refuses_an_unknown_shell_in_one_line) {
  const Outcome outcome = plumb({"completion", "csh"});

  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.error, StartsWith("error: unknown shell 'csh'; known are bash, zsh"));
  EXPECT_EQ(outcome.out, "");
  EXPECT_EQ(plumb({"completion"}).code, 2);
  EXPECT_EQ(plumb({"run", "--list-options"}).code, 2);
}

}  // namespace
}  // namespace plumb
