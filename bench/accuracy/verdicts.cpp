// bench/accuracy/verdicts.cpp - verdicts beside what was measured.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "bench/accuracy/verdicts.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

namespace plumb::bench {
namespace {

std::string text_of(Choice choice) {
  switch (choice) {
    case Choice::port:
      return "port";
    case Choice::stay:
      return "stay";
    case Choice::too_close:
      return "too close";
    case Choice::unknown:
      return "no prediction";
  }
  return "";
}

std::string text_of(Faster faster) {
  switch (faster) {
    case Faster::first:
      return "device";
    case Faster::second:
      return "rival";
    case Faster::neither:
      return "neither";
  }
  return "";
}

Cell time_cell(const std::optional<double>& seconds) {
  return seconds ? Cell(significant(*seconds * 1e6, 4)) : Cell(Missing{"not measured"});
}

struct Counted {
  std::size_t points = 0;
  std::size_t unknown = 0;
  std::size_t too_close = 0;
  std::size_t decided = 0;
  std::size_t right = 0;

  void count(const JudgedVerdict& one) {
    ++points;
    unknown += one.decision.choice == Choice::unknown ? 1 : 0;
    too_close += one.decision.choice == Choice::too_close ? 1 : 0;
    if (!one.is_decided()) return;
    ++decided;
    right += one.is_right() ? 1 : 0;
  }

  [[nodiscard]] std::vector<Cell> row(const std::string& family) const {
    const double share = static_cast<double>(right) / static_cast<double>(decided);
    return {family,
            points,
            unknown,
            too_close,
            decided,
            right,
            decided == 0 ? Cell(Missing{"no verdict"}) : Cell(fixed(100 * share, 1))};
  }
};

}  // namespace

bool JudgedVerdict::is_decided() const {
  return decision.choice == Choice::port || decision.choice == Choice::stay;
}

bool JudgedVerdict::is_right() const {
  return (decision.choice == Choice::port) == (*own < *rival);
}

Table verdict_table(std::span<const JudgedVerdict> verdicts) {
  std::map<std::string, Counted> families;
  Counted all;
  for (const JudgedVerdict& one : verdicts) {
    if (!one.is_measured()) continue;
    families[one.family].count(one);
    all.count(one);
  }
  Table table{.title = "verdicts",
              .columns = {{"family"},
                          {"points"},
                          {"no prediction"},
                          {"too close"},
                          {"decided"},
                          {"right"},
                          {"share", "%"}}};
  for (const auto& [family, counted] : families) table.rows.push_back(counted.row(family));
  table.rows.push_back(all.row("all"));
  return table;
}

Table verdict_list(std::span<const JudgedVerdict> verdicts) {
  Table table{.title = "verdict of each point",
              .columns = {{"family"},
                          {"settings"},
                          {"verdict"},
                          {"probability"},
                          {"predicted ratio"},
                          {"device", "us"},
                          {"rival", "us"},
                          {"outcome"}}};
  for (const JudgedVerdict& one : verdicts) {
    const bool judged = one.is_measured() && one.is_decided();
    table.rows.push_back({one.family, one.problem, text_of(one.decision.choice),
                          fixed(one.decision.probability, 3), significant(one.decision.ratio, 4),
                          time_cell(one.own), time_cell(one.rival),
                          judged ? Cell(one.is_right() ? "right" : "wrong") : Cell(Missing{})});
  }
  return table;
}

Faster ContestedSize::faster() const {
  if (!own || !rival) return Faster::neither;
  return *own < *rival ? Faster::first : Faster::second;
}

bool JudgedBreakEven::is_measured() const {
  return low.faster() != Faster::neither && high.faster() != Faster::neither;
}

bool JudgedBreakEven::is_right() const {
  return low.faster() == predicted.before && high.faster() == predicted.after;
}

Table break_even_table(std::span<const JudgedBreakEven> found, double within) {
  Table table{.title = fmt::format("break-evens within a factor of {}", within),
              .columns = {{"problem"},
                          {"size"},
                          {"predicted"},
                          {"before"},
                          {"after"},
                          {"tried below"},
                          {"faster"},
                          {"tried above"},
                          {"faster"},
                          {"outcome"}}};
  for (const JudgedBreakEven& one : found) {
    const BreakEven& predicted = one.predicted;
    table.rows.push_back(
        {one.problem, one.parameter,
         predicted.at ? Cell(*predicted.at) : Cell(Missing{"one device wins at every size"}),
         text_of(predicted.before), text_of(predicted.after), one.low.size,
         text_of(one.low.faster()), one.high.size, text_of(one.high.faster()),
         one.is_measured() ? Cell(one.is_right() ? "right" : "wrong")
                           : Cell(Missing{"not measured"})});
  }
  return table;
}

}  // namespace plumb::bench
