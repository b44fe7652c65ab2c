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

TEST_F(PlumbOutputsOnDevice, a_profile_of_the_users_folder_is_not_replaced) {
  const std::string profiles = folder + "/plumbline/profiles";
  const std::string path = profiles + "/mine.json";
  std::filesystem::create_directories(profiles);
  std::filesystem::copy_file(PLUMB_SOURCE_DIR "/profiles/g80.json", path);
  const std::string before = read_text_file(path);
  const std::vector<std::string> here{"XDG_DATA_HOME=" + folder};

  EXPECT_EQ(plumb({"predict", "stream", "-p", "mine", "-o", path}, here).code, 2);
  EXPECT_EQ(plumb({"run", "stream", "--elements", "1003", "--predict", "-o", path}, here).code, 2);
  EXPECT_EQ(read_text_file(path), before);
  // The name of a profile that comes with the program is not a file.
  for (int time = 0; time < 2; ++time)
    EXPECT_EQ(plumb({"predict", "stream", "-p", "g80", "-o", folder + "/g80"}, here).code, 0);
}

TEST_F(PlumbOutputsOnDevice, a_numbered_output_does_not_replace_the_input) {
  const std::string input = folder + "/x.0.ptx";
  std::filesystem::copy_file(PLUMB_SOURCE_DIR "/tests/golden/trace/stencil.ptx", input);
  const std::string before = read_text_file(input);

  EXPECT_EQ(plumb({"trace", "instrument", input, "-o", folder + "/x.ptx", "--rotate", "-q"}).code,
            2);
  EXPECT_EQ(read_text_file(input), before);
}

}  // namespace
}  // namespace plumb
