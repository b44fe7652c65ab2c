// tests/device/program_cache_test.cpp - compiled programs are found again, and only the right ones.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/device/program_cache.h"

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <unistd.h>

#include "plumb/device/argument.h"
#include "plumb/device/opencl/latest_programs.h"
#include "tests/device/device_case.h"
#include "tests/device/each_device.h"

namespace plumb::device {
namespace {

class ProgramCache : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = (std::filesystem::temp_directory_path() /
               ("plumb_program_cache_" + std::to_string(::getpid())))
                  .string();
    std::filesystem::remove_all(folder_);
    ::setenv("XDG_CACHE_HOME", folder_.c_str(), 1);
  }
  std::string only_file() {
    std::string path;
    for (const auto& entry : std::filesystem::directory_iterator(cache_folder("test")))
      path = entry.path().string();
    return path;
  }
  std::string folder_;
};

TEST_F(ProgramCache, returns_what_was_stored_for_the_same_key_only) {
  store_binary("test", "key one", std::string("bin\0ary", 7));

  EXPECT_EQ(cached_binary("test", "key one"), std::string("bin\0ary", 7));
  EXPECT_EQ(cached_binary("test", "key two"), std::nullopt);
  EXPECT_EQ(cached_binary("other", "key one"), std::nullopt) << "another back end";
}

TEST_F(ProgramCache, a_damaged_entry_is_as_if_it_were_not_there) {
  store_binary("test", "key", "binary");
  std::ofstream(only_file()) << "plumbline 3\nkex\nother";

  EXPECT_EQ(cached_binary("test", "key"), std::nullopt);
}

TEST_F(ProgramCache, a_folder_that_cannot_be_made_is_no_error) {
  std::ofstream(folder_) << "a file where the folder should be";

  store_binary("test", "key", "binary");

  EXPECT_EQ(cached_binary("test", "key"), std::nullopt);
  std::filesystem::remove(folder_);
}

TEST(LatestPrograms, finds_by_the_whole_key_and_forgets_the_oldest) {
  opencl::LatestPrograms<int> latest;
  const auto program = std::make_shared<const int>(1);
  latest.add("first", program);

  EXPECT_EQ(latest.find("first"), program);
  EXPECT_EQ(latest.find("firs"), nullptr);
  for (std::size_t i = 0; i < opencl::LatestPrograms<int>::most; ++i) latest.add("later", nullptr);
  EXPECT_EQ(latest.find("first"), nullptr);
  EXPECT_EQ(program.use_count(), 1);
}

std::vector<std::filesystem::path> files_in(const std::string& folder) {
  std::vector<std::filesystem::path> paths;
  if (!std::filesystem::exists(folder)) return paths;
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    paths.push_back(entry.path());
  return paths;
}

class ProgramCacheOnDevice : public EachDevice {};
PLUMB_FOR_EACH_DEVICE(ProgramCacheOnDevice);

TEST_P(ProgramCacheOnDevice, a_program_builds_again_when_its_stored_binary_is_damaged) {
  const std::string folder = (std::filesystem::temp_directory_path() /
                              ("plumb_program_cache_device_" + std::to_string(::getpid())))
                                 .string();
  std::filesystem::remove_all(folder);
  ::setenv("XDG_CACHE_HOME", folder.c_str(), 1);
  const Source source{.name = "case.cl",
                      .language = Language::opencl_c,
                      .text = "__kernel void case_cached(__global int* x) { x[0] = 1; }",
                      .definitions = {}};

  device->load(source)->kernel("case_cached");
  const std::vector<std::filesystem::path> stored = files_in(cache_folder(device->info().backend));
  for (const auto& path : stored)
    std::filesystem::resize_file(path, std::filesystem::file_size(path) - 16);

  // PoCL keeps its kernels itself; no other driver's programs may be forgotten.
  const bool pocl = device->info().platform == "Portable Computing Language";
  EXPECT_EQ(stored.size(), pocl ? 0U : 1U);
  EXPECT_NE(device->load(source)->kernel("case_cached"), nullptr);
  EXPECT_NE(device->load(source)->kernel("case_cached"), nullptr) << "from the mended entry";
}

TEST_P(ProgramCacheOnDevice, a_module_outlives_another_of_the_same_source) {
  const Source source{
      .name = "case.cl",
      .language = Language::opencl_c,
      .text = "__kernel void case_set(__global uint* x, const uint v) { x[0] = v; }",
      .definitions = {}};
  auto first = device->load(source);
  const auto second = device->load(source);
  first.reset();
  const auto kernel = second->kernel("case_set");
  const auto buffer = device->allocate(Bytes{4});
  const auto queue = device->queue();

  queue->launch(*kernel, {}, std::vector<Argument>{buffer.get(), scalar(std::uint32_t{7})});

  EXPECT_EQ(values(*queue, *buffer).front(), 7U);
}

}  // namespace
}  // namespace plumb::device
