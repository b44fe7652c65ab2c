// tests/workloads/kernel_syntax_test.cpp - every kernel of every workload is valid OpenCL C 1.2.

#include <cstdlib>
#include <filesystem>
#include <set>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "plumb/base/json.h"
#include "plumb/workloads/workload.h"

namespace plumb {
namespace {

using Chosen = std::vector<std::pair<std::string, std::string>>;

// All values of all parameters that are choices: they decide which kernels are built, and how.
std::vector<Chosen> all_choices(const Workload& workload) {
  std::vector<Chosen> all;
  for (const Variant& variant : workload.variants)
    all.push_back({{"variant", std::string(variant.name)}});
  for (const Parameter& parameter : workload.parameters) {
    if (parameter.type != ParameterType::choice) continue;
    std::vector<Chosen> longer;
    for (const Chosen& chosen : all) {
      for (const std::string& value : choices_of(parameter)) {
        longer.push_back(chosen);
        longer.back().emplace_back(parameter.name, value);
      }
    }
    all = std::move(longer);
  }
  return all;
}

int shell(const std::string& command) {
  return WEXITSTATUS(
      std::system(command.c_str()));  // NOLINT(cert-env33-c): the compiler is a program
}

TEST(KernelSyntax, clang_accepts_every_kernel_as_opencl_c_1_2_without_a_warning) {
  if (shell("command -v clang-19 > /dev/null") != 0) GTEST_SKIP() << "clang-19 is not installed";
  const std::string path =
      (std::filesystem::temp_directory_path() / fmt::format("plumb_kernel_{}.cl", ::getpid()))
          .string();
  std::set<std::string> seen;

  for (const Workload& workload : catalogue()) {
    for (const Chosen& chosen : all_choices(workload)) {
      const Program program = workload.program(settings_for(workload, Suits::any, chosen));
      for (const Kernel& kernel : program.kernels) {
        const Source& source = source_named(program, kernel.source);
        if (source.language != Language::opencl_c) continue;
        std::string text;
        for (const auto& [macro, value] : kernel.definitions)
          text += fmt::format("#define {} {}\n", macro, value);
        text += fmt::format("#line 1 \"{}\"\n{}", source.name, source.text);
        EXPECT_NE(source.text.find(" " + kernel.entry + "("), std::string::npos) << kernel.entry;
        if (!seen.insert(text).second) continue;
        write_whole(path, text);

        EXPECT_EQ(
            shell("clang-19 --target=spir64 -x cl -cl-std=CL1.2 -Xclang -finclude-default-header "
                  "-fsyntax-only -Wall -Wextra -Werror " +
                  path),
            0)
            << source.name;
      }
    }
  }

  EXPECT_GE(seen.size(), 4U) << "two sources in two precisions at least";
  std::filesystem::remove(path);
}

}  // namespace
}  // namespace plumb
