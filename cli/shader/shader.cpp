// cli/shader/shader.cpp - plumb shader: finds the subcommand; slots is short enough to be here.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <array>

#include <fmt/format.h>

#include "cli/frame/options.h"
#include "cli/shader/subcommands.h"
#include "plumb/base/error.h"
#include "plumb/base/json.h"
#include "plumb/shader/language/rules.h"
#include "plumb/shader/pair_files.h"
#include "plumb/shader/slots.h"

namespace plumb::cli {

int shader_slots_command(Arguments arguments) {
  CommandLine line("shader");
  Options options;
  line.text("--format", options.format);
  line.output("-o,--output", options.output);
  const std::vector<std::string> files = line.parse_known(arguments);
  require_not_input(options.output, files);
  if (files.empty()) throw Error(ErrorKind::input, "no file given: plumb shader slots FILE...");
  Table table{.columns = {{"file"},
                          {"profile"},
                          {"arithmetic", "slots"},
                          {"texture", "slots"},
                          {"total", "slots"},
                          {"limit", "slots"}}};
  for (const std::string& file : files) {
    if (file.starts_with("-")) {
      throw Error(ErrorKind::input, fmt::format("unknown option '{}'; 'plumb shader --help' shows "
                                                "the options",
                                                file));
    }
    const shader::Shader shader = shader::read_shader_file(file);
    const shader::Slots slots = shader::count_slots(shader);
    const shader::Limits limits = shader::limits_of(shader.profile);
    const bool two = limits.texture > 0;
    table.rows.push_back({file, shader::name_of(shader.profile), slots.arithmetic, slots.texture,
                          slots.total(),
                          two ? fmt::format("{} + {}", limits.arithmetic, limits.texture)
                              : fmt::format("{}", limits.slots)});
  }
  print(options, std::span(&table, 1));
  return 0;
}

int shader_command(Arguments arguments) {
  constexpr std::array<std::pair<std::string_view, int (*)(Arguments)>, 4> known{
      {{"slots", shader_slots_command},
       {"move", shader_move_command},
       {"check", shader_check_command},
       {"paper", shader_paper_command}}};
  if (arguments.empty()) {
    throw Error(ErrorKind::input, "plumb shader needs a subcommand: slots, move, check or paper");
  }
  std::vector<std::string> names;
  for (const auto& [name, run] : known) {
    if (arguments.front() == name) return run(arguments.subspan(1));
    names.emplace_back(name);
  }
  throw Error(
      ErrorKind::input,
      fmt::format("unknown subcommand '{}' of plumb shader{}; known are {}", arguments.front(),
                  did_you_mean(arguments.front(), names), fmt::join(names, ", ")));
}

}  // namespace plumb::cli
