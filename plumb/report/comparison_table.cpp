// plumb/report/comparison_table.cpp - a row for each compared step, and the notes below.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/report/comparison_table.h"

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <set>
#include <utility>

#include <fmt/format.h>

namespace plumb {
namespace {

struct TimeUnit {
  const char* name;
  double per_second;
};

// The largest in which the shortest time is not a small fraction.
TimeUnit time_unit_for(const RunComparison& comparison) {
  double shortest = std::numeric_limits<double>::infinity();
  for (const ComparedStep& step : comparison.steps)
    shortest = std::min({shortest, step.first, step.second});
  if (shortest < 1e-6) return {"ns", 1e9};
  if (shortest < 1e-3) return {"us", 1e6};
  return {"ms", 1e3};
}

// Settings that tell the rows apart, in the order in which they occur.
std::vector<std::string> varying_names(const RunComparison& comparison) {
  std::vector<std::string> names;
  std::map<std::string, std::set<std::string>> values;
  std::map<std::string, std::size_t> occurrences;
  for (const ComparedStep& step : comparison.steps) {
    for (const auto& [name, value] : step.settings) {
      if (occurrences[name]++ == 0) names.push_back(name);
      values[name].insert(value);
    }
  }
  std::erase_if(names, [&](const std::string& name) {
    return values[name].size() < 2 && occurrences[name] == comparison.steps.size();
  });
  return names;
}

std::string fixed_settings(const RunComparison& comparison,
                           const std::vector<std::string>& varying) {
  std::string text;
  for (const auto& [name, value] : comparison.steps.front().settings) {
    if (std::ranges::find(varying, name) != varying.end()) continue;
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", name, value);
  }
  return text;
}

std::vector<Cell> row_of(const ComparedStep& step, const std::vector<std::string>& varying,
                         bool has_steps, const TimeUnit& unit) {
  std::vector<Cell> row;
  for (const std::string& name : varying) {
    const std::string* const value = text_named(step.settings, name);
    row.push_back(value != nullptr ? Cell(*value) : Cell(Missing{}));
  }
  if (has_steps) row.emplace_back(step.step);
  const Judgement& judgement = step.judgement;
  row.insert(row.end(), {significant(step.first * unit.per_second, 4),
                         significant(step.second * unit.per_second, 4), fixed(judgement.ratio, 4),
                         fixed(judgement.interval.low, 4), fixed(judgement.interval.high, 4),
                         fmt::format("{}, {}", step.first_runs, step.second_runs),
                         name_of(judgement.test), name_of(judgement.change)});
  return row;
}

std::string counts_note(const RunComparison& comparison) {
  std::string text;
  for (const Change change : {Change::slower, Change::faster, Change::same, Change::ambiguous}) {
    const auto count = std::ranges::count_if(comparison.steps, [&](const ComparedStep& step) {
      return step.judgement.change == change;
    });
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, name_of(change));
  }
  return text;
}

bool uses(const RunComparison& comparison, ChangeTest test) {
  return std::ranges::any_of(comparison.steps,
                             [&](const ComparedStep& step) { return step.judgement.test == test; });
}

void add_test_notes(const RunComparison& comparison, std::vector<std::string>& notes) {
  const CompareOptions& options = comparison.options;
  notes.push_back(fmt::format(
      "after / before with its {:.4g} % interval, so wide that equal programs give any change in "
      "{:g} % of comparisons; same: all of it within {:g} % of 1",
      100 * comparison.confidence, 100 * options.false_alarms, 100 * options.same_within));
  if (uses(comparison, ChangeTest::mann_whitney))
    notes.emplace_back("Mann-Whitney: ranks of the runs' medians; no distribution is assumed");
  if (!uses(comparison, ChangeTest::student)) return;
  notes.push_back(fmt::format(
      "Student: too few runs show how far runs differ; {:g} % is assumed, or the scatter of the "
      "samples where that is larger, or {:g} us of a single execution",
      100 * options.run_scatter, assumed_jump.count() * 1e6));
  notes.push_back(fmt::format(
      "{} separate runs of each side, in turns, need no such assumption: FILE,FILE,... or a folder",
      runs_needed(comparison.confidence)));
  if (std::ranges::any_of(comparison.steps, &ComparedStep::few_samples)) {
    notes.push_back(fmt::format(
        "a run with fewer than 5 samples does not show their scatter; {:g} % is assumed",
        100 * unknown_scatter));
  }
}

void add_missing_note(const std::string& side, const std::vector<std::string>& steps,
                      std::vector<std::string>& notes) {
  constexpr std::size_t most_named = 3;
  if (steps.empty()) return;
  const auto named = std::span(steps).first(std::min(most_named, steps.size()));
  notes.push_back(fmt::format(
      "only in {}: {}{}", side, fmt::join(named, "; "),
      steps.size() <= most_named ? "" : fmt::format(" and {} more", steps.size() - most_named)));
}

}  // namespace

Table comparison_table(const RunComparison& comparison) {
  const std::vector<std::string> varying = varying_names(comparison);
  const TimeUnit unit = time_unit_for(comparison);
  const bool has_steps = std::ranges::any_of(
      comparison.steps, [](const ComparedStep& step) { return !step.step.empty(); });
  Table table{.title = fmt::format("{} -> {}", comparison.first, comparison.second)};
  for (const std::string& name : varying) table.columns.push_back({name});
  if (has_steps) table.columns.push_back({"step"});
  for (const Column& column :
       {Column{"before", unit.name}, Column{"after", unit.name}, Column{"after / before"},
        Column{"from"}, Column{"to"}, Column{"runs"}, Column{"test"}, Column{"result"}})
    table.columns.push_back(column);
  for (const ComparedStep& step : comparison.steps)
    table.rows.push_back(row_of(step, varying, has_steps, unit));
  table.notes.push_back(counts_note(comparison));
  const std::string fixed_part = fixed_settings(comparison, varying);
  if (!fixed_part.empty()) table.notes.push_back(fixed_part);
  add_test_notes(comparison, table.notes);
  add_missing_note(comparison.first, comparison.only_first, table.notes);
  add_missing_note(comparison.second, comparison.only_second, table.notes);
  table.notes.insert(table.notes.end(), comparison.notes.begin(), comparison.notes.end());
  return table;
}

}  // namespace plumb
