// tests/trace/opencl_ptx_test.cpp - PTX as NVIDIA's OpenCL writes it, taken from the device.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <cstdlib>
#include <filesystem>
#include <set>
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "plumb/device/open.h"
#include "plumb/ptx/print.h"
#include "tests/project_sources.h"
#include "tests/trace/assembled.h"

namespace plumb::trace {
namespace {

// An NVIDIA GPU through OpenCL, with a cache of its own: what the driver gives as the program's
// binary is found there.
class OpenClPtx : public Assembled {
 protected:
  void SetUp() override {
    Assembled::SetUp();
    if (IsSkipped()) return;
    const device::Found found = device::find_devices();
    for (std::size_t i = 0; i < found.devices.size() && !gpu; ++i) {
      const device::Info& info = found.devices[i];
      if (info.backend == "opencl" && info.vendor.find("NVIDIA") != std::string::npos)
        gpu = device::open_device(std::to_string(i));
    }
    if (!gpu) GTEST_SKIP() << "no NVIDIA GPU through OpenCL";
    if (const char* before = std::getenv("XDG_CACHE_HOME")) cache_before = before;
    folder = std::filesystem::temp_directory_path() / fmt::format("plumb_opencl_{}", ::getpid());
    ::setenv("XDG_CACHE_HOME", folder.c_str(), 1);
  }
  void TearDown() override {
    if (folder.empty()) return;
    std::filesystem::remove_all(folder);
    if (cache_before.empty()) {
      ::unsetenv("XDG_CACHE_HOME");
    } else {
      ::setenv("XDG_CACHE_HOME", cache_before.c_str(), 1);
    }
  }

  // The driver's binary of a source.
  std::string binary_of(const device::Source& source) {
    std::filesystem::remove_all(folder);
    (void)gpu->load(source);
    for (const auto& entry : std::filesystem::directory_iterator(device::cache_folder("opencl"))) {
      const std::string kept = read_text_file(entry.path());
      std::istringstream head(kept);
      std::string name;
      std::size_t key = 0;
      std::size_t size = 0;
      head >> name >> key >> size;
      return kept.substr(kept.size() - size);
    }
    return {};
  }

  std::unique_ptr<device::Device> gpu;
  std::filesystem::path folder;
  std::string cache_before;
};

TEST_F(OpenClPtx, is_read_printed_stamped_and_certified) {
  std::set<std::string> done;
  std::size_t stamps = 0;
  for (const device::Source& source : project_sources()) {
    if (source.language != device::Language::opencl_c || !done.insert(source.name).second) continue;
    const std::string binary = binary_of(source);
    ASSERT_THAT(binary, testing::HasSubstr(".version")) << source.name << ": no PTX";
    const ptx::Module module = ptx::parse_module(binary, source.name);
    EXPECT_EQ(ptx::print(module), binary) << source.name;
    if (choose_accesses(module, {}, StampMethod::dependence).accesses.empty()) continue;
    const Instrumented instrumented = instrument(module, {});
    const std::string text = instrumented.ptx.substr(0, instrumented.ptx.find('\0'));
    for (const unsigned architecture : architectures()) {
      if (architecture < std::stoul(module.target.substr(3))) continue;  // "sm_90"
      const Certification certification = certified(text, architecture);
      expect_all_certified(certification, source.name);
    }
    stamps += instrumented.stamps.size();
  }
  EXPECT_GE(stamps, 20U);
}

}  // namespace
}  // namespace plumb::trace
