// plumb/report/explanation_table.cpp - explanations as tables.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/report/explanation_table.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace plumb {
namespace {

// A part that the model does not have takes no time in it, and has no interval.
Cell interval_cell(const std::optional<TimeInterval>& interval, Seconds predicted) {
  if (!interval && predicted <= Seconds{}) return Missing{};
  if (!interval) return Missing{"the model states no interval"};
  return fmt::format("{} .. {}", to_text(milliseconds(interval->low)),
                     to_text(milliseconds(interval->high)));
}

Cell error_cell(Seconds predicted, Seconds measured) {
  if (!(measured > Seconds{} && predicted > Seconds{})) return Missing{};
  return fixed(100 * prediction_error(predicted, measured), 1);
}

double missed(const ExplainedPart& part) {
  return std::fabs((part.measured - part.predicted).count());
}

// Those that are not as predicted, the largest difference first.
std::vector<const ExplainedPart*> wrong_parts(const Explanation& explanation) {
  std::vector<const ExplainedPart*> wrong;
  for (const ExplainedPart& part : explanation.parts) {
    if (part.wrong != Term::none) wrong.push_back(&part);
  }
  std::ranges::sort(wrong, [](const ExplainedPart* a, const ExplainedPart* b) {
    return missed(*a) != missed(*b) ? missed(*a) > missed(*b) : a < b;  // they lie in one vector
  });
  return wrong;
}

std::string term_text(Term term) { return term == Term::none ? "as predicted" : name_of(term); }

// Of a whole that is off.
Cell blamed_cell(const std::vector<const ExplainedPart*>& wrong) {
  if (wrong.empty()) return Missing{"each part is within its interval"};
  return name_of(wrong.front()->wrong);
}

constexpr std::size_t most_waits = 3;  // more are the trace's own table

std::string text_of(const StampedWait& wait) {
  std::string text = fmt::format(
      "trace: {:.0f} % of the stamped cycles pass at {}, {} ({}): {:.0f} cycles "
      "each, the median of {}",
      100 * wait.share, wait.kernel, wait.place, wait.access, wait.cycles, wait.records);
  if (!wait.level.empty())
    text += fmt::format("; {} answers in {:.0f} when nothing else is asked for", wait.level,
                        wait.idle_cycles);
  if (!wait.to_try.empty()) text += fmt::format("; try: {}", wait.to_try);
  return text;
}

void add_waits(Table& table, const Explanation& explanation) {
  if (!explanation.no_waits.empty()) table.notes.push_back("trace: " + explanation.no_waits);
  for (std::size_t i = 0; i < std::min(most_waits, explanation.waits.size()); ++i)
    table.notes.push_back(text_of(explanation.waits[i]));
}

// Before all else: it explains most.
void add_other_device(Table& table, const Explanation& explanation) {
  if (!explanation.other_device.empty())
    table.notes.push_back(explanation.other_device +
                          ": times differ because the devices do; no rate of the profile is held "
                          "against this run");
}

void add_origin(Table& table, const Explanation& explanation) {
  if (explanation.afterwards)
    table.notes.emplace_back("predicted after the measurement, from the profile that was named");
}

}  // namespace

Table explanation_table(const Explanation& explanation) {
  Table table{.title = explanation.point,
              .columns = {{"part"},
                          {"measured", "ms"},
                          {explanation.model, "ms"},
                          {"90 % interval", "ms"},
                          {"error", "%"},
                          {"term"}}};
  add_other_device(table, explanation);
  if (!explanation.reason.empty()) {
    table.notes.push_back(fmt::format("not explained: {}", explanation.reason));
    return table;
  }
  for (const ExplainedPart& part : explanation.parts) {
    table.rows.push_back({part.name, milliseconds(part.measured), milliseconds(part.predicted),
                          interval_cell(part.interval, part.predicted),
                          error_cell(part.predicted, part.measured), term_text(part.wrong)});
  }
  table.rows.push_back({"T (host time)", milliseconds(explanation.measured),
                        milliseconds(explanation.predicted),
                        interval_cell(explanation.interval, explanation.predicted),
                        error_cell(explanation.predicted, explanation.measured),
                        is_as_predicted(explanation) ? Cell("as predicted") : Cell(Missing{})});
  for (const ExplainedPart* part : wrong_parts(explanation)) {
    table.notes.push_back(fmt::format("{}: {}: {}; try: {}", part->name, name_of(part->wrong),
                                      part->seen, part->to_try));
  }
  if (is_as_predicted(explanation) && !wrong_parts(explanation).empty())
    table.notes.emplace_back(
        "the whole is as predicted: what is off is small beside it, or cancels out");
  add_waits(table, explanation);
  add_origin(table, explanation);
  return table;
}

Table explanations_table(std::span<const Explanation> explanations) {
  Table table{.columns = {{"point"},
                          {"model"},
                          {"measured", "ms"},
                          {"predicted", "ms"},
                          {"90 % interval", "ms"},
                          {"error", "%"},
                          {"term"}}};
  for (const Explanation& one : explanations) {
    if (!one.reason.empty()) {
      table.rows.push_back(
          {one.point, one.model, Missing{one.reason}, Missing{}, Missing{}, Missing{}, Missing{}});
      continue;
    }
    const std::vector<const ExplainedPart*> wrong = wrong_parts(one);
    table.rows.push_back({one.point, one.model, milliseconds(one.measured),
                          milliseconds(one.predicted), interval_cell(one.interval, one.predicted),
                          error_cell(one.predicted, one.measured),
                          is_as_predicted(one) ? Cell("as predicted") : blamed_cell(wrong)});
  }
  if (explanations.empty()) return table;
  add_other_device(table, explanations.front());
  add_origin(table, explanations.front());
  return table;
}

}  // namespace plumb
