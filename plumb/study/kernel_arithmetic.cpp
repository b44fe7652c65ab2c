// plumb/study/kernel_arithmetic.cpp - kernels compiled to PTX and counted.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/study/kernel_arithmetic.h"

#include <algorithm>
#include <map>
#include <memory>
#include <utility>

#include "plumb/base/error.h"
#include "plumb/device/cuda/compile.h"
#include "plumb/ptx/instruction_mix.h"
#include "plumb/ptx/parse.h"
#include "plumb/records/walk.h"

namespace plumb::study {
namespace {

std::vector<KernelArithmetic> launched_kernels(const Program& program) {
  std::vector<KernelArithmetic> kernels;
  walk(program.steps,
       Cases{[&](const Launch& launch, const StepContext& context) {
               const std::string& name = launch.kernel.empty() ? context.step->name : launch.kernel;
               const auto found = std::ranges::find(kernels, name, &KernelArithmetic::kernel);
               if (found == kernels.end()) {
                 kernels.push_back({.kernel = name, .stated = launch.pass});
                 if (launch.kernel.empty()) kernels.back().why_not = "the pass has no kernel";
               } else if (launch.pass.points > found->stated.points) {
                 found->stated = launch.pass;
               }
             },
             PassOver<Transfer, Exchange, Wait, Batch, Repeat, Until>{}});
  return kernels;
}

// Of the wider type where a kernel has both: it costs more.
Operations operations_of(const ptx::InstructionMix& mix) {
  const bool doubles = mix.doubles.sum() > 0;
  const ptx::ArithmeticCounts& counts = doubles ? mix.doubles : mix.floats;
  const auto number = [](std::uint64_t count) { return static_cast<double>(count); };
  return {.type = doubles ? Scalar::f64 : Scalar::f32,
          .fma = number(counts.fma),
          .add = number(counts.add),
          .mul = number(counts.mul),
          .div = number(counts.div),
          .sqrt = number(counts.sqrt),
          .exp = number(counts.exp),
          .integer = number(mix.integer)};
}

Pass pass_of(const ptx::InstructionMix& mix) {
  Pass pass{.name = mix.entry, .points = 1, .accesses = {}, .operations = operations_of(mix)};
  // Loads of several widths: two that lie beside each other have the same sum.
  const std::uint64_t width = mix.loads > 0 ? mix.loaded_bytes / mix.loads : 0;
  const std::uint64_t wider = mix.loads > 0 ? mix.loaded_bytes % mix.loads : 0;
  for (const auto& [loads, bytes] :
       {std::pair(mix.loads - wider, width), std::pair(wider, width + 1)}) {
    if (loads > 0)
      pass.accesses.push_back({.references = static_cast<double>(loads), .bytes = Bytes{bytes}});
  }
  return pass;
}

// Compiles each source with its definitions once.
class CountedSources {
 public:
  CountedSources() : compiler_(std::make_unique<device::cuda::Compiler>()) {
    const std::vector<unsigned> known = compiler_->architectures();
    architecture_ = std::ranges::find(known, usual_architecture) != known.end() ? usual_architecture
                                                                                : known.front();
  }

  const ptx::InstructionMix& mix_of(const Program& program, const Kernel& kernel) {
    const Source& source = source_named(program, kernel.source);
    std::vector<ptx::InstructionMix>& mixes = counted_[{kernel.source, kernel.definitions}];
    if (mixes.empty())
      mixes = ptx::instruction_mixes(ptx::parse_module(ptx_of(source, kernel), source.name));
    const auto found = std::ranges::find(mixes, kernel.entry, &ptx::InstructionMix::entry);
    if (found == mixes.end())
      throw Error(ErrorKind::input,
                  "the PTX of '" + source.name + "' has no entry '" + kernel.entry + "'");
    return *found;
  }

 private:
  static constexpr unsigned usual_architecture = 90;

  std::string ptx_of(const Source& source, const Kernel& kernel) const {
    if (source.language == Language::ptx) return source.text;
    return compiler_->ptx(
        {.name = source.name,
         .language = source.language == Language::cuda ? device::Language::cuda
                                                       : device::Language::opencl_c,
         .text = source.text,
         .definitions = kernel.definitions},
        architecture_);
  }

  std::unique_ptr<device::cuda::Compiler> compiler_;
  unsigned architecture_ = 0;
  std::map<std::pair<std::string, std::vector<std::pair<std::string, std::string>>>,
           std::vector<ptx::InstructionMix>>
      counted_;
};

// The first line: a compiler's log has many.
std::string reason_of(const Error& error) {
  const std::string text = explain(error);
  return text.substr(0, text.find('\n'));
}

}  // namespace

std::vector<KernelArithmetic> kernel_arithmetic(const Program& program) {
  std::vector<KernelArithmetic> kernels = launched_kernels(program);
  std::optional<CountedSources> sources;
  std::string no_compiler;
  try {
    sources.emplace();
  } catch (const Error& error) {
    no_compiler = reason_of(error);
  }
  for (KernelArithmetic& each : kernels) {
    if (!each.why_not.empty()) continue;
    each.why_not = no_compiler;
    if (!sources) continue;
    try {
      const ptx::InstructionMix& mix = sources->mix_of(program, kernel_named(program, each.kernel));
      each.counted = pass_of(mix);
      each.in_loop = mix.in_loop;
    } catch (const Error& error) {
      if (kind_of(error) == ErrorKind::interrupted) throw;
      each.why_not = reason_of(error);
    }
  }
  return kernels;
}

}  // namespace plumb::study
