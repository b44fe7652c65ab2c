// plumb/workloads/morphology/one_pass.cpp - each half of an operation is one launch.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <bit>
#include <cmath>

#include "plumb/workloads/morphology/methods.h"
#include "plumb/workloads/source_text.h"
#include "plumb/workloads/waits.h"

namespace plumb::morphology {
namespace {

// What a CPU's item makes: pieces of rows of 512 bytes.
std::uint64_t span_of(const Target& target) { return target.is_real() ? 512 : 2048; }

// The element as runs along rows, `x` and `y` exchanged.
std::vector<Run> row_runs(const Element& element) {
  Element turned;
  for (const Offset& offset : element) turned.push_back({offset.y, offset.x});
  std::ranges::sort(turned);
  return runs_of(turned);
}

std::int32_t level_of(std::int32_t length) {
  return static_cast<std::int32_t>(std::bit_width(static_cast<std::uint32_t>(length))) - 1;
}

struct RunTable {
  std::uint64_t runs = 0;
  std::vector<double> values = {};
  std::int32_t levels = 1;  // of the longest run
};

RunTable table_of(const Target& target, const Element& element) {
  const std::vector<Run> runs = target.on_cpu ? row_runs(element) : runs_of(element);
  RunTable table{.runs = runs.size()};
  for (const Run& run : runs) {
    for (const std::int32_t value : {run.x, run.first, run.length})
      table.values.push_back(static_cast<double>(value));
    if (target.on_cpu) table.values.push_back(static_cast<double>(level_of(run.length)));
    table.levels = std::max(table.levels, level_of(run.length) + 1);
  }
  return table;
}

ScalarArgument whole(std::int64_t value) { return {Scalar::i32, static_cast<double>(value)}; }

Buffer runs_buffer(const std::string& name, RunTable table) {
  const auto count = static_cast<std::uint64_t>(table.values.size());
  return {
      name, {Scalar::i32, 1}, count, {.kind = FillKind::values, .values = std::move(table.values)}};
}

Definitions definitions_of(const Target& target, const Half& half) {
  Definitions definitions = pixel_definitions(target, half.greatest);
  const auto define = [&](const char* macro, std::uint64_t value) {
    definitions.emplace_back(macro, std::to_string(value));
  };
  define("ROWS", target.rows);
  if (!target.on_cpu) return definitions;
  const Reach reach = reach_of(half.element);
  define("SPAN", span_of(target));
  define("APART", target.apart());
  define("REACH", static_cast<std::uint64_t>(reach.east - reach.west) * target.apart());
  define("LEVELS", static_cast<std::uint64_t>(table_of(target, half.element).levels));
  return definitions;
}

// Per output. A GPU's item shares the middle of a run among its outputs (one_pass.cl); a CPU's
// takes every run as two that overlap.
double comparisons_of(const Target& target, const Element& element) {
  const std::vector<Run> runs = target.on_cpu ? row_runs(element) : runs_of(element);
  if (target.on_cpu) return 2 * static_cast<double>(runs.size());
  const auto rows = static_cast<double>(target.rows);
  double sum = 0;
  for (const Run& run : runs) {
    const double length = run.length;
    sum += length >= rows ? (length + 3 * rows) / rows : length;
  }
  return sum;
}

// References per output. A GPU's item asks for what the element names; a CPU's brings a row, makes
// minima over 1, 2, 4 .. neighbours of it for all rows that it writes, and for a run takes two of
// those to what it has.
std::uint64_t references_of(const Target& target, const Element& element) {
  if (!target.on_cpu) return element.size();
  const Reach reach = reach_of(element);
  const auto rows = static_cast<double>(target.rows);
  const double brought = (rows + static_cast<double>(reach.south - reach.north)) / rows;
  constexpr double of_level = 3;
  constexpr double of_run = 4;
  const double levels = table_of(target, element).levels - 1;
  const double asked = brought * (2 + of_level * levels) +
                       of_run * static_cast<double>(row_runs(element).size()) + 2;
  return static_cast<std::uint64_t>(std::ceil(asked));
}

// Pixels that an item of a GPU loads for a run.
double loads_of(const Target& target, const Run& run) {
  const auto rows = static_cast<double>(target.rows);
  const double length = run.length;
  return length >= rows ? length + rows - 1 : length * rows;
}

// Loads per output that are really made: on a GPU outputs share those of a run; 0: as many as are
// counted.
double executed_of(const Target& target, const Element& element) {
  if (target.on_cpu) return 0;
  double sum = 0;
  for (const Run& run : runs_of(element)) sum += loads_of(target, run);
  return sum / static_cast<double>(target.rows);
}

// Operations on integers per output of a GPU, as PTX has them: one and a half for each pixel that a
// run loads (its place, the loop), 35 for the run (its three numbers, where it lies, its length).
double addresses_of(const Target& target, const Element& element) {
  const auto rows = static_cast<double>(target.rows);
  double sum = 0;
  for (const Run& run : runs_of(element)) sum += (1.5 * loads_of(target, run) + 35) / rows;
  return sum;
}

// How often an item of a GPU waits before it goes on, by the text of its kernel: for every run,
// until it knows where it lies; of a short run once per row, whose pixels all outputs take; of
// others for the middle, of which compilers load four pixels at a time, and for both ends.
double rounds_of(const Target& target, const Element& element) {
  constexpr std::int64_t loads_at_a_time = 4;
  const auto rows = static_cast<std::int64_t>(target.rows);
  double sum = 0;
  for (const Run& run : runs_of(element)) {
    const std::int64_t middle = run.length - rows;
    const std::int64_t of_middle = (middle + loads_at_a_time - 1) / loads_at_a_time;
    sum += 1 + static_cast<double>(middle < 0 ? run.length : of_middle + 2);
  }
  return sum;
}

pixels::Stage stage_of(const Target& target, const Half& half, const std::string& kernel,
                       const std::string& table) {
  const Reach reach = reach_of(half.element);
  const auto launch =
      [target, reach, kernel, table, references = references_of(target, half.element),
       comparisons = comparisons_of(target, half.element),
       executed = executed_of(target, half.element), addresses = addresses_of(target, half.element),
       rounds = rounds_of(target, half.element), runs = table_of(target, half.element).runs,
       name = half.name()](pixels::Rows rows, const std::string& in, const std::string& out) {
        const Range group = target.on_cpu ? Range{1, 1, 1} : Range{32, 4, 1};
        const auto apart = static_cast<std::int64_t>(target.apart());
        const std::uint64_t across = target.image.width * target.apart();
        const auto groups = [](std::uint64_t n, std::uint64_t each, std::uint64_t of) {
          const std::uint64_t items = (n + each - 1) / each;
          return (items + of - 1) / of * of;
        };
        Launch made;
        made.kernel = kernel;
        made.local = group;
        made.global = {groups(across, target.on_cpu ? span_of(target) : 1, group[0]),
                       groups(rows.last - rows.first, target.rows, group[1]), 1};
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
        made.pass = pass_of(target, name, rows, references, comparisons);
        made.pass.accesses.front().executed = executed;
        if (target.on_cpu) return made;
        made.pass.operations.integer += addresses;
        wait_in_turn(made, 0, rounds);
        return made;
      };
  return {.name = half.name(),
          .above = static_cast<std::uint64_t>(std::max(0, -reach.north)),
          .below = static_cast<std::uint64_t>(std::max(0, reach.south)),
          .launch = launch};
}

}  // namespace

pixels::Method one_pass(const Target& target, const std::vector<Half>& halves) {
  const std::string source =
      target.on_cpu ? "morphology/one_pass_cpu.cl" : "morphology/one_pass.cl";
  pixels::Method method;
  method.sources = {{.name = source,
                     .language = Language::opencl_c,
                     .text = source_text({"morphology/pixel.clh", source})}};
  for (const Half& half : halves) {
    const std::string kernel = half.name() + target.suffix;
    const std::string table = half.name() + "_runs" + target.suffix;
    method.kernels.push_back({.name = kernel,
                              .source = source,
                              .entry = "morphology_one_pass",
                              .definitions = definitions_of(target, half)});
    method.tables.push_back(runs_buffer(table, table_of(target, half.element)));
    method.stages.push_back(stage_of(target, half, kernel, table));
  }
  return method;
}

}  // namespace plumb::morphology
