// tests/artifact/application_files_test.cpp - an artifact finds what its application files read.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/artifact/application_files.h"

#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include "plumb/base/error.h"
#include "plumb/base/json.h"

namespace plumb::artifact {
namespace {

class ApplicationFiles : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = std::filesystem::temp_directory_path() /
              ("plumb_application_files_" + std::to_string(::getpid()));
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  // A path from the current folder, as commands of records have it.
  [[nodiscard]] std::string written(const std::string& name, const std::string& text) const {
    write_whole(folder_ / name, text);
    return std::filesystem::relative(folder_ / name);
  }

  // What is found for a record that was measured by `plumb run <application>`.
  [[nodiscard]] std::vector<std::string> found_for(const std::string& application) const {
    const std::string stored = PLUMB_SOURCE_DIR "/results/stream-h200-cuda.json";
    Json record = parse_json(read_text_file(stored), stored);
    record["provenance"]["command"] = "plumb run '" + application + "' -o out.json";
    return files_of_applications({written("record.json", to_text(record))});
  }

 private:
  std::filesystem::path folder_;
};

TEST_F(ApplicationFiles, are_the_file_and_its_kernels) {
  const std::string kernel =
      written("one.cl", "__kernel void one(__global int* x) { x[get_global_id(0)] = 1; }\n");
  const std::string application = written(
      "one.toml",
      "name = \"one\"\n[[buffer]]\nname = \"x\"\ntype = \"int\"\ncount = 4\n[[pass]]\nname = "
      "\"one\"\npoints = 4\nreferences = 1\nbytes = 4\nkernel = \"one\"\n[kernel.one]\nfile = "
      "\"one.cl\"\nentry = \"one\"\nglobal = [4]\narguments = [\"x\"]\n");

  EXPECT_THAT(found_for(application), testing::IsSupersetOf({application, kernel}));
}

TEST_F(ApplicationFiles, of_a_workload_an_absolute_path_and_a_file_that_is_gone_are_none) {
  const std::string application = written("one.toml", "name = \"one\"\n");

  EXPECT_THAT(found_for("stream"), testing::IsEmpty());
  EXPECT_THAT(found_for(std::filesystem::absolute(application)), testing::IsEmpty());
  EXPECT_THAT(found_for("gone.toml"), testing::IsEmpty());
}

TEST_F(ApplicationFiles, of_a_file_that_cannot_be_read_are_refused_by_its_name) {
  const std::string application = written("one.toml", "name = \n");

  try {
    (void)found_for(application);
    FAIL() << "it was read";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::input);
    EXPECT_THAT(explain(error), testing::HasSubstr("looking for the files of '" + application));
  }
}

}  // namespace
}  // namespace plumb::artifact
