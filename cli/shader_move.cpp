// cli/shader_move.cpp - plumb shader move: work from the fragment to the vertex program.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/options.h"
#include "cli/shader_files.h"
#include "cli/sweep.h"
#include "plumb/base/error.h"

namespace plumb::cli {
namespace {

struct MoveWords {
  std::string vertex;
  std::string fragment;
  std::string mode = "optimal";
  std::string direction = "down";
  std::string ratio;
  std::string folder;
  std::string format = "text";
  std::uint64_t limit_vertex = 128;
  std::uint64_t limit_interpolants = 8;
  bool host_table = false;
  bool steps = false;
  bool quiet = false;
};

MoveWords parse_words(Words words) {
  CommandLine line("shader");
  MoveWords parsed;
  line.required_text("vertex", parsed.vertex);
  line.required_text("fragment", parsed.fragment);
  line.text("--mode", parsed.mode);
  line.text("--direction", parsed.direction);
  line.text("--ratio", parsed.ratio);
  line.text("-o,--output", parsed.folder);
  line.text("--format", parsed.format);
  line.count("--limit-vs", parsed.limit_vertex);
  line.count("--limit-interpolants", parsed.limit_interpolants);
  line.flag("--host-table", parsed.host_table);
  line.flag("--steps", parsed.steps);
  line.flag("-q,--quiet", parsed.quiet);
  line.parse(words);
  return parsed;
}

shader::MoveOptions move_options(const MoveWords& parsed) {
  shader::MoveOptions options;
  if (parsed.limit_vertex > 256 || parsed.limit_interpolants > 8) {
    throw Error(ErrorKind::input, "--limit-vs is at most 256, --limit-interpolants at most 8");
  }
  options.limit_vertex_slots = static_cast<int>(parsed.limit_vertex);
  options.limit_interpolants = static_cast<int>(parsed.limit_interpolants);
  if (parsed.direction != "down" && parsed.direction != "both") {
    throw Error(ErrorKind::input,
                fmt::format("unknown direction '{}'; known are down, both", parsed.direction));
  }
  options.both_directions = parsed.direction == "both";
  options.host_table = parsed.host_table;
  if (options.host_table && parsed.mode == "paper") {
    throw Error(ErrorKind::input,
                "--host-table is for --mode optimal; paper 004 has no such table");
  }
  if (!parsed.ratio.empty()) {
    options.pixels_per_vertex = number_in("--ratio", parsed.ratio);
    if (!(options.pixels_per_vertex > 0 && std::isfinite(options.pixels_per_vertex))) {
      throw Error(ErrorKind::input, "--ratio: expected pixels per vertex, larger than zero");
    }
  }
  return options;
}

Table slots_table(const Allocation& allocation) {
  Table table{.columns = {{"program"}, {"before", "slots"}, {"after", "slots"}}};
  table.rows.push_back({"vertex", allocation.before.vertex, allocation.after.vertex});
  table.rows.push_back(
      {"fragment, arithmetic", allocation.before.arithmetic, allocation.after.arithmetic});
  table.rows.push_back({"fragment, texture", allocation.before.texture, allocation.after.texture});
  if (!allocation.without_gain.empty()) {
    table.notes.push_back(fmt::format("no gain: {}", allocation.without_gain));
  }
  for (const UploadedConstant& one : allocation.constants) {
    if (!one.value.empty()) {
      table.notes.push_back(fmt::format(
          "the host must set c{}.{} of the {} program to {}, c# being the fragment program's",
          one.to_fragment ? one.fragment : one.vertex, one.component,
          one.to_fragment ? "fragment" : "vertex", one.value));
      continue;
    }
    const std::string vertex = fmt::format("c{} of the vertex program", one.vertex);
    const std::string fragment = fmt::format("c{} of the fragment program", one.fragment);
    table.notes.push_back(fmt::format("the host must also set {} to {}",
                                      one.to_fragment ? fragment : vertex,
                                      one.to_fragment ? vertex : fragment));
  }
  if (allocation.mode == "optimal") {
    table.notes.emplace_back(allocation.proved
                                 ? "no cut with fewer fragment slots exists"
                                 : "the search stopped early: a better cut may exist");
  }
  return table;
}

Table outcomes_table(const Allocation& allocation) {
  Table table{.columns = {{"line"}, {"instruction"}, {"outcome"}, {"why"}, {"after line"}}};
  for (const AllocatedInstruction& one : allocation.instructions) {
    table.rows.push_back({one.line, one.text, one.condition, one.reason,
                          fmt::format("{}", fmt::join(one.chain, ", "))});
  }
  return table;
}

void show(const MoveWords& parsed, const Allocation& allocation) {
  const Format format = format_from_name(parsed.format);
  if (format == Format::json) {
    fmt::print("{}", to_text(to_json(allocation)));
  } else if (!parsed.quiet) {
    const Table tables[] = {slots_table(allocation), outcomes_table(allocation)};
    fmt::print("{}", render(tables, format));
  }
}

// One folder per step: 0, 1, ...; the table is that of paper 004, table 5, without times.
void move_by_steps(const MoveWords& parsed, const shader::Pair& pair,
                   const shader::MoveOptions& options) {
  const std::vector<shader::MoveResult> steps = parsed.mode == "paper"
                                                    ? shader::paper_steps(pair, options)
                                                    : shader::optimal_steps(pair, options);
  Table table{.columns = {{"step"}, {"V", "slots"}, {"F", "slots"}, {"instructions moved"}}};
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const Allocation allocation = allocation_of(parsed.mode, pair, steps[i]);
    table.rows.push_back({i, allocation.after.vertex,
                          allocation.after.arithmetic + allocation.after.texture, steps[i].moved});
    if (!parsed.folder.empty()) {
      write_allocation(fmt::format("{}/{}", parsed.folder, i), allocation, steps[i]);
    }
  }
  fmt::print("{}", render(table, format_from_name(parsed.format)));
}

}  // namespace

int shader_move_command(Words words) {
  const MoveWords parsed = parse_words(words);
  (void)format_from_name(parsed.format);
  const shader::MoveOptions options = move_options(parsed);
  const shader::Pair pair{shader_from_file(parsed.vertex), shader_from_file(parsed.fragment)};
  if (parsed.steps) {
    (void)move_in_mode(parsed.mode, pair, options);  // refuses an unknown mode
    move_by_steps(parsed, pair, options);
    return 0;
  }
  const shader::MoveResult result = move_in_mode(parsed.mode, pair, options);
  const Allocation allocation = allocation_of(parsed.mode, pair, result);
  if (!parsed.folder.empty()) write_allocation(parsed.folder, allocation, result);
  show(parsed, allocation);
  return 0;
}

}  // namespace plumb::cli
