// cli/shader/paper.cpp - plumb shader paper: tables 6, 7 and 8 of paper 004 with our slots.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <fmt/format.h>

#include "cli/frame/options.h"
#include "cli/shader/subcommands.h"
#include "plumb/base/error.h"
#include "plumb/shader/paper/tables.h"
#include "plumb/shaders/embedded.h"

namespace plumb::cli {
namespace {

std::string embedded_text(std::string_view file) {
  for (const auto& [name, text] : embedded::shaders_all()) {
    if (name.ends_with(file) && name[name.size() - file.size() - 1] == '/') {
      return std::string(text());
    }
  }
  throw Error(ErrorKind::input, fmt::format("no program '{}' in this build", file));
}

Cell printed(int number) {
  return number < 0 ? Cell(Missing{"not printed in the paper"}) : Cell(number);
}

// P / P0 in %, as the paper's tables have it.
Cell share(int after, int before) {
  if (after < 0 || before <= 0) return Missing{"no fragment program"};
  return (200 * after + before) / (2 * before);
}

Table paper_table(int number) {
  Table table{.title = fmt::format("paper 004, table {}: slots", number),
              .columns = {{number == 8 ? "shader" : "kernel"},
                          {"V0"},
                          {"P0"},
                          {"P0, paper"},
                          {"V, paper"},
                          {"P, paper"},
                          {"P/P0, paper", "%"},
                          {"V, its method"},
                          {"P, its method"},
                          {"P/P0", "%"},
                          {"V, best cut"},
                          {"P, best cut"},
                          {"P/P0", "%"},
                          {"no gain"}}};
  for (const shader::PaperProgram& program : shader::paper_programs()) {
    if (program.table != number) continue;
    const shader::PaperRow row = shader::measure(program, embedded_text);
    const bool pair = !program.fragment.empty();
    const auto fragment = [&](const shader::Slots& slots) {
      return pair ? Cell(slots.total()) : Cell(Missing{"no fragment program"});
    };
    const int before = pair ? row.fragment.total() : -1;
    table.rows.push_back(
        {program.name, row.vertex.total(), fragment(row.fragment), printed(program.fragment_before),
         printed(program.vertex_after), printed(program.fragment_after),
         share(program.fragment_after, program.fragment_before), row.paper_vertex.total(),
         fragment(row.paper_fragment), share(row.paper_fragment.total(), before),
         row.best_vertex.total(), fragment(row.best_fragment),
         share(row.best_fragment.total(), before), row.without_gain});
  }
  return table;
}

}  // namespace

int shader_paper_command(Arguments arguments) {
  CommandLine line("shader");
  Options options;
  line.text("--format", options.format);
  line.output("-o,--output", options.output);
  line.parse(arguments);
  const Table tables[] = {paper_table(6), paper_table(7), paper_table(8)};
  print(options, tables);
  return 0;
}

}  // namespace plumb::cli
