// plumb/compare/compare.cpp - sides from files; their steps matched and judged.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/compare/compare.h"

#include <algorithm>
#include <filesystem>
#include <set>

#include <fmt/format.h>

#include "plumb/base/error.h"

namespace plumb {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void refuse_sides(const std::string& why) { throw Error(ErrorKind::input, why); }

std::vector<std::string> records_in(const std::string& folder) {
  std::vector<std::string> paths;
  std::error_code failed;
  for (const auto& entry : fs::directory_iterator(folder, failed)) {
    if (entry.path().extension() == ".json") paths.push_back(entry.path().string());
  }
  if (failed) refuse_sides(fmt::format("cannot read folder '{}': {}", folder, failed.message()));
  if (paths.empty()) refuse_sides(fmt::format("folder '{}' holds no .json file", folder));
  std::ranges::sort(paths);
  return paths;
}

std::vector<std::string> paths_in(const std::string& word) {
  std::error_code ignored;
  if (fs::is_directory(word, ignored)) return records_in(word);
  // A comma in the name of a file that is there separates nothing.
  if (fs::exists(word, ignored) || word.find(',') == std::string::npos) return {word};
  std::vector<std::string> paths;
  for (std::size_t begin = 0; begin <= word.size();) {
    const std::size_t end = std::min(word.find(',', begin), word.size());
    if (end == begin) refuse_sides(fmt::format("'{}': a file name is missing", word));
    for (std::string& path : paths_in(word.substr(begin, end - begin)))
      paths.push_back(std::move(path));
    begin = end + 1;
  }
  return paths;
}

bool hold_the_same(const MeasuredRun& run, const MeasuredRun& other) {
  return std::ranges::equal(
      run.steps, other.steps, [](const MeasuredStep& step, const MeasuredStep& same) {
        return step.step == same.step && step.samples == same.samples &&
               step.centre() == same.centre() && step.settings == same.settings;
      });
}

// The same run on both sides would come out as the same; twice on one side it would count as two
// and hide how far runs differ.
void require_separate(std::span<const MeasuredRun* const> runs) {
  for (std::size_t i = 0; i < runs.size(); ++i) {
    for (std::size_t j = i + 1; j < runs.size(); ++j) {
      std::error_code ignored;
      if (fs::equivalent(runs[i]->file, runs[j]->file, ignored))
        refuse_sides(
            fmt::format("'{}' is given twice; compare needs separate runs", runs[i]->file));
      if (hold_the_same(*runs[i], *runs[j]))
        refuse_sides(fmt::format("'{}' and '{}' hold the same run; compare needs separate runs",
                                 runs[i]->file, runs[j]->file));
    }
  }
}

void require_separate(const ComparedSide& first, const ComparedSide& second) {
  std::vector<const MeasuredRun*> runs;
  for (const ComparedSide* const side : {&first, &second}) {
    for (const MeasuredRun& run : side->runs) runs.push_back(&run);
  }
  require_separate(runs);
}

double centre_of(std::span<const MeasuredStep* const> runs) {
  std::vector<double> centres;
  for (const MeasuredStep* const run : runs) centres.push_back(run->centre());
  return median(centres);
}

bool says_nothing_of_scatter(const MeasuredStep* run) {
  return run->summary ? !run->summary->deviation.has_value() : run->samples.size() < 5;
}

ComparedStep compared_step(const MatchedStep& matched, const JudgeOptions& options) {
  return {.settings = matched.settings,
          .step = matched.step,
          .first = centre_of(matched.first),
          .second = centre_of(matched.second),
          .first_runs = matched.first.size(),
          .second_runs = matched.second.size(),
          .few_samples = std::ranges::any_of(matched.first, says_nothing_of_scatter) ||
                         std::ranges::any_of(matched.second, says_nothing_of_scatter),
          .judgement = judge(matched.first, matched.second, options)};
}

std::string one_of(const std::vector<std::string>& names) {
  return names.empty() ? "nothing" : fmt::format("'{}'", names.front());
}

Matching matched_sides(const ComparedSide& first, const ComparedSide& second,
                       const MatchOptions& options) {
  require_separate(first, second);
  Matching matching = match_steps(first.runs, second.runs, options);
  if (matching.steps.empty()) {
    refuse_sides(fmt::format("'{}' and '{}' have no point in common: one has {}, the other {}",
                             first.name, second.name, one_of(matching.only_first),
                             one_of(matching.only_second)));
  }
  return matching;
}

// What differs between the sides beside their times, and what could not be compared.
std::vector<std::string> notes_of(const ComparedSide& first, const ComparedSide& second) {
  std::vector<std::string> notes;
  const auto differing = [&](const char* what, std::string MeasuredRun::* member) {
    std::set<std::string> before, after;
    for (const MeasuredRun& run : first.runs) before.insert(run.*member);
    for (const MeasuredRun& run : second.runs) after.insert(run.*member);
    if (before != after)
      notes.push_back(fmt::format("{} differ: {} and {}", what, fmt::join(before, ", "),
                                  fmt::join(after, ", ")));
  };
  differing("programs", &MeasuredRun::program);
  differing("devices", &MeasuredRun::device);
  for (const ComparedSide* const side : {&first, &second}) {
    for (const MeasuredRun& run : side->runs) {
      if (run.left_out.empty()) continue;
      notes.push_back(fmt::format(
          "{}: without times: {}{}", run.file, run.left_out.front(),
          run.left_out.size() == 1 ? "" : fmt::format(" and {} more", run.left_out.size() - 1)));
    }
  }
  return notes;
}

}  // namespace

ComparedSide read_side(const std::string& word) {
  ComparedSide side{.name = word, .runs = {}};
  for (const std::string& path : paths_in(word)) side.runs.push_back(read_measured_run(path));
  return side;
}

std::vector<RunComparison> compare(const ComparedSide& first, std::span<const ComparedSide> others,
                                   const CompareOptions& options) {
  std::vector<Matching> matchings;
  std::size_t rows = 0;
  for (const ComparedSide& other : others) {
    matchings.push_back(matched_sides(first, other, options.match));
    rows += matchings.back().steps.size();
  }
  const JudgeOptions judging{.confidence = 1 - options.false_alarms / static_cast<double>(rows),
                             .same_within = options.same_within,
                             .run_scatter = options.run_scatter};
  std::vector<RunComparison> comparisons;
  for (std::size_t i = 0; i < others.size(); ++i) {
    Matching& matching = matchings[i];
    RunComparison comparison{.first = first.name,
                             .second = others[i].name,
                             .steps = {},
                             .only_first = std::move(matching.only_first),
                             .only_second = std::move(matching.only_second),
                             .notes = std::move(matching.notes),
                             .confidence = judging.confidence,
                             .options = options};
    for (const MatchedStep& step : matching.steps)
      comparison.steps.push_back(compared_step(step, judging));
    std::ranges::copy(notes_of(first, others[i]), std::back_inserter(comparison.notes));
    comparisons.push_back(std::move(comparison));
  }
  return comparisons;
}

}  // namespace plumb
