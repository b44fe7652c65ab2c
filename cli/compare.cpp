// cli/compare.cpp - plumb compare: measured runs against measured runs, for people and for CI.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/compare/compare.h"

#include <cstdio>

#include <fmt/format.h>

#include "cli/frame/commands.h"
#include "cli/frame/options.h"
#include "plumb/base/error.h"
#include "plumb/base/json.h"
#include "plumb/base/printable.h"
#include "plumb/compare/fail_on.h"
#include "plumb/report/comparison_table.h"

namespace plumb::cli {
namespace {

struct CompareArguments {
  std::vector<std::string> sides;
  std::vector<std::string> fail_on;
  Options options;
  CompareOptions compare;
};

void require_share(const char* option, double share) {
  if (share > 0 && share < 1) return;
  throw Error(ErrorKind::input,
              fmt::format("{}: {:g} does not lie between 0 and 100 %", option, share * 100));
}

CompareArguments parse_compare_arguments(Arguments arguments) {
  CommandLine line("compare");
  CompareArguments parsed;
  line.texts("files", parsed.sides);
  line.texts("--fail-on", parsed.fail_on);
  line.texts("--ignore", parsed.compare.match.ignored);
  line.flag("--whole", parsed.compare.match.whole);
  line.percent("--same-within", parsed.compare.same_within);
  line.percent("--run-scatter", parsed.compare.run_scatter);
  line.percent("--false-alarms", parsed.compare.false_alarms);
  add_page_options(line, parsed.options);
  line.parse(arguments);
  if (parsed.sides.size() < 2) {
    throw Error(ErrorKind::input,
                "compare needs two results: plumb compare BEFORE.json AFTER.json");
  }
  require_share("--same-within", parsed.compare.same_within);
  require_share("--run-scatter", parsed.compare.run_scatter);
  require_share("--false-alarms", parsed.compare.false_alarms);
  return parsed;
}

}  // namespace

int compare_command(Arguments arguments) {
  const CompareArguments parsed = parse_compare_arguments(arguments);
  const FailOn rule = fail_on_from(parsed.fail_on);
  (void)format_from_name(parsed.options.format);
  require_writable(parsed.options.output);
  const ComparedSide first = read_side(parsed.sides.front());
  std::vector<ComparedSide> others;
  std::vector<std::string> inputs;
  for (std::size_t i = 1; i < parsed.sides.size(); ++i)
    others.push_back(read_side(parsed.sides[i]));
  for (const MeasuredRun& run : first.runs) inputs.push_back(run.file);
  for (const ComparedSide& side : others) {
    for (const MeasuredRun& run : side.runs) inputs.push_back(run.file);
  }
  require_not_input(parsed.options.output, inputs);
  std::vector<Table> tables;
  std::vector<std::string> failures;
  for (const RunComparison& comparison : compare(first, others, parsed.compare)) {
    tables.push_back(comparison_table(comparison));
    const std::string failure = failure_of(comparison, rule);
    if (!failure.empty()) failures.push_back(fmt::format("{}: {}", comparison.second, failure));
  }
  print(parsed.options, tables);
  for (const std::string& failure : failures) fmt::print(stderr, "{}\n", printable_line(failure));
  return failures.empty() ? 0 : static_cast<int>(ErrorKind::check_failed);
}

}  // namespace plumb::cli
