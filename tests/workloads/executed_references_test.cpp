// tests/workloads/executed_references_test.cpp - what passes count against what kernels execute.
//
// oclgrind counts the bytes that every launch loads from and stores to global memory. Passes of
// kernels whose items share nothing count the same. Not compared are those that count each element
// once though several items ask for it (filters, tiles, rows kept for several columns).
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <sstream>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "plumb/records/walk.h"
#include "plumb/workloads/workload.h"

namespace plumb {
namespace {

// A kernel's entry and the bytes of global memory that one launch of it read and wrote.
struct Traffic {
  std::string kernel;
  std::uint64_t bytes = 0;
};

std::string output_of(const std::string& command) {
  const auto close = [](std::FILE* pipe) { (void)::pclose(pipe); };
  const std::unique_ptr<std::FILE, decltype(close)> pipe(::popen(command.c_str(), "r"), close);
  std::string text;
  char piece[4096];
  while (pipe && std::fgets(piece, sizeof piece, pipe.get()) != nullptr) text += piece;
  return text;
}

bool has_oclgrind() { return !output_of("command -v oclgrind").empty(); }

// The launches of one run and more, in the order of their execution.
std::vector<Traffic> executed_launches(const std::string& options) {
  const std::string folder =
      (std::filesystem::temp_directory_path() / fmt::format("plumb_counts_{}", ::getpid()))
          .string();
  std::istringstream lines(output_of(fmt::format(
      "tool=$(readlink -f \"$(command -v oclgrind)\"); "
      "PLUMB_OPENCL_LIBRARY=${{tool%/*}}/../lib/oclgrind/liboclgrind-rt.so XDG_CACHE_HOME={} "
      "ASAN_OPTIONS=detect_leaks=0 oclgrind --inst-counts {} run {} --no-verify --min-samples 1 "
      "--max-samples 1 --min-time 0s --warm-up 0 2>&1",
      folder, PLUMB_PROGRAM, options)));
  std::filesystem::remove_all(folder);
  std::vector<Traffic> launches;
  for (std::string line; std::getline(lines, line);) {
    const std::string_view begin = "Instructions executed for kernel '";
    if (line.starts_with(begin)) {
      launches.push_back({line.substr(begin.size(), line.rfind('\'') - begin.size())});
    } else if (line.find(" global (") != std::string::npos) {
      launches.back().bytes += std::stoull(line.substr(line.find('(') + 1));
    }
  }
  return launches;
}

std::vector<Traffic> counted_launches(const std::string& workload, const NamedTexts& chosen) {
  const Workload& found = workload_named(workload);
  const Program program = found.program(settings_for(found, DeviceTraits{}, chosen));
  std::vector<Traffic> launches;
  walk(program.steps, Cases{[&](const Launch& launch, const StepContext&) {
                              const auto kernel =
                                  std::ranges::find(program.kernels, launch.kernel, &Kernel::name);
                              launches.push_back({kernel->entry, bytes_of(launch.pass).count});
                            },
                            PassOver<Transfer, Exchange, Wait, Batch, Repeat, Until>()});
  return launches;
}

// Every launch but those of the kernel `besides`.
void expect_counted(const std::string& workload, const NamedTexts& chosen,
                    const std::string& besides = {}) {
  std::string options = workload;
  for (const auto& [name, value] : chosen) options += fmt::format(" --{} {}", name, value);

  const std::vector<Traffic> counted = counted_launches(workload, chosen);
  const std::vector<Traffic> executed = executed_launches(options);

  ASSERT_GE(executed.size(), counted.size()) << options;
  for (std::size_t i = 0; i < counted.size(); ++i) {
    ASSERT_EQ(executed[i].kernel, counted[i].kernel) << options << ", launch " << i;
    if (counted[i].kernel == besides) continue;
    EXPECT_EQ(counted[i].bytes, executed[i].bytes)
        << options << ", launch " << i << ", " << counted[i].kernel;
  }
}

class ExecutedReferences : public testing::Test {
 protected:
  void SetUp() override {
    if (!has_oclgrind())
      GTEST_SKIP() << "oclgrind is not installed; scripts/setup --test installs it";
  }
};

TEST_F(ExecutedReferences, lu_as_in_the_paper_counts_every_reference) {
  for (const char* precision : {"f32", "f64"}) {
    for (const char* size : {"2", "3", "6", "21"}) {
      // An item of row_op reads the multiplier of its columns once.
      expect_counted(
          "lu",
          {{"variant", "paper"}, {"launches", "queued"}, {"size", size}, {"precision", precision}},
          "lu_row_op");
    }
  }
}

TEST_F(ExecutedReferences, sparse_products_and_transfers_count_every_reference) {
  for (const char* precision : {"f32", "f64"}) {
    const NamedTexts chosen{{"size", "67"}, {"nonzeros", "5"}, {"precision", precision}};
    expect_counted("sparse", with_text(with_text(chosen, "variant", "placed"), "form", "wide"));
    // The wide products count the same; oclgrind's compiler stores a vector in parts as well, and
    // the lanes of a CSR row read its starts together.
    for (const char* variant : {"ell", "csr", "placed"}) {
      const NamedTexts loops = with_text(with_text(chosen, "form", "loop"), "chunk", "16");
      expect_counted("sparse", with_text(loops, "variant", variant));
    }
  }
}

}  // namespace
}  // namespace plumb
