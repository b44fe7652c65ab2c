// cli/shader/move.cpp - plumb shader move: work from the fragment to the vertex program.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <limits>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/frame/options.h"
#include "cli/shader/subcommands.h"
#include "plumb/base/error.h"
#include "plumb/base/json.h"
#include "plumb/report/allocation_tables.h"
#include "plumb/shader/pair_files.h"
#include "plumb/study/origin.h"
#include "plumb/study/sweep.h"

namespace plumb::cli {
namespace {

// No number was given: as many slots as the profile has.
constexpr std::uint64_t profile_limit = std::numeric_limits<std::uint64_t>::max();

struct MoveArguments {
  std::string vertex;
  std::string fragment;
  std::string mode = "optimal";
  std::string direction = "down";
  std::string ratio;
  std::string folder;
  std::string format = "text";
  std::uint64_t limit_vertex = profile_limit;
  std::uint64_t limit_interpolants = 8;
  bool host_table = false;
  bool steps = false;
  bool quiet = false;
};

MoveArguments parse_move_arguments(Arguments arguments) {
  CommandLine line("shader");
  MoveArguments parsed;
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
  line.parse(arguments);
  if (parsed.folder == "-")
    throw Error(ErrorKind::input,
                "-o -: it names a folder, for several files; leave it out to see "
                "the tables alone");
  const std::string inputs[] = {parsed.vertex, parsed.fragment};
  if (!parsed.folder.empty())
    for (const std::string& file : shader::files_of_pair(parsed.folder))
      require_not_input(file, inputs);
  return parsed;
}

shader::MoveOptions move_options(const MoveArguments& parsed, shader::MoveMode mode) {
  shader::MoveOptions options;
  const bool limited = parsed.limit_vertex != profile_limit;
  if ((limited && parsed.limit_vertex > 256) || parsed.limit_interpolants > 8) {
    throw Error(ErrorKind::input, "--limit-vs is at most 256, --limit-interpolants at most 8");
  }
  if (limited) options.limit_vertex_slots = static_cast<int>(parsed.limit_vertex);
  options.limit_interpolants = static_cast<int>(parsed.limit_interpolants);
  if (parsed.direction != "down" && parsed.direction != "both") {
    throw Error(ErrorKind::input,
                fmt::format("unknown direction '{}'; known are down, both", parsed.direction));
  }
  options.both_directions = parsed.direction == "both";
  options.host_table = parsed.host_table;
  if (options.host_table && mode == shader::MoveMode::paper) {
    throw Error(ErrorKind::input,
                "--host-table is for --mode optimal; paper 004 has no such table");
  }
  if (!parsed.ratio.empty()) {
    options.pixels_per_vertex = study::number_in("--ratio", parsed.ratio);
    if (!(options.pixels_per_vertex > 0 && std::isfinite(options.pixels_per_vertex))) {
      throw Error(ErrorKind::input, "--ratio: expected pixels per vertex, larger than zero");
    }
  }
  return options;
}

void show(const MoveArguments& parsed, const Allocation& allocation) {
  const Format format = format_from_name(parsed.format);
  if (format == Format::json) {
    fmt::print("{}", to_text(to_json(allocation)));
  } else if (!parsed.quiet) {
    const Table tables[] = {move_slots_table(allocation), move_outcomes_table(allocation)};
    fmt::print("{}", render(tables, format));
  }
}

// One folder per step: 0, 1, ...
void move_by_steps(const MoveArguments& parsed, const shader::Pair& pair, shader::MoveMode mode,
                   const shader::MoveOptions& options) {
  const std::vector<shader::MoveResult> steps = shader::move_in_steps(pair, mode, options);
  std::vector<Allocation> allocations;
  for (const shader::MoveResult& step : steps) {
    allocations.push_back(shader::allocation_of(mode, pair, step, study::provenance({})));
    if (parsed.folder.empty()) continue;
    shader::write_allocation(fmt::format("{}/{}", parsed.folder, allocations.size() - 1),
                             allocations.back(), step);
  }
  fmt::print("{}", render(move_steps_table(allocations), format_from_name(parsed.format)));
}

}  // namespace

int shader_move_command(Arguments arguments) {
  const MoveArguments parsed = parse_move_arguments(arguments);
  (void)format_from_name(parsed.format);
  const shader::MoveMode mode = shader::mode_from_name(parsed.mode);
  const shader::MoveOptions options = move_options(parsed, mode);
  const shader::Pair pair{shader::read_shader_file(parsed.vertex),
                          shader::read_shader_file(parsed.fragment)};
  if (parsed.steps) {
    move_by_steps(parsed, pair, mode, options);
    return 0;
  }
  const shader::MoveResult result = shader::move_work(pair, mode, options);
  const Allocation allocation = shader::allocation_of(mode, pair, result, study::provenance({}));
  if (!parsed.folder.empty()) shader::write_allocation(parsed.folder, allocation, result);
  show(parsed, allocation);
  return 0;
}

}  // namespace plumb::cli
