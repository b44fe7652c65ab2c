// plumb/workloads/himeno/suite.cpp - the ladder: which points, in which table, what stands below.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <fmt/format.h>

#include "plumb/records/verdict.h"
#include "plumb/workloads/himeno/grid.h"
#include "plumb/workloads/himeno/himeno.h"
#include "plumb/workloads/himeno/paper.h"
#include "plumb/workloads/himeno/variants.h"

namespace plumb::himeno {
namespace {

std::string all_variants() {
  std::vector<std::string_view> names;
  for (const VariantRow* row : rows_of_ladder()) names.push_back(row->shown.name);
  return fmt::format("{}", fmt::join(names, ","));
}

// Of no variant, which the device then decides: what most of them take.
std::string iterations_for(const std::string& size, const std::string& variant) {
  const VariantRow* row = find_variant(variant);
  const auto iterations =
      row != nullptr ? row->suite_iterations : VariantRow{.shown = {}}.suite_iterations;
  const double points = static_cast<double>(grid_named(size).points());
  return std::to_string(iterations[points < 1e6 ? 0 : points < 1e8 ? 1 : 2]);
}

bool shows_paper(const NamedTexts& chosen) { return chosen_or(chosen, "variant", "") == "all"; }

std::string best_remark(const Point& best) {
  const Grid grid = grid_named(*text_named(best.settings, "size"));
  const double mflops = credited_work(best).flops_per_second() * 1e-6;
  return fmt::format(
      "best: {} {} {} with {:.6g} MFLOPS, score {:.5g} (official, 82.84 MFLOPS of a Pentium III); "
      "the C sources would print {:.5g} (82), the dynamic one {:.6g} MFLOPS",
      *text_named(best.settings, "variant"), *text_named(best.settings, "size"),
      *text_named(best.settings, "precision"), mflops, score(mflops), score_of_c_sources(mflops),
      mflops * flops_as_dynamic_version(grid) / flops_of_iteration(grid));
}

PublishedRow published(const PaperRow& row) {
  return {.what = std::string(row.what),
          .settings = {{"size", "M"}, {"precision", "f32"}},
          .values = {{"8800 GTX", row.gflops_8800_gtx}, {"GTX 280", row.gflops_gtx_280}}};
}

}  // namespace

NamedTexts suite_lists(const NamedTexts& chosen) {
  NamedTexts lists{{"size", chosen_or(chosen, "size", "M")},
                   {"precision", chosen_or(chosen, "precision", "f32")}};
  if (const std::string* variant = text_named(chosen, "variant"))
    lists.emplace_back("variant", *variant == "all" ? all_variants() : *variant);
  lists.emplace_back("iterations", chosen_or(chosen, "iterations", "auto"));
  return with_others(std::move(lists), chosen);
}

NamedTexts suite_point(const NamedTexts& combination) {
  if (chosen_or(combination, "iterations", "auto") != "auto") return combination;
  const std::string size = chosen_or(combination, "size", "M");
  check(*std::ranges::find(parameters, "size", &Parameter::name), size);
  return with_text(combination, "iterations",
                   iterations_for(size, chosen_or(combination, "variant", "")));
}

// The last rung, as the paper searched it: the padding of 0 to 16 KiB that is fastest here.
std::vector<NamedTexts> paddings_to_search(const NamedTexts& point) {
  std::vector<NamedTexts> forms;
  const VariantRow* row = find_variant(chosen_or(point, "variant", ""));
  if (row == nullptr || !row->searches_padding || text_named(point, "padding") != nullptr)
    return forms;
  for (std::uint64_t padding = 0; padding <= 16384; padding += 1280)
    forms.push_back({{"padding", std::to_string(padding)}});
  return forms;
}

std::vector<TableLayout> suite_layouts(const NamedTexts& chosen, const std::string& device) {
  const std::string coefficients = chosen_or(chosen, "coefficients", "random");
  TableLayout table{.title = fmt::format("himeno on {}: {} coefficients", device, coefficients)};
  std::vector<ColumnLayout>& columns = table.columns;
  columns.push_back({"variant", ColumnKind::setting, "variant"});
  if (shows_paper(chosen)) {
    for (const char* gpu : {"8800 GTX", "GTX 280"})
      columns.push_back({gpu, ColumnKind::published, gpu, "GFLOPS", 1});
  }
  for (const char* name : {"size", "precision", "iterations"})
    columns.push_back({name, ColumnKind::setting, name});
  columns.insert(columns.end(), {{"time", ColumnKind::time, "", "us", 4},
                                 {"rate", ColumnKind::rate, "", "GFLOPS", 4},
                                 {"gain", ColumnKind::gain, "size,precision", "", 2},
                                 {"bandwidth", ColumnKind::bandwidth, "", "GB/s", 4},
                                 {"of copy", ColumnKind::of_copy, "", "", 3},
                                 {"gosa", ColumnKind::reading, "gosa", "", 6}});
  // Only official data have a known gosa at every size.
  if (coefficients == "official")
    columns.push_back({"off double by", ColumnKind::off_expected, "gosa", "", 2});
  columns.push_back({"result", ColumnKind::verdict});
  table.notes = {"bandwidth: 14 words per inner point and iteration; gain: over the row above"};
  return {table};
}

std::vector<PublishedRow> published_rows(const NamedTexts& chosen) {
  if (!shows_paper(chosen)) return {};
  std::vector<PublishedRow> rows{published(paper_rival)};
  for (const VariantRow* row : rows_of_ladder()) {
    if (row->paper.what.empty()) continue;
    rows.push_back(published(row->paper));
    rows.back().settings.emplace_back("variant", row->shown.name);
  }
  return rows;
}

std::vector<std::string> suite_remarks(std::span<const Point> points) {
  std::vector<std::string> remarks;
  const Point* best = nullptr;
  for (const Point& point : points) {
    if (!has_times(point)) continue;
    if (best == nullptr ||
        credited_work(point).flops_per_second() > credited_work(*best).flops_per_second())
      best = &point;
    const std::string padding = chosen_or(point.settings, "padding", "auto");
    if (padding != "auto" && padding != "0") {
      remarks.push_back(
          fmt::format("{}: {} B between planes", *text_named(point.settings, "variant"), padding));
    }
  }
  if (best == nullptr) return remarks;
  remarks.push_back(best_remark(*best));
  const ReadingResult* gosa = reading_named(*best, "gosa");
  if (gosa == nullptr || gosa->expected.empty()) return remarks;  // not verified
  remarks.push_back(fmt::format("gosa of iteration {} in double on the host: {:.9g}",
                                *text_named(best->settings, "iterations"), gosa->expected.back()));
  return remarks;
}

std::vector<ChartLayout> charts() {
  return {{.title = "rate of each rung of the ladder",
           .across = {"variant"},
           .value = {"rate", ColumnKind::rate, "", "GFLOPS", 4},
           .by = {"size", "precision"},
           .published = {"8800 GTX", "GTX 280"},
           .source = "paper 001, the Himeno ladder"},
          {.title = "share of the copy in the same run",
           .across = {"variant"},
           .value = {"of copy", ColumnKind::of_copy, "", "", 3},
           .by = {"size", "precision"}}};
}

}  // namespace plumb::himeno
