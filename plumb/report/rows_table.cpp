// plumb/report/rows_table.cpp - one row per point, column by column as a layout says.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "plumb/records/copy_precision.h"
#include "plumb/records/verdict.h"
#include "plumb/report/result_tables.h"

namespace plumb {
namespace {

// Columns that say something about a point that did not run.
bool is_known_before(ColumnKind kind) {
  return kind == ColumnKind::setting || kind == ColumnKind::published ||
         kind == ColumnKind::verdict;
}

// Of seconds, flop/s or B/s into the unit of a column.
double scale_of(std::string_view unit) {
  constexpr std::array<std::pair<std::string_view, double>, 6> scales{{{"us", 1e6},
                                                                       {"ms", 1e3},
                                                                       {"MFLOPS", 1e-6},
                                                                       {"GFLOPS", 1e-9},
                                                                       {"GB/s", 1e-9},
                                                                       {"TB/s", 1e-12}}};
  for (const auto& [name, scale] : scales) {
    if (name == unit) return scale;
  }
  return 1;
}

// "size or precision", of "size,precision"
std::string spoken(std::string names) {
  const std::size_t comma = names.rfind(',');
  if (comma != std::string::npos) names.replace(comma, 1, " or ");
  return names;
}

// A form for CPUs says nothing about one for GPUs; what is for any device can follow both.
bool of_one_kind(const Point& a, const Point& b) {
  const std::string* one = text_named(a.labels, "form");
  const std::string* other = text_named(b.labels, "form");
  if (one == nullptr || other == nullptr || *one == "any" || *other == "any") return true;
  return *one == *other;
}

bool agree_in(const Point& a, const Point& b, std::string_view names) {
  while (!names.empty()) {
    const std::size_t comma = std::min(names.find(','), names.size());
    const std::string* one = text_named(a.settings, names.substr(0, comma));
    const std::string* other = text_named(b.settings, names.substr(0, comma));
    if (one == nullptr || other == nullptr || *one != *other) return false;
    names.remove_prefix(std::min(names.size(), comma + 1));
  }
  return true;
}

// The copy that was measured in the point's precision; null where there is none.
const Point* roof_of(const Result& result, const Point& point) {
  const std::string* precision = text_named(point.settings, "precision");
  for (const Point& roof : result.points) {
    const std::string* its = text_named(roof.settings, "precision");
    if (roof.roof && its != nullptr && (precision == nullptr || *its == copy_precision(*precision)))
      return &roof;
  }
  return nullptr;
}

// Makes the cells of one row; knows the row above.
class RowMaker {
 public:
  RowMaker(const Result& result, const Point& point, const Point* above)
      : result_(&result), point_(&point), above_(above) {
    if (has_times(point)) rated_ = credited_work(point);
  }

  [[nodiscard]] Cell cell(const ColumnLayout& column) const {
    const double scale = scale_of(column.unit);
    switch (column.kind) {
      case ColumnKind::setting:
        return setting_cell(*point_, column.name);
      case ColumnKind::time:
        return significant(rated_.seconds * scale, column.digits);
      case ColumnKind::step_time:
        return step_time(column, scale);
      case ColumnKind::rate:
        return significant(rated_.flops_per_second() * scale, column.digits);
      case ColumnKind::gain:
        return gain(column);
      case ColumnKind::bandwidth:
        return significant(rated_.bytes_per_second() * scale, column.digits);
      case ColumnKind::of_copy:
        return of_copy(column);
      case ColumnKind::reading:
        return reading(column);
      case ColumnKind::off_expected:
        return off_expected(column);
      case ColumnKind::launches:
        return point_->steps.back().launches;
      case ColumnKind::of_host:
        return point_->host ? Cell(significant(point_->host->value / rated_.seconds, column.digits))
                            : Cell(Missing{"the host was not timed"});
      case ColumnKind::published:
        return published(column);
      case ColumnKind::verdict:
        break;
    }
    return verdict_text(*point_);
  }

 private:
  [[nodiscard]] Cell step_time(const ColumnLayout& column, double scale) const {
    const auto found = std::ranges::find(point_->steps, column.name, &StepResult::name);
    if (found == point_->steps.end())
      return Missing{fmt::format("there is no step '{}'", column.name)};
    return significant(found->time.value * scale, column.digits);
  }

  // Where the step from the row above is the variant alone.
  [[nodiscard]] Cell gain(const ColumnLayout& column) const {
    if (above_ == nullptr) return Missing{"there is no row above"};
    if (!agree_in(*above_, *point_, column.name))
      return Missing{fmt::format("the row above has another {}", spoken(column.name))};
    if (!has_times(*above_)) return Missing{"the row above has no time"};
    if (!of_one_kind(*above_, *point_))
      return Missing{"the row above is for another kind of device"};
    return fixed(rated_.flops_per_second() / credited_work(*above_).flops_per_second(),
                 column.digits);
  }

  [[nodiscard]] Cell of_copy(const ColumnLayout& column) const {
    const Point* roof = roof_of(*result_, *point_);
    if (roof == nullptr) return Missing{"the run ended before the copy was measured"};
    if (!has_times(*roof)) return Missing{fmt::format("the copy failed: {}", roof->reason)};
    return fixed(rated_.bytes_per_second() / credited_work(*roof).bytes_per_second(),
                 column.digits);
  }

  [[nodiscard]] Cell reading(const ColumnLayout& column) const {
    const ReadingResult* found = reading_named(*point_, column.name);
    if (found == nullptr) return Missing{fmt::format("{} was not read", column.name)};
    const double value = found->values.back();
    if (column.digits == 0) return static_cast<std::int64_t>(std::llround(value));
    return significant(value, column.digits);
  }

  [[nodiscard]] Cell off_expected(const ColumnLayout& column) const {
    const ReadingResult* found = reading_named(*point_, column.name);
    if (found == nullptr || found->expected.empty() || found->expected.back() == 0)
      return Missing{fmt::format("{} was not verified", column.name)};
    return significant(std::fabs(found->values.back() / found->expected.back() - 1), column.digits);
  }

  // Of a variant that was published once, beside all its points; else beside those that agree.
  [[nodiscard]] Cell published(const ColumnLayout& column) const {
    const std::string* own = text_named(point_->settings, "variant");
    const auto is_of_variant = [&](const PublishedRow& row) {
      const std::string* its = text_named(row.settings, "variant");
      return own != nullptr && its != nullptr && *its == *own;
    };
    const bool once = std::ranges::count_if(result_->published, is_of_variant) == 1;
    for (const PublishedRow& row : result_->published) {
      if (!is_of_variant(row) || (!once && !has_all(point_->settings, row.settings))) continue;
      for (const auto& [device, value] : row.values)
        if (device == column.name) return fixed(value, column.digits);
    }
    return Missing{"not in the paper"};
  }

  const Result* result_;
  const Point* point_;
  const Point* above_;
  CreditedWork rated_;
};

// What a paper has and we do not: its settings and rates alone.
std::vector<Cell> published_only(const PublishedRow& row, const TableLayout& layout) {
  std::vector<Cell> cells;
  bool explained = false;
  for (const ColumnLayout& column : layout.columns) {
    const std::string* setting = text_named(row.settings, column.name);
    const auto value = std::ranges::find(
        row.values, column.name, [](const auto& pair) { return std::string_view(pair.first); });
    if (cells.empty()) {
      cells.emplace_back(row.what);
    } else if (column.kind == ColumnKind::setting && setting != nullptr) {
      cells.emplace_back(*setting);
    } else if (column.kind == ColumnKind::published && value != row.values.end()) {
      cells.emplace_back(fixed(value->second, column.digits));
    } else {
      cells.emplace_back(Missing{explained ? "" : "the paper prints rates alone"});
      explained = true;  // said once, not for every column
    }
  }
  return cells;
}

// "variant naive, size M: ", the settings in columns in which the points differ; empty where none
// does. Labels follow from settings.
std::string which_row(const Point& point, const std::vector<const Point*>& points,
                      const TableLayout& layout) {
  std::string which;
  for (const ColumnLayout& column : layout.columns) {
    const std::string* own = text_named(point.settings, column.name);
    if (column.kind != ColumnKind::setting || own == nullptr) continue;
    const bool differs = std::ranges::any_of(points, [&](const Point* other) {
      return !has_all(other->settings, {{column.name, *own}});
    });
    if (differs) which += fmt::format("{}{} {}", which.empty() ? "" : ", ", column.title, *own);
  }
  return which.empty() ? which : which + ": ";
}

// A point without times: what is known of it, and the reason once. One that was interrupted may
// have read something before.
std::vector<Cell> row_without_times(const RowMaker& maker, const Point& point,
                                    const TableLayout& layout, const std::string& which) {
  std::vector<Cell> cells;
  bool explained = false;
  for (const ColumnLayout& column : layout.columns) {
    const ReadingResult* found =
        column.kind == ColumnKind::reading ? reading_named(point, column.name) : nullptr;
    const bool was_read = found != nullptr && !found->values.empty();
    if (was_read || is_known_before(column.kind)) {
      cells.push_back(maker.cell(column));
      continue;
    }
    cells.emplace_back(Missing{explained ? "" : which + point.reason});
    explained = true;
  }
  return cells;
}

// "f32", and what makes the copy unreliable, which no row shows: "f32; noisy, +- 8.0 %"
std::string precision_and_mark(const Point& roof, const std::string& precision) {
  const Quantity time = quantity_of(credited_work(roof).samples, "s");
  const std::string mark = mark_of(roof, time);
  if (mark.empty()) return precision;
  if (mark != "noisy") return fmt::format("{}; {}", precision, mark);
  return fmt::format("{}; noisy, +- {:.1f} %", precision, 100 * noise_of(time));
}

void note_copies(const Result& result, Table& table) {
  std::string copies;
  for (const Point& point : result.points) {
    const std::string* precision = text_named(point.settings, "precision");
    if (!point.roof || !has_times(point) || precision == nullptr) continue;
    copies += fmt::format("{}{:.4g} GB/s ({})", copies.empty() ? "" : ", ",
                          credited_work(point).bytes_per_second() * 1e-9,
                          precision_and_mark(point, *precision));
  }
  if (!copies.empty()) table.notes.push_back(fmt::format("copy {} in the same run", copies));
}

}  // namespace

Cell column_cell(const Result& result, const Point& point, const ColumnLayout& column) {
  return RowMaker(result, point, nullptr).cell(column);
}

Table rows_table(const Result& result, const TableLayout& layout) {
  Table table{.title = layout.title};
  for (const ColumnLayout& column : layout.columns)
    table.columns.push_back({column.title, column.unit});
  for (const PublishedRow& row : result.published) {
    if (text_named(row.settings, "variant") == nullptr)
      table.rows.push_back(published_only(row, layout));
  }
  const Point* above = nullptr;
  const std::vector<const Point*> points = shown_points(result, layout.where);
  for (const Point* point : points) {
    const RowMaker maker(result, *point, above);
    above = point;
    if (!has_times(*point)) {
      table.rows.push_back(
          row_without_times(maker, *point, layout, which_row(*point, points, layout)));
      continue;
    }
    std::vector<Cell> cells;
    for (const ColumnLayout& column : layout.columns) cells.push_back(maker.cell(column));
    table.rows.push_back(std::move(cells));
  }
  const bool shows_copy = std::ranges::find(layout.columns, ColumnKind::of_copy,
                                            &ColumnLayout::kind) != layout.columns.end();
  if (shows_copy) note_copies(result, table);
  table.notes.insert(table.notes.end(), layout.notes.begin(), layout.notes.end());
  return table;
}

}  // namespace plumb
