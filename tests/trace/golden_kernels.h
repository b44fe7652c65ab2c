// tests/trace/golden_kernels.h - the kernels that tests of traces share, and their machine code.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "plumb/base/error.h"
#include "plumb/base/json.h"
#include "plumb/device/cuda/compile.h"
#include "plumb/ptx/parse.h"
#include "plumb/trace/certify.h"
#include "plumb/trace/instrument.h"

namespace plumb::trace {

// The PTX files of tests/golden/trace, by name.
inline std::vector<std::string> golden_names() {
  std::vector<std::string> names;
  for (const auto& entry :
       std::filesystem::directory_iterator(PLUMB_SOURCE_DIR "/tests/golden/trace")) {
    if (entry.path().extension() == ".ptx") names.push_back(entry.path().stem());
  }
  std::ranges::sort(names);
  return names;
}

inline ptx::Module golden(const std::string& name) {
  return ptx::parse_module(read_text_file(PLUMB_SOURCE_DIR "/tests/golden/trace/" + name + ".ptx"),
                           name + ".ptx");
}

// A test with NVRTC and nvJitLink; without them it is skipped and says why.
class Assembled : public testing::Test {
 protected:
  void SetUp() override {
    try {
      compiler.emplace();
      linker.emplace();
    } catch (const Error& error) {
      GTEST_SKIP() << explain(error);
    }
  }

  // Of those that certificates are promised for, the ones this toolchain knows.
  [[nodiscard]] std::vector<unsigned> architectures() const {
    const std::vector<unsigned> known = compiler->architectures();
    std::vector<unsigned> wanted{75, 80, 86, 89, 90, 100, 120};
    std::erase_if(wanted,
                  [&](unsigned one) { return std::ranges::find(known, one) == known.end(); });
    return wanted;
  }

  Certification certified(const std::string& ptx, unsigned architecture) {
    code = linker->cubin(ptx, "golden.ptx", architecture, true);
    return certify(read_cubin(code, "golden.cubin"));
  }

  std::optional<device::cuda::Compiler> compiler;
  std::optional<device::cuda::Linker> linker;
  std::vector<std::byte> code;
};

inline std::size_t count_certified(const Certification& certification) {
  return static_cast<std::size_t>(std::ranges::count_if(
      certification.certificates,
      [](const Certificate& certificate) { return certificate.complaint.empty(); }));
}

}  // namespace plumb::trace
