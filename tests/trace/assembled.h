// tests/trace/assembled.h - tests on machine code: the golden kernels, assembling, certifying.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "plumb/base/error.h"
#include "plumb/base/json.h"
#include "plumb/device/cuda/compile.h"
#include "plumb/device/program_cache.h"
#include "plumb/ptx/parse.h"
#include "plumb/trace/certify/certify.h"
#include "plumb/trace/stamp/instrument.h"

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

// Those that certificates are promised for.
inline constexpr std::array<unsigned, 7> promised_architectures{75, 80, 86, 89, 90, 100, 120};

// A test with an assembler, nvJitLink or ptxas; without one it is skipped and says why. What it
// made is kept in the cache folder, since it takes nearly all of the time; what is tested is made
// anew.
class Assembled : public testing::Test {
 protected:
  void SetUp() override {
    try {
      linker.emplace();
    } catch (const Error& error) {
      if (error.kind() != ErrorKind::unavailable) throw;
      GTEST_SKIP() << explain(error);
    }
    tools = linker->tool();
  }

  // What the assembler refuses it does not know. It is asked once per architecture and process.
  [[nodiscard]] bool knows(unsigned architecture) const {
    static std::map<unsigned, bool> answers;
    const auto known = answers.find(architecture);
    if (known != answers.end()) return known->second;
    bool answer = true;
    try {
      (void)linker->cubin(".version 7.5\n.target sm_75\n.address_size 64\n.entry k() { ret; }\n",
                          "knows.ptx", architecture);
    } catch (const Error&) {
      answer = false;
    }
    return answers[architecture] = answer;
  }

  // The promised ones that this toolchain knows.
  [[nodiscard]] std::vector<unsigned> architectures() const {
    std::vector<unsigned> wanted(promised_architectures.begin(), promised_architectures.end());
    std::erase_if(wanted, [&](unsigned one) { return !knows(one); });
    return wanted;
  }

  // Machine code with line numbers.
  [[nodiscard]] std::vector<std::byte> assembled(const std::string& ptx,
                                                 unsigned architecture) const {
    const std::string key = fmt::format("{} sm_{}\n{}", tools, architecture, ptx);
    std::string kept = device::cached_binary("test-cubin", key).value_or("");
    if (kept.empty()) {
      const std::vector<std::byte> made = linker->cubin(ptx, "golden.ptx", architecture, true);
      kept.assign(reinterpret_cast<const char*>(made.data()), made.size());
      device::store_binary("test-cubin", key, kept);
    }
    const std::span<const std::byte> bytes = std::as_bytes(std::span(kept));
    return {bytes.begin(), bytes.end()};
  }

  Certification certified(const std::string& ptx, unsigned architecture) {
    code = assembled(ptx, architecture);
    return certify(read_cubin(code, "golden.cubin"));
  }

  std::optional<device::cuda::Linker> linker;
  std::string tools;
  std::vector<std::byte> code;
};

inline std::size_t count_certified(const Certification& certification) {
  return static_cast<std::size_t>(std::ranges::count_if(
      certification.certificates,
      [](const Certificate& certificate) { return certificate.complaint.empty(); }));
}

inline void expect_all_certified(const Certification& certification, const std::string& name) {
  for (const Certificate& certificate : certification.certificates) {
    EXPECT_EQ(certificate.complaint, "")
        << name << " sm_" << certification.architecture << ": " << certificate.stamp.opcode
        << ", line " << certificate.stamp.ptx_line;
  }
}

}  // namespace plumb::trace
