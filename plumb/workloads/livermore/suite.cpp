// plumb/workloads/livermore/suite.cpp - the 24 kernels at the official spans, and their tables.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <fmt/format.h>

#include "plumb/base/error.h"
#include "plumb/records/verdict.h"
#include "plumb/workloads/livermore/livermore.h"
#include "plumb/workloads/livermore/rows.h"

namespace plumb::livermore {
namespace {

constexpr std::string_view official_spans = "long,medium,short";

std::string all_kernels() {
  std::vector<unsigned> numbers;
  for (const KernelRow* row : kernel_rows()) numbers.push_back(row->number);
  return fmt::format("{}", fmt::join(numbers, ","));
}

unsigned kernel_number(const std::string& text) {
  check(*std::ranges::find(parameters, "kernel", &Parameter::name), text);
  return static_cast<unsigned>(std::stoul(text));
}

// Elements of the long arrays, as a span: 1 to 2^30.
std::uint64_t points_in(const std::string& text) {
  const Parameter points{
      .name = "points", .default_value = {}, .choices = {}, .most = 1ULL << 30U, .help = {}};
  check(points, text);
  return std::stoull(text);
}

bool has_three_spans(const NamedTexts& chosen) {
  return text_named(chosen, "points") == nullptr &&
         chosen_or(chosen, "span", official_spans) == official_spans;
}

TableLayout rows_layout(const NamedTexts& chosen, const std::string& device) {
  const std::string* points = text_named(chosen, "points");
  const std::string length = points != nullptr ? fmt::format("arrays of {} elements", *points)
                             : has_three_spans(chosen)
                                 ? "span long"
                                 : "span " + chosen_or(chosen, "span", official_spans);
  TableLayout table{.title = fmt::format("livermore on {}: variant {}, {} data, {}, {}", device,
                                         chosen_or(chosen, "variant", "best"),
                                         chosen_or(chosen, "data", "official"),
                                         chosen_or(chosen, "precision", "f64"), length)};
  table.columns = {{"kernel", ColumnKind::setting, "kernel"},
                   {"name", ColumnKind::setting, "name"},
                   {"thesis", ColumnKind::setting, "thesis"},
                   {"ours", ColumnKind::setting, "ours"},
                   {"technique", ColumnKind::setting, "technique"},
                   {"span", ColumnKind::setting, "iterations of the loop"},
                   {"passes", ColumnKind::launches},
                   {"time", ColumnKind::time, "", "us", 4},
                   {"rate", ColumnKind::rate, "", "MFLOPS", 4},
                   {"bandwidth", ColumnKind::bandwidth, "", "GB/s", 3},
                   {"of copy", ColumnKind::of_copy, "", "", 2},
                   {"host core", ColumnKind::of_host, "", "", 3},
                   {"digits", ColumnKind::reading, "digits"},
                   {"result", ColumnKind::verdict}};
  if (has_three_spans(chosen)) table.where.emplace_back("span", "long");
  table.notes = {
      "host core: one core's time / time; digits of the strict sum against the host's loop",
      "patterns: 1 no dependence, 2 several passes, 3 dependence between steps, 4 decided at run "
      "time; s scan, t triangular solve, a scatter, v speculate and verify, w wavefront"};
  return table;
}

TableLayout beside_layout() {
  return {.kind = TableKind::beside,
          .title = "the thesis's passes beside ours",
          .columns = {{"kernel", ColumnKind::setting, "kernel"},
                      {"name", ColumnKind::setting, "name"},
                      {"span", ColumnKind::setting, "iterations of the loop"}},
          .where = {{"variant", "thesis"}},
          .against = {{"variant", "best"}},
          .sides = {"its", "our"}};
}

TableLayout statistics_layout() {
  return {.kind = TableKind::statistics,
          .title = "statistics of the suite",
          .columns = {{"rate", ColumnKind::rate, "", "MFLOPS", 4}},
          .notes = {"the suite asks for all of them: no single number describes a machine"}};
}

}  // namespace

NamedTexts suite_lists(const NamedTexts& chosen) {
  const std::string* points = text_named(chosen, "points");
  if (points != nullptr && text_named(chosen, "span") != nullptr)
    throw Error(ErrorKind::input, "--span and --points both say how long the loops are; take one");
  NamedTexts lists;
  if (points != nullptr) {
    lists.emplace_back("points", *points);
  } else {
    lists.emplace_back("span", chosen_or(chosen, "span", official_spans));
  }
  const std::string kernels = chosen_or(chosen, "kernel", "all");
  lists.emplace_back("kernel", kernels == "all" ? all_kernels() : kernels);
  lists.emplace_back("variant", chosen_or(chosen, "variant", "best"));
  return with_others(std::move(lists), chosen);
}

NamedTexts suite_point(const NamedTexts& combination) {
  const std::string* points = text_named(combination, "points");
  if (points == nullptr) return combination;
  const unsigned kernel = kernel_number(chosen_or(combination, "kernel", "1"));
  NamedTexts point =
      with_text(combination, "span", std::to_string(span_of_points(kernel, points_in(*points))));
  std::erase_if(point, [](const auto& pair) { return pair.first == "points"; });
  return point;
}

std::vector<NamedTexts> best_beside_thesis(const NamedTexts& point) {
  if (chosen_or(point, "variant", "best") != "thesis") return {};
  return {with_text(point, "variant", "best")};
}

std::vector<TableLayout> suite_layouts(const NamedTexts& chosen, const std::string& device) {
  std::vector<TableLayout> layouts{rows_layout(chosen, device)};
  TableLayout statistics = statistics_layout();
  if (chosen_or(chosen, "variant", "best") == "thesis") {
    layouts.front().where.emplace_back("variant", "thesis");
    statistics.where.emplace_back("variant", "thesis");
    layouts.push_back(beside_layout());
  }
  layouts.push_back(std::move(statistics));
  return layouts;
}

std::vector<std::string> suite_remarks(std::span<const Point> points) {
  std::vector<std::string> remarks;
  std::vector<bool> is_shown(kernel_rows().size() + 1);
  for (const Point& point : points) {
    const unsigned kernel = kernel_number(*text_named(point.settings, "kernel"));
    is_shown[kernel] = true;
    const ReadingResult* sweeps = reading_named(point, "sweeps");
    if (sweeps == nullptr) continue;
    const bool settled = reading_named(point, "settled")->values.back() != 0;
    remarks.push_back(fmt::format("kernel {} at span {}: {} sweeps{}", kernel,
                                  *text_named(point.labels, "iterations of the loop"),
                                  sweeps->values.back(),
                                  settled ? "" : ", not settled: the sequential order was taken"));
  }
  for (const KernelRow* row : kernel_rows()) {
    if (is_shown[row->number] && !row->reason.empty())
      remarks.push_back(fmt::format("{}: {} not {}: {}", row->number, row->pattern,
                                    row->thesis_pattern, row->reason));
  }
  return remarks;
}

NamedTexts explanation(const std::string& kernel) {
  const KernelRow& about = kernel_row(kernel_number(kernel));
  return {{"title", fmt::format("kernel {}: {}", kernel, about.name)},
          {"loop", std::string(about.loop)},
          {"dependence", std::string(about.dependence)},
          {"technique", std::string(about.technique)},
          {"pattern", fmt::format("{}{}", about.pattern,
                                  about.reason.empty() ? "" : ": " + std::string(about.reason))},
          {"thesis", fmt::format("pattern {}: {}", about.thesis_pattern, about.thesis)},
          {"flops", fmt::format("{} per iteration by the official weights", about.flops)}};
}

// What a parameter does not touch ties with the others.
std::vector<NamedTexts> candidates(const DeviceTraits& device) {
  std::vector<NamedTexts> all;
  if (device.kind == DeviceKind::cpu) {
    for (const char* chunk : {"1024", "2048", "4096", "8192", "16384", "65536"})
      all.push_back({{"variant", "best"}, {"chunk", chunk}});
    return all;
  }
  for (const char* scan : {"tiles", "stream"}) {
    for (const char* scatter : {"sorted", "atomic"})
      all.push_back({{"variant", "best"}, {"scan", scan}, {"scatter", scatter}});
  }
  return all;
}

std::vector<ChartLayout> charts() {
  return {{.title = "rate of each kernel",
           .across = {"kernel"},
           .value = {"rate", ColumnKind::rate, "", "MFLOPS", 4},
           .by = {"variant", "span", "precision"},
           .logarithmic = true},
          {.title = "share of the copy in the same run",
           .across = {"kernel"},
           .value = {"of copy", ColumnKind::of_copy, "", "", 2},
           .by = {"variant", "span", "precision"}},
          {.title = "times as fast as one core of the host",
           .across = {"kernel"},
           .value = {"of host", ColumnKind::of_host, "", "", 3},
           .by = {"variant", "span", "precision"},
           .source = "paper 003 compares with one core",
           .logarithmic = true}};
}

}  // namespace plumb::livermore
