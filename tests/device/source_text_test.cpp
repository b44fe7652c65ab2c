// tests/device/source_text_test.cpp - the text that compilers see, and what it depends on.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/device/source_text.h"

#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>
#include <unistd.h>

#include "tests/device/device_case.h"
#include "tests/device/each_device.h"

namespace plumb::device {
namespace {

TEST(SourceText, an_include_is_seen_wherever_its_words_stand) {
  EXPECT_TRUE(includes_files("#include \"a.h\"\n"));
  EXPECT_TRUE(includes_files("int x;\n  #\t include <a.h>\n"));
  EXPECT_FALSE(includes_files("#define included 1\n#if 0\n#endif\n"));
  EXPECT_FALSE(includes_files("#"));
  EXPECT_FALSE(includes_files(""));
}

class IncludedFile : public EachDevice {
 protected:
  void SetUp() override {
    EachDevice::SetUp();
    if (!device) return;
    folder =
        std::filesystem::temp_directory_path() / ("plumb-included-" + std::to_string(::getpid()));
    std::filesystem::create_directories(folder);
  }
  void TearDown() override {
    if (!folder.empty()) std::filesystem::remove_all(folder);
  }

  std::uint32_t value_after(const char* header) {
    std::ofstream(folder / "value.h") << header;
    const auto module = device->load(
        source("#include \"" + (folder / "value.h").string() +
               "\"\n__kernel void k(__global uint* x) { x[0] = (uint2)(VALUE, 1).x; }\n"));
    const auto queue = device->queue();
    const auto buffer = zeros(*device, *queue, 1);
    queue->launch(*module->kernel("k"), items(1, 1), std::vector<Argument>{buffer.get()});
    return values(*queue, *buffer).front();
  }

  std::filesystem::path folder;
};
PLUMB_FOR_EACH_DEVICE(IncludedFile);

TEST_P(IncludedFile, that_has_changed_is_read_again) {
  EXPECT_EQ(value_after("#define VALUE 3u\n"), 3U);
  EXPECT_EQ(value_after("#define VALUE 4u\n"), 4U);
}

TEST_P(IncludedFile, beside_the_source_is_found_by_its_name) {
  std::ofstream(folder / "beside.h") << "#define VALUE 5u\n";
  const auto module = device->load(
      {.name = (folder / "k.cl").string(),
       .language = Language::opencl_c,
       .text = "#include \"beside.h\"\n__kernel void k(__global uint* x) { x[0] = VALUE; }\n",
       .definitions = {}});
  const auto queue = device->queue();
  const auto buffer = zeros(*device, *queue, 1);
  queue->launch(*module->kernel("k"), items(1, 1), std::vector<Argument>{buffer.get()});
  EXPECT_EQ(values(*queue, *buffer).front(), 5U);
}

TEST_P(IncludedFile, that_is_not_found_is_refused_with_the_way_out) {
  try {
    (void)device->load(
        {.name = "k.cl",
         .language = Language::opencl_c,
         .text = "#include \"absent/of/all.h\"\n__kernel void k(__global uint* a) {}\n",
         .definitions = {}});
    FAIL() << "the file is not there";
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), testing::HasSubstr("the folder in which plumb is started"));
  }
}

}  // namespace
}  // namespace plumb::device
