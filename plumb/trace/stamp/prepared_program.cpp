// plumb/trace/stamp/prepared_program.cpp - compiling the kernels of a Program once and rewriting
// them per build.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/trace/stamp/prepared_program.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include <fmt/format.h>

#include "plumb/base/error.h"
#include "plumb/ptx/parse.h"
#include "plumb/records/walk.h"

namespace plumb::trace {
namespace {

std::string ptx_of(const Program& program, const Kernel& kernel, const SourceCompiler& compile,
                   unsigned architecture) {
  const Source& source = source_named(program, kernel.source);
  if (source.language == Language::ptx) return source.text;
  const auto language =
      source.language == Language::cuda ? device::Language::cuda : device::Language::opencl_c;
  return compile({.name = source.name,
                  .language = language,
                  .text = source.text,
                  .definitions = kernel.definitions},
                 architecture);
}

// The launches of some kernels: threads per block where all have the same number, and the most
// dynamic shared memory.
struct Shape {
  std::uint64_t threads = 0;
  bool same = true;
  Bytes dynamic;
};

BlockShape shape_of(const Program& program, const std::vector<std::size_t>& kernels) {
  std::vector<std::string> names;
  for (const std::size_t i : kernels) names.push_back(program.kernels[i].name);
  Shape shape;
  const auto note =
      Cases{[&](const Launch& launch, const StepContext&) {
              if (std::ranges::find(names, launch.kernel) == names.end()) return;
              const std::uint64_t threads = launch.local[0] * launch.local[1] * launch.local[2];
              shape.same = shape.same && (shape.threads == 0 || shape.threads == threads);
              shape.threads = threads;
              shape.dynamic = std::max(shape.dynamic, launch.local_bytes);
            },
            PassOver<Transfer, Exchange, Wait, Batch, Repeat, Until>{}};
  walk(program.steps, note);
  walk(program.restore, note);
  walk(program.check, note);
  return {.threads = shape.same ? shape.threads : 0, .dynamic = shape.dynamic};
}

// The kernels by source and definitions.
std::vector<std::vector<std::size_t>> groups_of(const Program& program) {
  std::vector<std::vector<std::size_t>> groups;
  for (std::size_t i = 0; i < program.kernels.size(); ++i) {
    const Kernel& kernel = program.kernels[i];
    const auto same = std::ranges::find_if(groups, [&](const std::vector<std::size_t>& group) {
      const Kernel& other = program.kernels[group.front()];
      return other.source == kernel.source && other.definitions == kernel.definitions;
    });
    if (same == groups.end()) {
      groups.push_back({i});
    } else {
      same->push_back(i);
    }
  }
  return groups;
}

}  // namespace

PreparedProgram::PreparedProgram(const Program& program, const Tools& tools,
                                 const ProgramOptions& options)
    : program_(program), kernels_(options.instrument.selection.kernels) {
  for (std::vector<std::size_t>& kernels : groups_of(program)) {
    const Kernel& kernel = program.kernels[kernels.front()];
    const BuildOptions building{.architecture = options.architecture,
                                .assemble = tools.assemble,
                                .stage = options.stage,
                                .shape = shape_of(program, kernels)};
    groups_.push_back(
        {.kernels = std::move(kernels),
         .module = PreparedModule(
             ptx::parse_module(ptx_of(program, kernel, tools.compile, options.architecture),
                               kernel.source),
             options.instrument, building)});
  }
}

std::uint32_t PreparedProgram::stamps() const {
  std::uint32_t stamps = 0;
  for (const Group& group : groups_) stamps += group.module.stamps();
  return stamps;
}

std::vector<SkippedAccess> PreparedProgram::skipped() const {
  std::vector<SkippedAccess> all;
  for (const Group& group : groups_)
    std::ranges::copy(group.module.skipped(), std::back_inserter(all));
  return all;
}

// Puts the stamped PTX in the place of the source of a group.
void PreparedProgram::replace(InstrumentedProgram& result, const Group& group,
                              std::optional<std::uint32_t> only) const {
  const std::size_t first = group.kernels.front();
  InstrumentedModule made{.source = fmt::format("{}#{}", group.module.module().name, first),
                          .kernel = program_.kernels[first].name,
                          .stamped = group.module.build(only)};
  result.program.sources.push_back(
      {.name = made.source, .language = Language::ptx, .text = made.stamped.instrumented.ptx});
  for (const std::size_t i : group.kernels) {
    result.program.kernels[i].source = made.source;
    result.program.kernels[i].definitions.clear();
  }
  result.modules.push_back(std::move(made));
}

// A name that no kernel has may have been meant for the parameter of a workload.
Error PreparedProgram::nothing_selected() const {
  std::vector<std::string> known;
  for (const Kernel& kernel : program_.kernels) {
    if (std::ranges::find(known, kernel.entry) == known.end()) known.push_back(kernel.entry);
  }
  for (const std::string& name : kernels_) {
    if (std::ranges::find(known, name) != known.end()) continue;
    const bool is_parameter = std::ranges::any_of(
        program_.settings, [](const auto& setting) { return setting.first == "kernel"; });
    return {ErrorKind::input,
            fmt::format("'{}': --kernel {}: no kernel has this name; there are {}{}", program_.name,
                        name, fmt::join(known, ", "),
                        is_parameter ? fmt::format("; the parameter is --set kernel={}", name)
                                     : std::string())};
  }
  return {ErrorKind::input,
          fmt::format("'{}': no kernel has anything to stamp that was selected", program_.name)};
}

InstrumentedProgram PreparedProgram::build(std::optional<std::uint32_t> only) const {
  InstrumentedProgram result{.program = program_, .modules = {}};
  std::uint32_t passed = 0;
  for (const Group& group : groups_) {
    const std::uint32_t stamps = group.module.stamps();
    if (!only && stamps > 0) replace(result, group, std::nullopt);
    if (only && *only >= passed && *only < passed + stamps) replace(result, group, *only - passed);
    passed += stamps;
  }
  if (result.modules.empty()) throw nothing_selected();
  return result;
}

}  // namespace plumb::trace
