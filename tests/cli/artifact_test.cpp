// tests/cli/artifact_test.cpp - plumb artifact from a measurement to its repetition.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/cli/plumb_program.h"

namespace plumb {
namespace {

using testing::AnyOf;
using testing::HasSubstr;

class PlumbArtifact : public PlumbOnDevice {
 protected:
  std::string measured() {
    const std::string file = folder + "/stream.json";
    const Outcome outcome =
        plumb({"run", "stream", "--elements", "1Ki", "--operation", "copy", "--min-time", "0s",
               "--min-samples", "6", "--max-samples", "6", "--max-noise", "100", "-q", "-o", file});
    EXPECT_EQ(outcome.code, 0) << outcome.error;
    return file;
  }
};

TEST_F(PlumbArtifact, runs_its_commands_again) {
  const std::string place = folder + "/art";
  const Outcome created = plumb({"artifact", "create", place, measured()});
  ASSERT_EQ(created.code, 0) << created.error;
  EXPECT_THAT(created.out, HasSubstr("records 1"));

  const Outcome verified = plumb({"artifact", "verify", place});

  EXPECT_THAT(verified.code, AnyOf(0, 1)) << verified.error;  // a busy machine may differ
  EXPECT_THAT(verified.out,
              AnyOf(HasSubstr("same"), HasSubstr("ambiguous"), HasSubstr("different")));
  EXPECT_THAT(verified.out, HasSubstr("plumb run stream"));
}

TEST_F(PlumbArtifact, keeps_the_kernels_of_an_application) {
  std::filesystem::create_directories(folder + "/kernels");
  write_whole(
      folder + "/kernels/one.cl",
      "#include \"kernels/value.h\"\n__kernel void one(__global float* x) { x[0] = VALUE; }\n");
  write_whole(folder + "/kernels/value.h", "#define VALUE 1\n");
  write_whole(folder + "/one.toml",
              "name = \"one\"\n[[buffer]]\nname = \"x\"\ntype = \"float\"\ncount = 4\n"
              "[[pass]]\nname = \"go\"\npoints = 1\nreferences = 1\nbytes = 4\nkernel = \"go\"\n"
              "[kernel.go]\nfile = \"kernels/one.cl\"\nentry = \"one\"\nglobal = [1]\n"
              "arguments = [\"x\"]\n");
  const std::filesystem::path before = std::filesystem::current_path();
  std::filesystem::current_path(folder);

  const Outcome ran = plumb({"run", "one.toml", "--min-time", "0s", "--min-samples", "2",
                             "--max-samples", "2", "--max-noise", "100", "-q", "-o", "one.json"});
  const Outcome created = plumb({"artifact", "create", "art", "one.json"});
  std::filesystem::current_path(before);

  if (ran.error.find("muParser") != std::string::npos) GTEST_SKIP() << "built without muParser";
  ASSERT_EQ(ran.code, 0) << ran.error;
  ASSERT_EQ(created.code, 0) << created.error;
  EXPECT_TRUE(std::filesystem::exists(folder + "/art/inputs/kernels/one.cl"));
  EXPECT_TRUE(std::filesystem::exists(folder + "/art/inputs/one.toml"));
  EXPECT_THAT(created.error, HasSubstr("one.cl' includes other files"));
}

TEST_F(PlumbArtifact, names_the_changed_file_in_one_line) {
  const std::string place = folder + "/art";
  ASSERT_EQ(plumb({"artifact", "create", place, measured(), "-q"}).code, 0);
  write_whole(place + "/records/stream.json", "{}");

  const Outcome verified = plumb({"artifact", "verify", place});

  EXPECT_EQ(verified.code, 1);
  EXPECT_EQ(verified.error, place + ": records/stream.json: changed\n");
}

TEST_F(PlumbArtifact, says_that_verifying_was_interrupted) {
  const std::string place = folder + "/art";
  ASSERT_EQ(plumb({"artifact", "create", place, measured(), "-q"}).code, 0);

  const Outcome outcome = interrupt_once_caught(start({"artifact", "verify", place}));

  EXPECT_EQ(outcome.code, 130);
  EXPECT_THAT(outcome.error, HasSubstr("interrupted: 0 of the records were verified"));
}

TEST_F(PlumbArtifact, refuses_wrong_words_in_one_line) {
  EXPECT_EQ(plumb({"artifact"}).code, 2);
  EXPECT_EQ(plumb({"artifact", "make"}).code, 2);
  EXPECT_EQ(plumb({"artifact", "create", folder + "/art"}).code, 2);
  EXPECT_EQ(plumb({"artifact", "create", folder + "/art", "absent.json"}).code, 2);
  EXPECT_EQ(plumb({"artifact", "verify", folder}).code, 2);
  const Outcome unwritable = plumb({"artifact", "create", "/proc/art", measured()});
  EXPECT_EQ(unwritable.code, 1);
  EXPECT_THAT(unwritable.error, HasSubstr("writing the folder '/proc/art'"));
}

}  // namespace
}  // namespace plumb
