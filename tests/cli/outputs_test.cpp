// tests/cli/outputs_test.cpp - no output replaces a file that the command reads.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "plumb/base/json.h"
#include "tests/cli/plumb_program.h"

namespace plumb {
namespace {

using testing::HasSubstr;

class PlumbOutputsOnDevice : public PlumbOnDevice {};

TEST_F(PlumbOutputsOnDevice, an_output_that_the_command_reads_is_refused_and_kept) {
  const std::string text = R"(name = "a"
[[buffer]]
name = "x"
type = "float"
count = 4
fill = "zero"
[[pass]]
name = "p"
points = 4
kernel = "k"
[kernel.k]
file = "k.cl"
entry = "k"
global = [4]
arguments = ["x"]
)";
  const std::string kernel = "__kernel void k(__global float* x) { x[get_global_id(0)] = 1.0f; }\n";
  write_whole(folder + "/a.toml", text);
  write_whole(folder + "/k.cl", kernel);
  std::filesystem::create_symlink(folder + "/a.toml", folder + "/link.toml");

  for (const char* name : {"/a.toml", "/k.cl", "/link.toml"}) {
    const Outcome outcome = plumb({"run", folder + "/a.toml", "-o", folder + name});
    EXPECT_EQ(outcome.code, 2) << name << outcome.out;
    EXPECT_THAT(outcome.error, HasSubstr("this command reads it; name another file"));
  }
  EXPECT_EQ(
      plumb({"predict", folder + "/a.toml", "-p", "g80", "--resolve", folder + "/a.toml"}).code, 2);
  EXPECT_EQ(read_text_file(folder + "/a.toml"), text);
  EXPECT_EQ(read_text_file(folder + "/k.cl"), kernel);
}

}  // namespace
}  // namespace plumb
