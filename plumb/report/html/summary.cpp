// plumb/report/html/summary.cpp - five questions of a stranger, answered from the records.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include <fmt/format.h>

#include "plumb/base/statistics.h"
#include "plumb/report/advice.h"
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
  const Finding* copy = finding_named(profile, "bandwidth.memory.copy");
  if (copy != nullptr && copy->confidence == Confidence::unreliable)
    line += "; end what plumb doctor finds on that machine, then plumb survey -o NEW";
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

// Those that are not as predicted, the furthest off first.
std::vector<const ExplainedPoint*> points_off(const std::vector<ExplainedPoint>& explained) {
  std::vector<const ExplainedPoint*> off;
  for (const ExplainedPoint& one : explained) {
    if (!is_as_predicted(*one.why)) off.push_back(&one);
  }
  std::ranges::sort(off, [](const ExplainedPoint* a, const ExplainedPoint* b) {
    const double far_a = distance_off(*a->why), far_b = distance_off(*b->why);
    return far_a != far_b ? far_a > far_b : a < b;  // they lie in one vector
  });
  return off;
}

Answer prediction_answer(const std::vector<ExplainedPoint>& explained,
                         const std::vector<const ExplainedPoint*>& off) {
  Answer answer{.id = "was-it-right", .question = "Was the prediction right?", .lines = {}};
  if (explained.empty()) {
    answer.lines.emplace_back(
        "No result holds a prediction: plumb run --predict keeps it, or give plumb report a "
        "profile "
        "of the device and --predict.");
    return answer;
  }
  std::vector<double> errors;
  for (const ExplainedPoint& one : explained)
    errors.push_back(std::fabs(prediction_error(one.why->predicted, one.why->measured)));
  const bool has_intervals = std::ranges::all_of(
      explained, [](const ExplainedPoint& one) { return one.why->interval.has_value(); });
  answer.lines.push_back(
      fmt::format("{} of {} measured times {}; the median error is {}.",
                  explained.size() - off.size(), explained.size(),
                  has_intervals ? "lie within their predicted 90 % interval" : "are as predicted",
                  share_text(median(errors))));
  if (!off.empty())
    answer.lines.push_back(fmt::format("Furthest off is {}: predicted {}, measured {}.",
                                       off.front()->name,
                                       readable(exactly(off.front()->why->predicted.count(), "s")),
                                       readable(exactly(off.front()->why->measured.count(), "s"))));
  return answer;
}

// Of a point that is off the part that has the say; one of each workload and term.
struct Reason {
  const ExplainedPoint* point = nullptr;
  const ExplainedPart* part = nullptr;
};

std::vector<Reason> reasons_of(const std::vector<const ExplainedPoint*>& off) {
  std::vector<Reason> reasons;
  for (const ExplainedPoint* one : off) {
    const ExplainedPart* part = main_reason(*one->why);
    if (part == nullptr) continue;
    const bool said = std::ranges::any_of(reasons, [&](const Reason& other) {
      return other.part->wrong == part->wrong &&
             other.point->point->workload == one->point->workload;
    });
    if (!said) reasons.push_back({one, part});
  }
  return reasons;
}

Answer reason_answer(const std::vector<ExplainedPoint>& explained,
                     const std::vector<const ExplainedPoint*>& off,
                     const std::vector<Reason>& reasons) {
  Answer answer{.id = "why-not", .question = "Why not?", .lines = {}};
  for (const Reason& one : reasons) {
    if (answer.lines.size() == most_answers) break;
    answer.lines.push_back(fmt::format("{}, {}: {} ({}).", one.point->name, one.part->name,
                                       plain_words(one.part->wrong), one.part->seen));
  }
  if (off.size() > answer.lines.size() && !reasons.empty())
    answer.lines.push_back(
        fmt::format("Below, all {} points that are off are explained part by part.", off.size()));
  if (!answer.lines.empty()) return answer;
  answer.lines.emplace_back(
      explained.empty() ? "Without a prediction there is no difference to explain."
      : off.empty()     ? "Every point took as long as was predicted."
                        : "Each part is within its interval, only their sum is not.");
  return answer;
}

// Where most is to be gained.
std::string gain_line(const ReportInputs& inputs) {
  const std::vector<RatedPoint> rated = rated_points(inputs);
  const RatedPoint* farthest = nullptr;
  for (const RatedPoint& one : rated) {
    const double share = one.near.share;
    if (share > 0 && share < 1 && (farthest == nullptr || share < farthest->near.share))
      farthest = &one;
  }
  if (farthest == nullptr)
    return "plumb survey probes this machine, runs every workload and explains the differences.";
  return fmt::format("{} leaves most to gain, {} of the limit: {}.", farthest->name,
                     share_text(farthest->near.share), other_variants(farthest->point->workload));
}

// What the reader can type, once of each workload, then what its author may change.
Answer advice_answer(const ReportInputs& inputs, const std::vector<Reason>& reasons) {
  Answer answer{.id = "what-to-try", .question = "What should I try?", .lines = {}};
  std::set<std::string> said;
  for (const Reason& one : reasons) {
    if (answer.lines.size() == most_answers) break;
    const std::string& change = one.part->to_try;
    if (change.empty() || change.starts_with("nothing:") || !said.insert(change).second) continue;
    std::string run = what_to_run(*one.point->why, *one.part, one.point->point->workload);
    if (run.empty()) run = "it was faster";
    if (!said.insert(one.point->point->workload + run).second) run.clear();
    answer.lines.push_back(fmt::format("{}: {}{}to its author: {}.", one.point->name, run,
                                       run.empty() ? "" : "; ", change));
  }
  if (answer.lines.empty()) answer.lines.push_back(gain_line(inputs));
  return answer;
}

}  // namespace

Section summary_section(const ReportInputs& inputs) {
  const std::vector<ExplainedPoint> explained = explained_points(inputs);
  const std::vector<const ExplainedPoint*> off = points_off(explained);
  const std::vector<Reason> reasons = reasons_of(off);
  return {
      .id = "summary",
      .title = "Summary",
      .blocks = {memory_answer(inputs), nearness_answer(inputs), prediction_answer(explained, off),
                 reason_answer(explained, off, reasons), advice_answer(inputs, reasons)}};
}

}  // namespace plumb
