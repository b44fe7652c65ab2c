// plumb/report/html/summary.cpp - five questions of a stranger, answered from the records.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <map>

#include <fmt/format.h>

#include "plumb/base/statistics.h"
#include "plumb/report/html/device_limits.h"
#include "plumb/report/html/sections.h"
#include "plumb/report/profile_tables.h"

namespace plumb {
namespace {

constexpr std::size_t most_answers = 3;  // of one question: the section below has all

std::string rate_text(double bytes_per_second) {
  return readable(exactly(bytes_per_second, "B/s"));
}

std::string share_text(double share) {
  return to_text(significant(100 * share, share < 0.1 ? 2 : 3)) + " %";
}

// "copies at 7.5 GB/s" of each finding that the profile has; what is doubted says so, at the end
// where it is all of them.
std::string findings_text(const Profile& profile,
                          std::initializer_list<std::pair<const char*, const char*>> wanted) {
  std::vector<std::string> parts, doubted;
  for (const auto& [label, name] : wanted) {
    const Finding* found = finding_named(profile, name);
    if (found == nullptr) continue;
    parts.push_back(fmt::format("{} {}", label, readable(found->value)));
    const bool sure = found->confidence == Confidence::sure;
    doubted.push_back(sure ? "" : name_of(found->confidence));
  }
  if (parts.empty()) return "";
  const bool alike =
      std::ranges::all_of(doubted, [&](const std::string& one) { return one == doubted.front(); });
  const std::string& doubt = doubted.front();
  if (alike)
    return fmt::format("{}{}", fmt::join(parts, ", "), doubt.empty() ? "" : "; all " + doubt);
  for (std::size_t i = 0; i < parts.size(); ++i)
    if (!doubted[i].empty()) parts[i] += fmt::format(" ({})", doubted[i]);
  return fmt::format("{}", fmt::join(parts, ", "));
}

std::string memory_line(const Profile& profile, const std::string& title) {
  const std::string found = findings_text(profile, {{"copies at", "bandwidth.memory.copy"},
                                                    {"reads at", "bandwidth.memory.read"},
                                                    {"answers after", "latency.memory.time"}});
  if (found.empty()) return "";
  std::string line = fmt::format("{}: memory {}", title, found);
  const double memory = limits_of(profile).memory;
  if (profile.peak.bandwidth && profile.peak.bandwidth->value > 0 && memory > 0)
    line += fmt::format("; its data sheet promises {}, of which {} is reached",
                        readable(*profile.peak.bandwidth),
                        share_text(memory / profile.peak.bandwidth->value));
  return line + ".";
}

Answer memory_answer(const ReportInputs& inputs) {
  Answer answer{.id = "how-fast", .question = "How fast is my memory?", .lines = {}};
  for (const ReportedProfile& one : inputs.profiles) {
    const std::string line = memory_line(one.profile, run_title(inputs, one));
    if (!line.empty()) answer.lines.push_back(line);
  }
  if (!answer.lines.empty()) return answer;
  // Without a profile: the fastest point says at least so much.
  const RatedPoint* fastest = nullptr;
  const std::vector<RatedPoint> rated = rated_points(inputs);
  for (const RatedPoint& one : rated) {
    if (fastest == nullptr || one.work.bytes_per_second() > fastest->work.bytes_per_second())
      fastest = &one;
  }
  if (fastest != nullptr && fastest->work.bytes > 0) {
    answer.lines.push_back(fmt::format("{}: at least {}, which {} moved.",
                                       run_title(inputs, *fastest->from),
                                       rate_text(fastest->work.bytes_per_second()), fastest->name));
  }
  answer.lines.emplace_back("No profile was given: plumb probe -o profile.json measures one.");
  return answer;
}

std::string nearness_line(const RatedPoint& one, const std::string& where) {
  const std::string name = one.name;
  if (one.near.limit == LimitKind::unknown) {
    return fmt::format(
        "{}{}: {} per iteration; no limit is known without a profile of the "
        "device.",
        name, where, readable(exactly(one.work.seconds, "s")));
  }
  const bool computes = one.near.limit == LimitKind::arithmetic;
  const std::string reached = computes ? readable(exactly(one.work.flops_per_second(), "flop/s"))
                                       : rate_text(one.bytes / one.work.seconds);
  if (!(one.near.share > 0)) {
    return fmt::format("{}{}: {}, more than memory delivers ({}): its data stays in a cache.", name,
                       where, reached, rate_text(one.limits.memory));
  }
  const std::string limit = readable(exactly(one.near.rate, computes ? "flop/s" : "B/s"));
  const std::string whose =
      one.near.limit == LimitKind::cache
          ? fmt::format("caches for {}",
                        readable(exactly(static_cast<double>(one.point->memory.count), "B")))
          : name_of(one.near.limit);
  if (is_beyond(one.near)) {
    return fmt::format(
        "{}{}: {}, more than the probes found for as much data ({}): they were disturbed, or a "
        "cache that they did not see holds it.",
        name, where, reached, limit);
  }
  if (one.near.share >= 1) {
    return fmt::format("{}{}: {}, at the limit of {}: the probes found {}.", name, where, reached,
                       whose, limit);
  }
  return fmt::format("{}{}: {} of the limit of {} ({} of {}).", name, where,
                     share_text(one.near.share), whose, reached, limit);
}

// What is faster than the probes says nothing of the limit.
double known_share(const RatedPoint& one) { return is_beyond(one.near) ? 0 : one.near.share; }

// Of every workload on every device the point that comes nearest.
Answer nearness_answer(const ReportInputs& inputs) {
  Answer answer{
      .id = "how-near", .question = "How near is each workload to the limit?", .lines = {}};
  std::map<std::pair<std::string, std::string>, RatedPoint> best;
  for (const RatedPoint& one : rated_points(inputs)) {
    const auto key = std::pair(one.point->workload, run_title(inputs, *one.from));
    const auto found = best.find(key);
    if (found == best.end() || known_share(one) > known_share(found->second)) best[key] = one;
  }
  for (const auto& [key, one] : best)
    answer.lines.push_back(nearness_line(one, on_device(inputs, *one.from)));
  if (best.empty())
    answer.lines.emplace_back("No result was given: plumb run WORKLOAD -o FILE measures one.");
  return answer;
}

bool is_inside(const Explanation& why) {
  return why.interval && why.measured >= why.interval->low && why.measured <= why.interval->high;
}

Answer prediction_answer(const std::vector<ExplainedPoint>& explained) {
  Answer answer{.id = "was-it-right", .question = "Was the prediction right?", .lines = {}};
  if (explained.empty()) {
    answer.lines.emplace_back(
        "No result holds a prediction: plumb run --predict keeps it, or give plumb report a "
        "profile "
        "of the device and --predict.");
    return answer;
  }
  std::vector<double> errors;
  const ExplainedPoint* worst = nullptr;
  double largest = -1;
  for (const ExplainedPoint& one : explained) {
    const double error = std::fabs(prediction_error(one.why->predicted, one.why->measured));
    errors.push_back(error);
    // Half of the time is as far off as twice the time, as the summary of a survey has it.
    const double far = std::fabs(std::log(one.why->measured / one.why->predicted));
    if (far > largest) worst = &one;
    largest = std::max(largest, far);
  }
  const auto inside = std::ranges::count_if(
      explained, [](const ExplainedPoint& one) { return is_inside(*one.why); });
  answer.lines.push_back(
      fmt::format("{} of {} measured times lie within their predicted 90 % interval; the median "
                  "error is {}.",
                  inside, explained.size(), share_text(median(errors))));
  answer.lines.push_back(fmt::format("Worst is {}: predicted {}, measured {}.", worst->name,
                                     readable(exactly(worst->why->predicted.count(), "s")),
                                     readable(exactly(worst->why->measured.count(), "s"))));
  return answer;
}

struct WrongPart {
  const ExplainedPoint* point = nullptr;
  const ExplainedPart* part = nullptr;
  double missed = 0;  // share of the measured whole
};

// The parts that were predicted wrong, those that matter most to their point first.
std::vector<WrongPart> wrong_parts_of(const std::vector<ExplainedPoint>& explained) {
  std::vector<WrongPart> wrong;
  for (const ExplainedPoint& one : explained) {
    for (const ExplainedPart& part : one.why->parts) {
      if (part.wrong == Term::none) continue;
      const Seconds missed = part.measured - part.predicted;
      wrong.push_back({&one, &part, std::fabs(missed.count()) / one.why->measured.count()});
    }
  }
  std::ranges::sort(wrong, [](const WrongPart& a, const WrongPart& b) {
    if (a.missed != b.missed) return a.missed > b.missed;
    return std::pair(a.point, a.part) < std::pair(b.point, b.part);  // in the order of the records
  });
  return wrong;
}

Answer reason_answer(const std::vector<ExplainedPoint>& explained,
                     const std::vector<WrongPart>& wrong) {
  Answer answer{.id = "why-not", .question = "Why not?", .lines = {}};
  for (const WrongPart& one : wrong) {
    if (answer.lines.size() == most_answers) break;
    answer.lines.push_back(fmt::format("{}, {}: {}: {}.", one.point->name, one.part->name,
                                       name_of(one.part->wrong), one.part->seen));
  }
  if (wrong.size() > most_answers)
    answer.lines.push_back(
        fmt::format("{} more parts are explained below.", wrong.size() - most_answers));
  if (!wrong.empty()) return answer;
  answer.lines.emplace_back(explained.empty()
                                ? "Without a prediction there is no difference to explain."
                                : "Every part took as long as was predicted.");
  return answer;
}

Answer advice_answer(const ReportInputs& inputs, const std::vector<WrongPart>& wrong) {
  Answer answer{.id = "what-to-try", .question = "What should I try?", .lines = {}};
  for (const WrongPart& one : wrong) {
    if (answer.lines.size() == most_answers) break;
    if (one.part->to_try.empty() || one.part->to_try.starts_with("nothing:")) continue;
    const auto said = std::ranges::find_if(answer.lines, [&](const std::string& line) {
      return line.find(one.part->to_try) != std::string::npos;
    });
    if (said == answer.lines.end())
      answer.lines.push_back(fmt::format("{}: {}.", one.point->name, one.part->to_try));
  }
  if (!answer.lines.empty()) return answer;
  const std::vector<RatedPoint> rated = rated_points(inputs);
  const RatedPoint* farthest = nullptr;
  for (const RatedPoint& one : rated) {
    const double share = one.near.share;
    if (share > 0 && share < 1 && (farthest == nullptr || share < farthest->near.share))
      farthest = &one;
  }
  if (farthest != nullptr) {
    answer.lines.push_back(fmt::format(
        "{} leaves most to gain: {} of the limit. plumb run {} --predict and plumb explain say "
        "where its time goes.",
        farthest->name, share_text(farthest->near.share), farthest->point->workload));
  } else {
    answer.lines.emplace_back(
        "plumb survey probes this machine, runs every workload and explains the differences.");
  }
  return answer;
}

}  // namespace

Section summary_section(const ReportInputs& inputs) {
  const std::vector<ExplainedPoint> explained = explained_points(inputs);
  const std::vector<WrongPart> wrong = wrong_parts_of(explained);
  return {.id = "summary",
          .title = "Summary",
          .blocks = {memory_answer(inputs), nearness_answer(inputs), prediction_answer(explained),
                     reason_answer(explained, wrong), advice_answer(inputs, wrong)}};
}

}  // namespace plumb
