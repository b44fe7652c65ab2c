// plumb/workloads/himeno/reference.cpp - the loops of the rules in double, plane by plane.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/workloads/himeno/reference.h"

#include <algorithm>
#include <array>
#include <thread>

#include <fmt/format.h>
#include <unistd.h>

#include "plumb/base/error.h"
#include "plumb/workloads/himeno/himeno.h"
#include "plumb/workloads/himeno/plan.h"
#include "plumb/workloads/himeno/values.h"

namespace plumb::himeno {
namespace {

void refuse_too_much(const Grid& grid) {
  const double needed = 2.0 * 8.0 * static_cast<double>(grid.points());
  const double here =
      static_cast<double>(::sysconf(_SC_PHYS_PAGES)) * static_cast<double>(::sysconf(_SC_PAGESIZE));
  if (needed <= here) return;
  throw Error(ErrorKind::input,
              fmt::format("the reference of {} x {} x {} points needs {:.3g} GiB of host memory, "
                          "this machine has {:.3g}; take a smaller size or --no-verify",
                          grid.planes, grid.rows, grid.columns, needed * 0x1p-30, here * 0x1p-30));
}

// The coefficients of one row: constants, or random numbers made on the spot, so that no machine
// needs room for twelve arrays of doubles.
class Coefficients {
 public:
  Coefficients(const Grid& grid, bool random, std::uint64_t seed)
      : grid_(grid), random_(random), seed_(seed) {
    const auto constants = official_values();
    for (unsigned n = 0; n < coefficient_arrays; ++n) rows_[n].assign(grid.columns, constants[n]);
  }
  void take_row(std::uint64_t plane, std::uint64_t row) {
    if (!random_) return;
    const std::uint64_t first = (plane * grid_.rows + row) * grid_.columns;
    for (unsigned n = 0; n < coefficient_arrays; ++n) random_values(seed_, n, first, rows_[n]);
  }
  [[nodiscard]] const double* array(unsigned n) const { return rows_[n].data(); }

 private:
  Grid grid_;
  bool random_;
  std::uint64_t seed_;
  std::array<std::vector<double>, coefficient_arrays> rows_;
};

// One row: returns the sum of ss^2. `here` is the row's old pressure, strides in elements.
double relax_row(const Grid& grid, const Coefficients& c, const double* here, double* next) {
  const auto row = static_cast<std::ptrdiff_t>(grid.columns);
  const auto plane = static_cast<std::ptrdiff_t>(grid.rows * grid.columns);
  double sum = 0;
  for (std::uint64_t k = 1; k + 1 < grid.columns; ++k) {
    const double* p = here + k;
    const double s0 =
        c.array(0)[k] * p[plane] + c.array(1)[k] * p[row] + c.array(2)[k] * p[1] +
        c.array(4)[k] * (p[plane + row] - p[plane - row] - p[row - plane] + p[-row - plane]) +
        c.array(5)[k] * (p[row + 1] - p[1 - row] - p[row - 1] + p[-row - 1]) +
        c.array(6)[k] * (p[plane + 1] - p[1 - plane] - p[plane - 1] + p[-plane - 1]) +
        c.array(7)[k] * p[-plane] + c.array(8)[k] * p[-row] + c.array(9)[k] * p[-1] +
        c.array(11)[k];
    const double ss = (s0 * c.array(3)[k] - p[0]) * c.array(10)[k];
    next[k] = p[0] + omega * ss;
    sum += ss * ss;
  }
  return sum;
}

std::vector<double> initial_pressure(const Grid& grid, bool random, std::uint64_t seed) {
  std::vector<double> pressure(grid.points());
  if (random) {
    random_values(seed, pressure_array, 0, pressure);
    return pressure;
  }
  const std::vector<double> slope = official_pressures(grid);
  const std::uint64_t plane = grid.rows * grid.columns;
  for (std::uint64_t n = 0; n < pressure.size(); ++n) pressure[n] = slope[n / plane];
  return pressure;
}

}  // namespace

ReferenceResult sweep_reference(const Grid& grid, bool random, std::uint64_t seed,
                                std::uint64_t iterations, const ReferenceStore& store) {
  refuse_too_much(grid);
  std::vector<double> p = initial_pressure(grid, random, seed);
  std::vector<double> next = p;
  std::vector<double> of_plane(grid.planes);  // added in order: the same sum on any number of cores
  ReferenceResult result;
  const std::uint64_t inner = grid.planes - 2;
  const std::uint64_t workers =
      std::clamp<std::uint64_t>(std::thread::hardware_concurrency(), 1, inner);
  const auto sweep_planes = [&](std::uint64_t first, std::uint64_t end) {
    Coefficients coefficients(grid, random, seed);
    for (std::uint64_t i = first; i < end; ++i) {
      of_plane[i] = 0;
      for (std::uint64_t j = 1; j + 1 < grid.rows; ++j) {
        coefficients.take_row(i, j);
        const std::uint64_t at = (i * grid.rows + j) * grid.columns;
        of_plane[i] += relax_row(grid, coefficients, p.data() + at, next.data() + at);
      }
    }
  };
  for (std::uint64_t iteration = 0; iteration < iterations; ++iteration) {
    store.refuse_if_interrupted();
    std::vector<std::jthread> threads;
    for (std::uint64_t n = 0; n < workers; ++n)
      threads.emplace_back(sweep_planes, 1 + inner * n / workers, 1 + inner * (n + 1) / workers);
    threads.clear();  // joins
    double gosa = 0;
    for (std::uint64_t i = 1; i + 1 < grid.planes; ++i) gosa += of_plane[i];
    result.gosa.push_back(gosa);
    p.swap(next);
  }
  result.pressure = std::move(p);
  return result;
}

std::vector<Check> checks_of(const Grid& grid, Scalar scalar, bool random,
                             const std::string& field) {
  const auto n = static_cast<double>(grid.inner_points());
  // Each ss is off by some d, about u = 2^-24 (2^-53) of a pressure of 1/2 or less, so a sum of
  // ss^2 by n d^2 and by twice a sum of ss d. The d have any sign: four standard deviations of that
  // are 8 d sqrt(gosa), which is at most e gosa + (4 d)^2 / e for every e, the relative error
  // allowed. So a gosa of thousands must agree to e, and one that has converged to rounding errors
  // may be anything as small.
  if (scalar == Scalar::f64) return {{field, 1e-12, 0, {}}, {"gosa", 1e-22 + n * 1e-31, 1e-8, {}}};
  if (random) return {{field, 1e-5, 0, {}}, {"gosa", 3e-10 + n * 1e-15, 5e-5, {}}};
  // Official data: the initial pressure is rounded, and its second differences are small.
  constexpr std::array<std::pair<std::uint64_t, double>, 4> known{
      {{32, 1e-4}, {64, 5e-4}, {128, 1.5e-3}, {256, 5e-3}}};
  double relative = 2e-2;
  for (const auto& [planes, error] : known) {
    if (grid.planes <= planes) relative = std::min(relative, error);
  }
  return {{field, 1e-5, 0, {}}, {"gosa", 0, relative, {}}};
}

namespace {

void expected_values(const Plan& plan, const std::vector<double>& pressure,
                     const std::vector<double>& gosa, std::string_view buffer, std::uint64_t first,
                     std::span<double> out) {
  if (buffer == "gosa") {
    for (std::size_t slot = 0; slot < out.size(); ++slot) {
      std::uint64_t iteration = first + slot;  // the last one that left its gosa there
      while (iteration + plan.slots() < plan.iterations) iteration += plan.slots();
      out[slot] = gosa[iteration];
    }
    return;
  }
  const Layout& layout = plan.layout;
  for (std::size_t n = 0; n < out.size(); ++n) {
    out[n] = 0;  // between and behind the rows
    const std::uint64_t element = first + n;
    if (element < layout.base) continue;
    const std::uint64_t i = (element - layout.base) / layout.plane;
    const std::uint64_t in_plane = (element - layout.base) % layout.plane;
    const std::uint64_t j = in_plane / layout.row;
    const std::uint64_t k = in_plane % layout.row;
    if (i >= plan.grid.planes || j >= plan.grid.rows || k >= plan.grid.columns) continue;
    out[n] = pressure[(i * plan.grid.rows + j) * plan.grid.columns + k];
  }
}

}  // namespace

// Made when the first element is asked for: a run that verifies nothing does not compute it.
Reference reference(const Settings& settings, ReferenceStore& store) {
  return [plan = Plan(settings), &store](std::string_view buffer, std::uint64_t first,
                                         std::span<double> out) {
    const std::string problem = fmt::format("himeno {} {} {}", plan.settings.text("size"),
                                            plan.settings.text("coefficients"), plan.seed);
    const auto make = [&]() -> ReferenceStore::Arrays {
      ReferenceResult made =
          sweep_reference(plan.grid, plan.random(), plan.seed, plan.iterations, store);
      return {std::move(made.pressure), std::move(made.gosa)};
    };
    const auto& kept = store.of(problem, text_of(plan.iterations), make);
    expected_values(plan, kept[0], kept[1], buffer, first, out);
  };
}

}  // namespace plumb::himeno
