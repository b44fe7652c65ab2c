// tests/workloads/kernel_arguments_test.cpp - every launch of every workload fits its kernel's PTX.
//
// Needs NVRTC and no GPU: a workload whose arguments CUDA would refuse is found on any machine.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <map>
#include <memory>
#include <optional>
#include <set>

#include <gtest/gtest.h>

#include "plumb/device/cuda/compile.h"
#include "plumb/device/cuda/entry_parameters.h"
#include "plumb/device/parameter.h"
#include "plumb/records/walk.h"
#include "tests/kept_ptx.h"
#include "tests/workloads/all_kernels.h"

namespace plumb {
namespace {

class AnyBuffer final : public device::Buffer {
 public:
  [[nodiscard]] Bytes size() const override { return Bytes{0}; }
};

class AnyImage final : public device::Image {
 public:
  explicit AnyImage(std::uint64_t depth) { format_.depth = depth; }
  [[nodiscard]] const device::ImageFormat& format() const override { return format_; }

 private:
  device::ImageFormat format_;
};

class KernelArguments : public testing::Test {
 protected:
  void SetUp() override {
    try {
      compiler.emplace();
    } catch (const Error& error) {
      GTEST_SKIP() << explain(error);
    }
  }

  const std::string& ptx_of(const Program& program, const Kernel& kernel) {
    const Source& source = source_named(program, kernel.source);
    std::string& ptx = built[{source.name, kernel.definitions}];
    if (ptx.empty()) {
      ptx = kept_ptx(*compiler,
                     {.name = source.name,
                      .language = static_cast<device::Language>(static_cast<int>(source.language)),
                      .text = source.text,
                      .definitions = kernel.definitions},
                     measured_architecture);
    }
    return ptx;
  }

  void expect_fits(const Program& program, const Launch& launch) {
    const AnyBuffer buffer;
    std::vector<std::unique_ptr<AnyImage>> images;
    std::vector<device::Argument> arguments;
    for (const Argument& argument : launch.arguments) {
      if (std::holds_alternative<BufferArgument>(argument)) {
        arguments.emplace_back(&buffer);
      } else if (const auto* scalar = std::get_if<ScalarArgument>(&argument)) {
        arguments.emplace_back(device::ScalarValue{.size = size_of(Type{scalar->type, 1}).count,
                                                   .number = is_real(scalar->type)
                                                                 ? device::NumberKind::real
                                                                 : device::NumberKind::integer});
      } else {
        images.push_back(std::make_unique<AnyImage>(1));
        arguments.emplace_back(images.back().get());
      }
    }
    const Kernel& kernel = kernel_named(program, launch.kernel);
    const auto parameters = device::cuda::entry_parameters(ptx_of(program, kernel), kernel.entry);
    ASSERT_TRUE(parameters.has_value()) << kernel.entry;
    EXPECT_NO_THROW(device::refuse_wrong_arguments(*parameters, arguments))
        << program.name << ": " << kernel.entry;
    ++compared;
  }

  std::optional<device::cuda::Compiler> compiler;
  std::map<std::pair<std::string, NamedTexts>, std::string> built;
  std::size_t compared = 0;
};

TEST_F(KernelArguments, of_every_workload_fit_the_parameters_of_their_ptx) {
  if (PLUMB_SANITIZED) GTEST_SKIP() << "the compiler is not ours, and slow with sanitizers";
  for (const Workload& workload : catalogue()) {
    for (const auto& chosen : all_choices(workload)) {
      Program program;
      try {
        program = workload.program(settings_for(workload, DeviceTraits{DeviceKind::any}, chosen));
      } catch (const Error& error) {
        if (kind_of(error) != ErrorKind::input) throw;
        continue;  // a combination that the workload refuses
      }
      std::set<std::string> seen;  // kernels: their other launches have the same arguments
      walk(program.steps, Cases{[&](const Launch& launch, const StepContext&) {
                                  if (seen.insert(launch.kernel).second)
                                    expect_fits(program, launch);
                                },
                                PassOver<Transfer, Exchange, Wait, Batch, Repeat, Until>()});
    }
  }
  EXPECT_GT(compared, 100U);
}

}  // namespace
}  // namespace plumb
