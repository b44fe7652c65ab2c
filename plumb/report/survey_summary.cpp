// plumb/report/survey_summary.cpp - the answers to a stranger's questions, from the records.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/report/survey_summary.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include <fmt/format.h>

#include "plumb/base/printable.h"
#include "plumb/records/verdict.h"
#include "plumb/report/advice.h"
#include "plumb/report/html/device_limits.h"
#include "plumb/report/number.h"

namespace plumb {
namespace {

constexpr std::size_t screen_columns = 80;
constexpr std::size_t screen_lines = 24;
using Lines = std::vector<std::string>;

// One measured point beside what explains it.
struct SurveyedPoint {
  const Point* point = nullptr;
  const Explanation* explanation = nullptr;
  [[nodiscard]] std::string place() const {
    const std::string* text = text_named(point->labels, "data");
    return text != nullptr ? *text : "";
  }
  [[nodiscard]] bool is_predicted() const {
    return explanation != nullptr && explanation->reason.empty();
  }
  // Within the interval of the prediction, or near it where the model gives none.
  [[nodiscard]] bool is_as_predicted() const { return plumb::is_as_predicted(*explanation); }
  [[nodiscard]] double ratio() const { return explanation->measured / explanation->predicted; }
};

std::vector<SurveyedPoint> surveyed_points(const SurveyFindings& findings) {
  std::vector<SurveyedPoint> points;
  for (const SurveyedResult& one : findings.results) {
    std::size_t next = 0;
    for (const Point& point : one.result->points) {
      if (point.roof) continue;
      const Explanation* explanation =
          next < one.explanations.size() ? &one.explanations[next] : nullptr;
      ++next;
      points.push_back({&point, explanation});
    }
  }
  return points;
}

// At most `most` lines, the later ones indented; what does not fit ends in "...".
void add_wrapped(Lines& lines, const std::string& given, std::size_t most) {
  const std::string text = printable_line(given);
  std::string line;
  std::size_t used = 1;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find(' ', at), text.size());
    const std::string word = text.substr(at, end - at);
    at = end + 1;
    if (line.empty() || line.size() + 1 + word.size() <= screen_columns) {
      line += (line.empty() ? "" : " ") + word;
      continue;
    }
    if (used == most) {
      line.resize(std::min(line.size(), screen_columns - 4));
      line += " ...";
      break;
    }
    lines.push_back(line);
    line = "  " + word;
    ++used;
  }
  lines.push_back(line.substr(0, screen_columns));
}

std::string span_text(Seconds time) {
  const auto seconds = static_cast<std::uint64_t>(std::llround(time.count()));
  if (seconds < 60) return fmt::format("{} s", seconds);
  return fmt::format("{} min {} s", seconds / 60, seconds % 60);
}

std::string counted_points(std::size_t count) {
  return fmt::format("{} point{}", count, count == 1 ? "" : "s");
}

void add_title(Lines& lines, const SurveyFindings& findings) {
  const DeviceDescription& device = findings.results.empty()
                                        ? findings.profile->provenance.device
                                        : findings.results.front().result->provenance.device;
  const std::string clock =
      device.clock.value > 0 ? fmt::format(", {}", to_text(device.clock)) : "";
  add_wrapped(lines,
              fmt::format("{} ({}, {} compute units{})", device.name, device.backend,
                          device.compute_units, clock),
              1);
  // What became of earlier points first: where a profile comes from may be too long for the screen.
  std::string how = fmt::format("Surveyed in {}", span_text(findings.took));
  if (findings.kept_points > 0)
    how += fmt::format("; {} kept from an earlier survey{}", counted_points(findings.kept_points),
                       findings.resized_points == 0
                           ? ""
                           : fmt::format(", {} at an earlier size", findings.resized_points));
  if (findings.earlier_records > 0)
    how += fmt::format("; {} record{} of another version moved to '{}'", findings.earlier_records,
                       findings.earlier_records == 1 ? "" : "s", findings.earlier_folder);
  how += fmt::format("; {}", findings.profile_origin);
  add_wrapped(lines, how + ".", 2);
}

void add_device(Lines& lines, const Profile& profile) {
  bool sure = true;
  const auto value = [&](std::string_view name) {
    const Finding* found = finding_named(profile, name);
    if (found == nullptr) return std::optional<double>();
    sure = sure && found->confidence == Confidence::sure;
    return std::optional(found->value.value);
  };
  std::string memory;
  const auto add_rate = [&](const char* verb, std::string_view name) {
    if (const auto rate = value(name))
      memory += fmt::format("{} {} {}", memory.empty() ? "Memory:" : ",", verb,
                            to_text(BytesPerSecond{*rate}));
  };
  add_rate("reads", "bandwidth.memory.read");
  add_rate("writes", "bandwidth.memory.write");
  add_rate("copies", "bandwidth.memory.copy");
  if (const auto time = value("latency.memory.time"))
    memory += fmt::format("{} a load takes {}", memory.empty() ? "Memory:" : ";",
                          to_text(Seconds{*time}));
  if (!memory.empty())
    add_wrapped(
        lines,
        memory +
            (sure ? "." : "; unreliable: end what plumb doctor finds, survey again with -o NEW."),
        2);
  std::string caches;
  for (const Finding& parameter : profile.parameters) {
    if (!parameter.name.starts_with("capacity.level")) continue;
    caches += fmt::format("{} {}", caches.empty() ? "Caches:" : ",",
                          to_text(Bytes{static_cast<std::uint64_t>(parameter.value.value)}));
  }
  if (const auto rate = value("compute.fma.f32.throughput"))
    caches += fmt::format(
        "{} {} in single precision",
        caches.empty() ? "Arithmetic:" : ". Arithmetic:", to_text(FlopsPerSecond{*rate}));
  if (const auto time = value("launch.sync"))
    caches += fmt::format("{} {}", caches.empty() ? "Launching a kernel:" : ". Launching a kernel:",
                          to_text(Seconds{*time}));
  if (!caches.empty()) add_wrapped(lines, caches + ".", 2);
}

LimitShare share_of(const Point& point, const Profile& profile) {
  return has_times(point) ? limit_share(point, credited_work(point), limits_of(profile))
                          : LimitShare{};
}

// "  96 %     12.3 ms     11.8 ms " of a point; blanks where there is none.
std::string place_cells(const SurveyedPoint* shown, const Profile& profile) {
  if (shown == nullptr) return fmt::format("{:>9}{:>12}{:>12}", "-", "-", "-");
  const Point& point = *shown->point;
  if (!has_times(point)) return fmt::format("{:>9}{:>24}", "-", name_of(verdict_of(point)));
  const std::string of_limit = limit_text(share_of(point, profile));
  const std::string predicted = shown->is_predicted() ? to_text(shown->explanation->predicted) +
                                                            (shown->is_as_predicted() ? " " : "*")
                                                      : "- ";
  return fmt::format("{:>9}{:>12}{:>12}", of_limit, to_text(Seconds{point.whole.value}), predicted);
}

Lines workload_rows(const std::vector<SurveyedPoint>& points, const Profile& profile) {
  Lines rows;
  std::vector<std::string> workloads;
  for (const SurveyedPoint& one : points) {
    if (std::ranges::find(workloads, one.point->workload) == workloads.end())
      workloads.push_back(one.point->workload);
  }
  for (const std::string& workload : workloads) {
    const auto first_in = [&](const char* place) -> const SurveyedPoint* {
      const auto found = std::ranges::find_if(points, [&](const SurveyedPoint& one) {
        return one.point->workload == workload && one.place() == place;
      });
      return found != points.end() ? &*found : nullptr;
    };
    std::string row = fmt::format("{:<12}{} {}", printable_line(workload).substr(0, 12),
                                  place_cells(first_in("in memory"), profile),
                                  place_cells(first_in("in cache"), profile));
    row.erase(row.find_last_not_of(' ') + 1);
    rows.push_back(std::move(row));
  }
  return rows;
}

const SurveyedPoint* furthest_off(const std::vector<SurveyedPoint>& points) {
  const SurveyedPoint* furthest = nullptr;
  for (const SurveyedPoint& one : points) {
    if (!one.is_predicted() || one.is_as_predicted()) continue;
    if (furthest == nullptr ||
        distance_off(*one.explanation) > distance_off(*furthest->explanation))
      furthest = &one;
  }
  return furthest;
}

// "lu in memory"; of a point that has no row in the table also what tells it from the one that has.
std::string named_point(const std::vector<SurveyedPoint>& points, const SurveyedPoint& named) {
  std::string name = fmt::format("{} {}", named.point->workload, named.place());
  const auto row = std::ranges::find_if(points, [&](const SurveyedPoint& one) {
    return one.point->workload == named.point->workload && one.place() == named.place();
  });
  for (const auto& [setting, value] : named.point->settings) {
    const std::string* beside = text_named(row->point->settings, setting);
    if (beside == nullptr || *beside == value) continue;
    return name + fmt::format(" with {} {}", setting, value);
  }
  return name;
}

// The point that is furthest from its limit.
const SurveyedPoint* most_to_gain(const std::vector<SurveyedPoint>& points,
                                  const Profile& profile) {
  const SurveyedPoint* found = nullptr;
  double least = 1;
  for (const SurveyedPoint& one : points) {
    const double share = share_of(*one.point, profile).share;
    if (!(share > 0 && share < least)) continue;
    found = &one;
    least = share;
  }
  return found;
}

// What can be typed: about the point that is furthest off, else where most is to be gained.
void add_advice(Lines& lines, const SurveyFindings& findings,
                const std::vector<SurveyedPoint>& points, bool with_parts) {
  const SurveyedPoint* off = furthest_off(points);
  const std::string profile =
      findings.folder.empty() ? "" : fmt::format("{}/profile.json", findings.folder);
  const ExplainedPart* reason = off != nullptr ? main_reason(*off->explanation) : nullptr;
  std::string advice;
  if (reason != nullptr)
    advice = what_to_run(*off->explanation, *reason, off->point->workload, profile);
  const SurveyedPoint* slow = most_to_gain(points, *findings.profile);
  if (advice.empty() && slow != nullptr)
    advice = fmt::format("for {}, {} of the limit, {}", named_point(points, *slow),
                         limit_text(share_of(*slow->point, *findings.profile)),
                         other_variants(slow->point->workload));
  if (!advice.empty()) add_wrapped(lines, fmt::format("Try: {}", advice), 2);
  if (with_parts && reason != nullptr && !findings.folder.empty())
    add_wrapped(lines,
                fmt::format("All parts: plumb explain {}/{}.json --each", findings.folder,
                            off->point->workload),
                1);
}

void add_predictions(Lines& lines, const std::vector<SurveyedPoint>& points,
                     std::size_t reason_lines) {
  const auto predicted = std::ranges::count_if(points, &SurveyedPoint::is_predicted);
  if (points.empty()) return lines.push_back("No workload has been measured yet.");
  if (predicted == 0) {
    std::string why;
    if (points.front().explanation != nullptr)
      why = fmt::format(": {}", points.front().explanation->reason);
    return add_wrapped(lines, fmt::format("Nothing was predicted{}.", why), 2);
  }
  const auto right = std::ranges::count_if(
      points, [](const SurveyedPoint& one) { return one.is_predicted() && one.is_as_predicted(); });
  const SurveyedPoint* off = furthest_off(points);
  std::string text =
      fmt::format("Predictions: {} of {} times are as predicted (* is not)", right, predicted);
  if (off == nullptr) return add_wrapped(lines, text + ".", 1);
  const double ratio = off->ratio();
  text +=
      fmt::format("; furthest off is {}: it {} {} times as {}.", named_point(points, *off),
                  ratio > 1 ? "took" : "was", to_text(significant(std::max(ratio, 1 / ratio), 2)),
                  ratio > 1 ? "long" : "fast");
  add_wrapped(lines, text, 2);
  if (const ExplainedPart* part = main_reason(*off->explanation))
    add_wrapped(lines, fmt::format("Why: {} ({}).", plain_words(part->wrong), part->seen),
                reason_lines);
}

// "Left out, a longer --budget runs more: 3 points (first lu, in memory)."; the way out before what
// may be too long for the line.
void add_missing(Lines& lines, const char* what, const std::vector<std::string>& points) {
  if (points.empty()) return;
  add_wrapped(lines,
              fmt::format("{}: {} ({}{}).", what, counted_points(points.size()),
                          points.size() == 1 ? "" : "first ", points.front()),
              1);
}

// The reason of a difference takes at most so many lines; `with_parts`: and how to see all of them.
Lines ending_of(const SurveyFindings& findings, const std::vector<SurveyedPoint>& points,
                std::size_t reason_lines, bool with_parts) {
  Lines lines;
  add_predictions(lines, points, reason_lines);
  add_advice(lines, findings, points, with_parts);
  add_missing(lines, "Interrupted, the same command goes on", findings.open);
  add_missing(lines, "Left out, a longer --budget runs more", findings.left_out);
  add_missing(lines, "Cannot run here", findings.refused);
  if (!findings.report.empty()) lines.push_back("Report: " + findings.report);
  return lines;
}

// A workload says more than how to ask for the parts of one, and than the end of a long reason.
Lines ending_beside(const SurveyFindings& findings, const std::vector<SurveyedPoint>& points,
                    std::size_t lines_before) {
  for (const bool with_parts : {true, false}) {
    Lines ending = ending_of(findings, points, 2, with_parts);
    if (lines_before + ending.size() <= screen_lines) return ending;
  }
  return ending_of(findings, points, 1, false);
}

}  // namespace

std::vector<std::string> survey_summary(const SurveyFindings& findings) {
  const std::vector<SurveyedPoint> points = surveyed_points(findings);
  Lines lines;
  add_title(lines, findings);
  add_device(lines, *findings.profile);
  Lines rows = workload_rows(points, *findings.profile);
  if (!rows.empty()) {
    lines.push_back(fmt::format("{:<12}{:>32} {:>32}", "", "----------- in memory -----------",
                                "----------- in cache ------------"));
    lines.push_back(fmt::format("{:<12}{:>9}{:>12}{:>12} {:>9}{:>12}{:>12}", "workload", "of limit",
                                "time", "predicted ", "of limit", "time", "predicted"));
  }
  const Lines ending = ending_beside(findings, points, lines.size() + rows.size());
  const std::size_t room = screen_lines - std::min(screen_lines, lines.size() + ending.size());
  if (rows.size() > room) {
    const std::size_t kept = room - std::min<std::size_t>(room, 1);
    const std::string more =
        fmt::format("and {} more: plumb survey --format md has them", rows.size() - kept);
    rows.resize(kept);
    if (room > 0) rows.push_back(more);
  }
  lines.insert(lines.end(), rows.begin(), rows.end());
  lines.insert(lines.end(), ending.begin(), ending.end());
  return lines;
}

Table survey_table(const SurveyFindings& findings) {
  Table table{.title = "survey",
              .columns = {{"workload"},
                          {"data"},
                          {"memory", "MiB"},
                          {"time", "ms"},
                          {"predicted", "ms"},
                          {"as predicted"},
                          {"of limit"},
                          {"limit"},
                          {"result"}}};
  for (const SurveyedPoint& one : surveyed_points(findings)) {
    const Point& point = *one.point;
    const LimitShare near = share_of(point, *findings.profile);
    const bool timed = has_times(point);
    const Missing untimed{point.reason};
    std::vector<Cell> row{point.workload, one.place(),
                          significant(static_cast<double>(point.memory.count) * 0x1p-20, 4)};
    row.emplace_back(timed ? Cell(milliseconds(Seconds{point.whole.value})) : Cell(untimed));
    if (one.is_predicted()) {
      row.emplace_back(milliseconds(one.explanation->predicted));
      row.emplace_back(one.is_as_predicted() ? "yes" : "no");
    } else {
      const Missing none{one.explanation != nullptr ? one.explanation->reason : ""};
      row.emplace_back(none);
      row.emplace_back(none);
    }
    row.emplace_back(near.share >= 1  ? Cell(limit_text(near))
                     : near.share > 0 ? Cell(fixed(near.share, 3))
                                      : Cell(Missing{}));
    row.emplace_back(near.limit == LimitKind::unknown ? Cell(Missing{})
                                                      : Cell(name_of(near.limit)));
    row.emplace_back(name_of(verdict_of(point)));
    table.rows.push_back(std::move(row));
  }
  return table;
}

}  // namespace plumb
