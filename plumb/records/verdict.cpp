// plumb/records/verdict.cpp - a point's status and verification as one verdict.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/records/verdict.h"

#include <array>

#include <fmt/format.h>

#include "plumb/records/names.h"

namespace plumb {
namespace {

constexpr std::array<std::string_view, 5> words{"right", "WRONG", "not checked", "refused",
                                                "error"};

struct Row {
  std::string name;  // empty: the only one
  Quantity time;
};

std::vector<Row> rows_of(const Point& point, PointRows rows) {
  if (point.steps.empty()) return {};
  if (rows == PointRows::credited_work)
    return {{"", quantity_of(credited_work(point).samples, "s")}};
  std::vector<Row> all;
  for (const StepResult& step : point.steps)
    all.push_back({fmt::format(" of '{}'", step.name), step.time});
  if (!point.whole.samples.empty()) all.push_back({" of the whole", point.whole});
  return all;
}

// "0.53 %", "74 %", "12773 %"
std::string percent(double share) {
  return share < 0.1 ? fmt::format("{:.2g} %", 100 * share) : fmt::format("{:.0f} %", 100 * share);
}

}  // namespace

Verdict verdict_of(const Point& point) {
  switch (point.status) {
    case Status::wrong:
      return Verdict::wrong;
    case Status::error:
      return Verdict::failed;
    case Status::skipped:
      return Verdict::refused;
    case Status::ok:
    case Status::unreliable:
      break;
  }
  return point.verification.checked ? Verdict::right : Verdict::not_checked;
}

bool has_interval(const Quantity& time) { return time.samples.size() != 1; }

double noise_of(const Quantity& time) {
  return time.value > 0 ? (time.high - time.low) / 2 / time.value : 0;
}

bool is_noisy(const Point& point, const Quantity& time) {
  return point.max_noise ? noise_of(time) > *point.max_noise : point.status == Status::unreliable;
}

std::string doubt_of(const Point& point, PointRows rows) {
  std::string noisy;
  for (const Row& row : rows_of(point, rows)) {
    if (!is_noisy(point, row.time)) continue;
    noisy += fmt::format("{}{}{}", noisy.empty() ? "noise " : ", ", percent(noise_of(row.time)),
                         row.name);
  }
  const std::size_t count = point.steps.empty() ? 0 : point.steps.front().time.samples.size();
  const std::string samples = fmt::format("{} sample{}", count, count == 1 ? "" : "s");
  if (!noisy.empty() && point.max_noise)
    return fmt::format("{} after {} (limit {})", noisy, samples, percent(*point.max_noise));
  if (point.cut_short)
    return fmt::format("cut short after {}: less than --min-time and --min-samples ask for",
                       samples);
  return count == 1 ? "one sample has no interval: its noise is not known" : "";
}

bool has_times(const Point& point) { return !point.steps.empty() && point.status != Status::wrong; }

std::string name_of(Verdict verdict) { return name_in(words, verdict); }

std::string mark_of(const Point& point, const Quantity& time) {
  if (has_interval(time) && is_noisy(point, time)) return "noisy";
  if (point.cut_short) return "cut short";
  return has_interval(time) ? "" : "one sample";
}

std::string verdict_text(const Point& point, const Quantity& time) {
  const std::string mark = mark_of(point, time);
  return name_of(verdict_of(point)) + (mark.empty() ? "" : ", " + mark);
}

std::string verdict_text(const Point& point) {
  if (!has_times(point)) return name_of(verdict_of(point));
  return verdict_text(point, quantity_of(credited_work(point).samples, "s"));
}

}  // namespace plumb
