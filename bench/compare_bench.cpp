// bench/compare_bench.cpp - how often compare is wrong, by drawing comparisons from real runs.
//
//   for i in $(seq 60); do POCL_MAX_PTHREAD_COUNT=1 plumb run livermore --variant sequential
//     --kernel 7,15,20,22,23 --span 65536 --min-time 0.1s --timeout 1s -q -o runs/$i.json; done
//   compare_bench --runs runs [--each N] [--rounds N] [--require] [--format F] [-o FILE]
//
// Each comparison draws two groups of runs of the same program that have no run in common. As they
// are, every change that is reported is a false alarm. With the times of one group stretched by
// 5 %, a step that is not reported as slower is missed; with 1 % one that is reported as the same
// or faster. With --require exit code 1 if a limit is missed: false alarms in less than 1 % of the
// comparisons, more than 95 % of the steps found at 5 %, less than 1 % missed at 1 %.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <random>

#include <fmt/format.h>

#include "bench/run_bench.h"
#include "plumb/base/error.h"
#include "plumb/compare/compare.h"

namespace plumb::bench {
namespace {

struct BenchOptions : Options {
  BenchOptions() : Options{.rounds = 1000} {}
  std::string runs = "runs";
  std::uint64_t each = 10;  // runs of a side
};

// What the comparisons with one stretch reported.
struct Reports {
  std::uint64_t comparisons = 0;
  std::uint64_t with_change = 0;            // comparisons with any step slower or faster
  std::array<std::uint64_t, 4> steps = {};  // by Change

  [[nodiscard]] double share_of(Change change) const {
    std::uint64_t all = 0;
    for (const std::uint64_t count : steps) all += count;
    return static_cast<double>(steps.at(static_cast<std::size_t>(change))) /
           static_cast<double>(all);
  }
  [[nodiscard]] double alarms() const {
    return static_cast<double>(with_change) / static_cast<double>(comparisons);
  }
};

MeasuredRun stretched(MeasuredRun run, double factor) {
  for (MeasuredStep& step : run.steps) {
    for (double& sample : step.samples) sample *= factor;
    if (step.summary) step.summary->centre *= factor;
  }
  return run;
}

// The first `count` of a random order of the runs, then as many for the other side.
class DrawnGroups {
 public:
  DrawnGroups(const ComparedSide& all, std::uint64_t each) : all_(all), each_(each) {
    if (2 * each > all.runs.size())
      throw Error(ErrorKind::input,
                  fmt::format("{} runs do not give two groups of {}", all.runs.size(), each));
    for (std::size_t i = 0; i < all.runs.size(); ++i) order_.push_back(i);
  }

  // Fisher and Yates: std::shuffle differs between libraries.
  void draw() {
    for (std::size_t i = order_.size() - 1; i > 0; --i)
      std::swap(order_[i], order_[random_() % (i + 1)]);
  }
  [[nodiscard]] ComparedSide group(std::size_t which, double factor) const {
    ComparedSide side{.name = which == 0 ? "first" : "second", .runs = {}};
    for (std::size_t i = 0; i < each_; ++i)
      side.runs.push_back(stretched(all_.runs[order_[which * each_ + i]], factor));
    return side;
  }

 private:
  const ComparedSide& all_;
  std::size_t each_;
  std::vector<std::size_t> order_;
  std::mt19937_64 random_{1};
};

Reports reports_of(const ComparedSide& all, const BenchOptions& options, double factor) {
  Reports reports;
  DrawnGroups groups(all, options.each);
  for (; reports.comparisons < options.rounds; ++reports.comparisons) {
    groups.draw();
    const ComparedSide second = groups.group(1, factor);
    const RunComparison comparison =
        compare(groups.group(0, 1), {&second, 1}, CompareOptions{}).front();
    bool changed = false;
    for (const ComparedStep& step : comparison.steps) {
      const Change change = step.judgement.change;
      ++reports.steps.at(static_cast<std::size_t>(change));
      changed = changed || change == Change::slower || change == Change::faster;
    }
    if (changed) ++reports.with_change;
  }
  return reports;
}

void add_row(Table& table, const char* planted, const Reports& reports) {
  std::vector<Cell> row{planted, fixed(reports.alarms() * 100, 1)};
  for (const Change change : {Change::slower, Change::faster, Change::same, Change::ambiguous})
    row.emplace_back(fixed(reports.share_of(change) * 100, 2));
  table.rows.push_back(std::move(row));
}

int run(Arguments arguments) {
  BenchOptions options;
  OptionLine line(options);
  line.text("--runs", options.runs);
  line.count("--each", options.each);
  line.flag("--require", options.require);
  line.parse(arguments);
  const ComparedSide all = read_side(options.runs);
  const Reports equal = reports_of(all, options, 1);
  const Reports by_1 = reports_of(all, options, 1.01);
  const Reports by_5 = reports_of(all, options, 1.05);
  Table table{.title = fmt::format("{} comparisons of {} runs with {} others, drawn from {}",
                                   options.rounds, options.each, options.each, all.runs.size()),
              .columns = {{"planted"}, {"any change", "%"}}};
  for (const char* name : {"slower", "faster", "same", "ambiguous"})
    table.columns.push_back({name, "%"});
  add_row(table, "nothing", equal);
  add_row(table, "1 % slower", by_1);
  add_row(table, "5 % slower", by_5);
  table.notes.emplace_back("any change: of the comparisons; the rest: of their steps");
  DeviceDescription device;
  device.name = all.runs.front().device;
  show_and_keep(table, device, options);
  const bool met = equal.alarms() < 0.01 && by_5.share_of(Change::slower) > 0.95 &&
                   by_1.share_of(Change::same) + by_1.share_of(Change::faster) < 0.01;
  return met || !options.require ? 0 : static_cast<int>(ErrorKind::check_failed);
}

}  // namespace

const Bench this_bench{"compare_bench", run};

}  // namespace plumb::bench
