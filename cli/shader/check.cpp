// cli/shader/check.cpp - plumb shader check: whether two pairs draw the same picture.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "cli/frame/options.h"
#include "cli/shader/subcommands.h"
#include "plumb/base/error.h"
#include "plumb/base/json.h"
#include "plumb/shader/pair_files.h"
#include "plumb/shader/precision.h"

namespace plumb::cli {
namespace {

std::string proof_text(const shader::CheckReport& report) {
  if (report.proof == shader::Proof::equal) return "equal in exact arithmetic";
  if (report.proof == shader::Proof::equal_rounded) {
    return "equal, numbers rounded: within 32 units in the last place they count as one";
  }
  return fmt::format("no proof for {}", fmt::join(report.unequal, ", "));
}

Table report_table(const shader::CheckReport& report) {
  Table table{.columns = {{"what"}, {"found"}}};
  table.rows.push_back({"verdict", name_of(report.verdict())});
  table.rows.push_back({"symbolic", proof_text(report)});
  table.rows.push_back({"pixels compared", report.pixels});
  table.rows.push_back({"pixels that differ", report.different_pixels});
  table.rows.push_back({"largest difference of a colour, relative",
                        fmt::format("{:.3g}", report.largest_difference)});
  table.rows.push_back({"the same of the whole picture, linear sampling",
                        fmt::format("{:.3g}", report.picture_difference)});
  table.rows.push_back({"largest distance of a coordinate, texels",
                        report.coordinates_compared ? fmt::format("{:.3g}", report.largest_distance)
                                                    : "not the same texture reads"});
  if (!report.first_difference.empty()) {
    table.rows.push_back({"first difference", report.first_difference});
  }
  for (const std::string& hazard : report.hazards) table.notes.push_back("hazard: " + hazard);
  return table;
}

void add_precision(Table& table, shader::FragmentPrecision precision,
                   const shader::PrecisionReport& report) {
  table.rows.push_back({fmt::format("in {}: pixels whose 8-bit colours differ", name_of(precision)),
                        report.changed_pixels});
  table.rows.push_back({fmt::format("in {}: largest difference of a colour", name_of(precision)),
                        fmt::format("{:.3g}", report.largest_difference)});
  table.rows.push_back(
      {"the first pair against its picture in f32", fmt::format("{:.3g}", report.first_error)});
  table.rows.push_back(
      {"the second pair against its picture in f32", fmt::format("{:.3g}", report.second_error)});
}

int exit_code(shader::Verdict verdict) {
  switch (verdict) {
    case shader::Verdict::equivalent:
      return 0;
    case shader::Verdict::different:
      return static_cast<int>(ErrorKind::check_failed);
    case shader::Verdict::undecided:
      return static_cast<int>(ErrorKind::unreliable);
  }
  return static_cast<int>(ErrorKind::check_failed);
}

}  // namespace

int shader_check_command(Arguments arguments) {
  CommandLine line("shader");
  Options options;
  std::string first;
  std::string second;
  std::string precision_name = "f32";
  std::uint64_t seed = 1;
  std::uint64_t quads = 64;
  std::uint64_t pixels = 64;
  std::uint64_t size = 4;
  line.required_text("first", first);
  line.required_text("second", second);
  line.count("--seed", seed);
  line.count("--quads", quads);
  line.count("--pixels", pixels);
  line.count("--texture-size", size);
  line.text("--fragment-precision", precision_name);
  line.text("--format", options.format);
  line.output("-o,--output", options.output);
  line.parse(arguments);
  for (const std::string& pair : {first, second})
    require_not_input(options.output, shader::files_of_pair(pair));
  constexpr std::uint64_t most = 100000;
  if (quads == 0 || pixels == 0 || size == 0 || quads > most || pixels > most || size > 8192) {
    throw Error(ErrorKind::input,
                "--quads and --pixels are 1 to 100000, --texture-size is 1 to 8192");
  }
  const shader::FragmentPrecision precision = shader::precision_from_name(precision_name);
  const auto before =
      shader::read_pair(first);  // in this order: the first mistake is the one that is named
  const auto after = shader::read_pair(second);
  const shader::CheckOptions checked{.seed = seed,
                                     .quads = static_cast<int>(quads),
                                     .pixels = static_cast<int>(pixels),
                                     .texture_size = static_cast<int>(size)};
  const shader::CheckReport report = shader::check_pairs(before, after, checked);
  Table table = report_table(report);
  if (precision != shader::FragmentPrecision::f32) {
    add_precision(table, precision,
                  shader::compare_in_precision(before, after, checked, precision));
  }
  print(options, std::span(&table, 1));
  return exit_code(report.verdict());
}

}  // namespace plumb::cli
