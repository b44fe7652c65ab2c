// plumb/workloads/poisson/problem/problem.cpp - fills and raw files become boundary and right-hand
// side.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/workloads/poisson/problem/problem.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <span>

#include <fmt/format.h>
#include <unistd.h>

#include "plumb/base/error.h"
#include "plumb/base/json.h"
#include "plumb/base/units.h"
#include "plumb/records/fill.h"

namespace plumb::poisson {
namespace {

constexpr std::string_view file_prefix = "file:";

std::optional<double> number_in(const std::string& text) {
  double value = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, problem] = std::from_chars(text.data(), end, value);
  if (problem != std::errc() || stop != end || !std::isfinite(value)) return std::nullopt;
  return value;
}

Fill fill_of(const Settings& settings, std::string_view option) {
  const std::string& text = settings.text(option);
  if (text == "zero") return {.kind = FillKind::zero, .values = {}};
  if (text == "index") return {.kind = FillKind::index, .values = {}};
  if (text == "random") return random_fill(0, 1, settings.count("seed"));
  if (const auto value = number_in(text))
    return {.kind = FillKind::constant, .low = *value, .values = {}};
  throw Error(ErrorKind::input, fmt::format("must be {}zero, random, index, a number or file:PATH",
                                            option == "boundary" ? "top, " : ""));
}

// All points of the grid, x fastest.
std::vector<double> points_of(const Settings& settings, std::string_view option, const Grid& grid) {
  const std::string& text = settings.text(option);
  const std::uint64_t points = (grid.n[0] + 1) * grid.rows() * grid.planes();
  return during(fmt::format("--{} {}", option, text), [&] {
    if (text.starts_with(file_prefix))
      return points_from_raw(read_text_file(text.substr(file_prefix.size())), points);
    std::vector<double> values(points);
    fill_values(fill_of(settings, option), Scalar::f64, 0, values);
    return values;
  });
}

// With `share`, in the layout of the grid, as the field's precision has it.
std::vector<double> laid_out(const Grid& grid, const std::vector<double>& points, double share,
                             bool in_single) {
  std::vector<double> values(grid.elements());
  std::size_t next = 0;
  for (std::uint64_t k = 0; k < grid.planes(); ++k) {
    for (std::uint64_t j = 0; j < grid.rows(); ++j) {
      for (std::uint64_t i = 0; i <= grid.n[0]; ++i) {
        const double value = share * points[next++];
        values[grid.at(i, j, k)] =
            in_single ? static_cast<double>(static_cast<float>(value)) : value;
      }
    }
  }
  return values;
}

// Of the unknowns, or of the other points.
double largest_of(const Grid& grid, const std::vector<double>& values, bool inside) {
  double largest = 0;
  for (std::uint64_t k = 0; k < grid.planes(); ++k)
    for (std::uint64_t j = 0; j < grid.rows(); ++j)
      for (std::uint64_t i = 0; i <= grid.n[0]; ++i)
        if (grid.inside(i, j, k) == inside)
          largest = std::max(largest, std::fabs(values[grid.at(i, j, k)]));
  return largest;
}

// After rounding to f32.
void refuse_infinite(const std::vector<double>& values, const char* option) {
  if (std::ranges::all_of(values, [](double value) { return std::isfinite(value); })) return;
  throw Error(ErrorKind::input,
              fmt::format("--{}: a number is beyond those of f32; take --precision f64", option));
}

// The points, then their layout, then that of the program; before the first is made.
void refuse_too_much(const Settings& settings, const Grid& grid) {
  const double options = (has_source(settings) ? 1 : 0) + (has_own_boundary(settings) ? 1 : 0);
  const double needed = 3 * options * sizeof(double) * static_cast<double>(grid.elements());
  const double here =
      static_cast<double>(::sysconf(_SC_PHYS_PAGES)) * static_cast<double>(::sysconf(_SC_PAGESIZE));
  if (needed <= here) return;
  throw Error(ErrorKind::input,
              fmt::format("--n {}: the numbers of --boundary and --rhs need {} of host memory, "
                          "this machine has {}; take a smaller grid",
                          settings.text("n"), to_text(Bytes{static_cast<std::uint64_t>(needed)}),
                          to_text(Bytes{static_cast<std::uint64_t>(here)})));
}

}  // namespace

std::vector<double> Problem::right_hand_side(const Grid& grid) const {
  std::vector<double> rhs = source;
  for (double& value : rhs) value *= grid.neighbours();
  return rhs;
}

std::vector<double> points_from_raw(std::string_view bytes, std::uint64_t points) {
  if (bytes.size() != 8 * points && bytes.size() != 4 * points) {
    throw Error(ErrorKind::input,
                fmt::format("the file has {} bytes; {} points need {} (f64) or {} (f32)",
                            bytes.size(), points, 8 * points, 4 * points));
  }
  std::vector<double> values(points);
  values_of(std::as_bytes(std::span(bytes)), bytes.size() == 8 * points ? Scalar::f64 : Scalar::f32,
            values);
  const auto bad = std::ranges::find_if(values, [](double value) { return !std::isfinite(value); });
  if (bad == values.end()) return values;
  throw Error(ErrorKind::input,
              fmt::format("number {} of the file is not finite", bad - values.begin()));
}

bool has_source(const Settings& settings) { return settings.text("rhs") != no_source; }
bool has_own_boundary(const Settings& settings) {
  return settings.text("boundary") != thesis_boundary;
}

Problem problem_of(const Settings& settings, const Grid& grid) {
  const bool in_single = settings.text("precision") == "f32";
  refuse_too_much(settings, grid);
  Problem problem;
  if (has_own_boundary(settings)) {
    problem.start = laid_out(grid, points_of(settings, "boundary", grid), 1, in_single);
    refuse_infinite(problem.start, "boundary");
    problem.scale = largest_of(grid, problem.start, false);
    problem.reach = std::max(problem.scale, largest_of(grid, problem.start, true));
  }
  if (has_source(settings)) {
    problem.source =
        laid_out(grid, points_of(settings, "rhs", grid), 1 / grid.neighbours(), in_single);
    refuse_infinite(problem.source, "rhs");
    // |rhs| <= 4 dim max |u|: some u has at least half of the source.
    const double largest = largest_of(grid, problem.source, true);
    problem.scale = std::max(problem.scale, largest / 2);
    problem.reach += grid.error_bound() * largest;
  }
  return problem;
}

std::vector<std::string> files_read(const Settings& settings) {
  std::vector<std::string> files;
  for (const char* option : {"rhs", "boundary"}) {
    const std::string& text = settings.text(option);
    if (text.starts_with(file_prefix)) files.push_back(text.substr(file_prefix.size()));
  }
  return files;
}

}  // namespace plumb::poisson
