// plumb/trace/stamp/instrument_program.cpp - rewriting the kernels of a Program.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/trace/stamp/instrument_program.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include <fmt/format.h>

#include "plumb/base/error.h"
#include "plumb/ptx/parse.h"
#include "plumb/trace/stamp/choose_staging.h"

namespace plumb::trace {
namespace {

// Kernels of the same source and definitions share one module, as when they are loaded.
struct Group {
  std::vector<std::size_t> kernels;
  ptx::Module module;
};

std::string ptx_of(const Program& program, const Kernel& kernel, const Toolchain& tools,
                   unsigned architecture) {
  const Source& source = source_named(program, kernel.source);
  if (source.language == Language::ptx) return source.text;
  const auto language =
      source.language == Language::cuda ? device::Language::cuda : device::Language::opencl_c;
  return tools.compiler.ptx({.name = source.name,
                             .language = language,
                             .text = source.text,
                             .definitions = kernel.definitions},
                            architecture);
}

std::vector<Group> groups_of(const Program& program, const Toolchain& tools,
                             unsigned architecture) {
  std::vector<Group> groups;
  for (std::size_t i = 0; i < program.kernels.size(); ++i) {
    const Kernel& kernel = program.kernels[i];
    const auto same = std::ranges::find_if(groups, [&](const Group& group) {
      const Kernel& other = program.kernels[group.kernels.front()];
      return other.source == kernel.source && other.definitions == kernel.definitions;
    });
    if (same != groups.end()) {
      same->kernels.push_back(i);
      continue;
    }
    groups.push_back(
        {.kernels = {i},
         .module = ptx::parse_module(ptx_of(program, kernel, tools, architecture), kernel.source)});
  }
  return groups;
}

// The launches of some kernels: threads per block where all have the same number, else 0, and the
// most dynamic shared memory.
struct Shape {
  std::uint64_t threads = 0;
  bool same = true;
  Bytes dynamic;
};

void look_into(const std::vector<Step>& steps, const std::vector<std::string>& kernels,
               Shape& shape) {
  for (const Step& step : steps) {
    if (const auto* launch = std::get_if<Launch>(&step.action)) {
      if (std::ranges::find(kernels, launch->kernel) == kernels.end()) continue;
      const std::uint64_t threads = launch->local[0] * launch->local[1] * launch->local[2];
      shape.same = shape.same && (shape.threads == 0 || shape.threads == threads);
      shape.threads = threads;
      shape.dynamic = std::max(shape.dynamic, launch->local_bytes);
    } else if (const auto* repeat = std::get_if<Repeat>(&step.action)) {
      look_into(repeat->steps, kernels, shape);
    } else if (const auto* until = std::get_if<Until>(&step.action)) {
      look_into(until->steps, kernels, shape);
    } else if (const auto* batch = std::get_if<Batch>(&step.action)) {
      look_into(batch->steps, kernels, shape);
    }
  }
}

Shape shape_of(const Program& program, const Group& group) {
  std::vector<std::string> names;
  for (const std::size_t i : group.kernels) names.push_back(program.kernels[i].name);
  Shape shape;
  look_into(program.steps, names, shape);
  if (!shape.same) shape.threads = 0;
  return shape;
}

// Puts the stamped PTX in the place of the source of a group.
InstrumentedModule replace(Program& program, const Group& group, const Toolchain& tools,
                           unsigned architecture, InstrumentOptions options, bool stage) {
  InstrumentedModule made;
  const Shape shape = shape_of(program, group);
  made.threads = shape.threads;
  made.dynamic = shape.dynamic;
  made.staging = "records go straight to global memory, as was asked for";
  if (stage) {
    StagingChoice choice = choose_staging(group.module, tools.linker, architecture, options,
                                          shape.threads, shape.dynamic);
    options.staging = choice.staging;
    made.staging = std::move(choice.reason);
  }
  made.source = fmt::format("{}#{}", group.module.name, group.kernels.front());
  made.kernel = program.kernels[group.kernels.front()].name;
  made.original = group.module.text;
  made.instrumented = instrument(group.module, options);
  made.machine_code = tools.linker.cubin(made.instrumented.ptx, made.source, architecture, true);
  made.certification = certify(read_cubin(made.machine_code, made.source));
  program.sources.push_back(
      {.name = made.source, .language = Language::ptx, .text = made.instrumented.ptx});
  for (const std::size_t i : group.kernels) {
    program.kernels[i].source = made.source;
    program.kernels[i].definitions.clear();
  }
  return made;
}

}  // namespace

InstrumentedProgram instrument_program(const Program& program, const Toolchain& tools,
                                       unsigned architecture, const InstrumentOptions& options,
                                       bool stage, std::optional<std::uint32_t> build) {
  InstrumentedProgram result{.program = program, .modules = {}, .skipped = {}};
  std::uint32_t passed = 0;
  for (const Group& group : groups_of(program, tools, architecture)) {
    const std::uint32_t stamps = count_stamps(group.module, options);
    std::ranges::move(skipped_of(group.module, options), std::back_inserter(result.skipped));
    InstrumentOptions chosen = options;
    if (build) chosen.only = *build - passed;
    const bool wanted = stamps > 0 && (!build || (*build >= passed && *build < passed + stamps));
    passed += stamps;
    if (wanted) {
      result.modules.push_back(replace(result.program, group, tools, architecture, chosen, stage));
    }
  }
  if (result.modules.empty()) {
    throw Error(ErrorKind::input, fmt::format("'{}': no kernel has anything to stamp that was "
                                              "selected",
                                              program.name));
  }
  return result;
}

std::uint32_t count_builds(const Program& program, const Toolchain& tools, unsigned architecture,
                           const InstrumentOptions& options) {
  std::uint32_t builds = 0;
  for (const Group& group : groups_of(program, tools, architecture))
    builds += count_stamps(group.module, options);
  return builds;
}

}  // namespace plumb::trace
