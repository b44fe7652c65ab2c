// plumb/workloads/morphology/one_pass.cpp - each half of an operation is one launch.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "plumb/workloads/morphology/methods.h"
#include "plumb/workloads/source_text.h"

namespace plumb::morphology {
namespace {

// How an item's outputs lie beside each other; a CPU's are 256 bytes, so that loops are long
// enough.
struct OutputBlock {
  std::uint64_t columns = 1;
  std::uint64_t steps = 1;
  Range group{32, 4, 1};
};

OutputBlock block_of(const Target& target) {
  if (!target.on_cpu) return {};
  return {.columns = target.is_real() ? 64U : 256U, .steps = 4, .group = {1, 1, 1}};
}

ScalarArgument whole(std::int64_t value) { return {Scalar::i32, static_cast<double>(value)}; }

Buffer runs_buffer(const std::string& name, const std::vector<Run>& runs) {
  std::vector<double> values;
  for (const Run& run : runs) {
    for (const std::int32_t value : {run.x, run.first, run.length})
      values.push_back(static_cast<double>(value));
  }
  const auto count = static_cast<std::uint64_t>(values.size());
  return {name, {Scalar::i32, 1}, count, {.kind = FillKind::values, .values = std::move(values)}};
}

pixels::Stage stage_of(const Target& target, const Half& half, const std::string& kernel,
                       const std::string& table) {
  const Reach reach = reach_of(half.element);
  const auto launch = [target, reach, kernel, table, references = half.element.size(),
                       runs = runs_of(half.element).size(), name = half.name()](
                          pixels::Rows rows, const std::string& in, const std::string& out) {
    const OutputBlock block = block_of(target);
    const auto apart = static_cast<std::int64_t>(target.apart());
    const std::uint64_t across = target.image.width * target.apart();
    const auto groups = [](std::uint64_t n, std::uint64_t each, std::uint64_t group) {
      const std::uint64_t items = (n + each - 1) / each;
      return (items + group - 1) / group * group;
    };
    Launch made;
    made.kernel = kernel;
    made.local = block.group;
    made.global = {groups(across, block.columns * block.steps, block.group[0]),
                   groups(rows.last - rows.first, target.rows, block.group[1]), 1};
    made.arguments = {BufferArgument{in},
                      BufferArgument{out},
                      BufferArgument{table},
                      ScalarArgument{Scalar::u32, static_cast<double>(runs)},
                      whole(reach.west * apart),
                      whole(reach.east * apart),
                      whole(reach.north),
                      whole(reach.south),
                      whole(static_cast<std::int64_t>(across)),
                      whole(static_cast<std::int64_t>(target.image.height)),
                      whole(static_cast<std::int64_t>(rows.first)),
                      whole(static_cast<std::int64_t>(rows.last))};
    made.pass = pass_of(target, name, rows, references);
    return made;
  };
  return {.name = half.name(),
          .above = static_cast<std::uint64_t>(std::max(0, -reach.north)),
          .below = static_cast<std::uint64_t>(std::max(0, reach.south)),
          .launch = launch};
}

}  // namespace

pixels::Method one_pass(const Target& target, const std::vector<Half>& halves) {
  constexpr const char* source = "morphology/one_pass.cl";
  pixels::Method method;
  method.sources = {{.name = source,
                     .language = Language::opencl_c,
                     .text = source_text({"morphology/pixel.clh", source})}};
  const OutputBlock block = block_of(target);
  for (const Half& half : halves) {
    const std::string kernel = half.name() + target.suffix;
    const std::string table = half.name() + "_runs" + target.suffix;
    Definitions definitions = pixel_definitions(target, half.greatest);
    definitions.insert(definitions.end(), {{"ROWS", std::to_string(target.rows)},
                                           {"COLUMNS", std::to_string(block.columns)},
                                           {"STEPS", std::to_string(block.steps)},
                                           {"APART", std::to_string(target.apart())}});
    method.kernels.push_back({.name = kernel,
                              .source = source,
                              .entry = "morphology_one_pass",
                              .definitions = std::move(definitions)});
    method.tables.push_back(runs_buffer(table, runs_of(half.element)));
    method.stages.push_back(stage_of(target, half, kernel, table));
  }
  return method;
}

}  // namespace plumb::morphology
