// plumb/workloads/poisson/truth/examine.cpp - how an iteration went and what its field is worth.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "plumb/workloads/poisson/plan.h"
#include "plumb/workloads/poisson/poisson.h"
#include "plumb/workloads/poisson/truth/exact.h"
#include "plumb/workloads/poisson/truth/least_tolerance.h"
#include "plumb/workloads/poisson/truth/reference.h"
#include "plumb/workloads/poisson/variants.h"

namespace plumb::poisson {
namespace {

constexpr std::size_t most_history = 1000;  // values that a record keeps
// Of the direct solution itself, at most, where the largest number is 1.
constexpr double direct_rounding = 1e-11;
// Updates that are computed make up less than this share of those that are due: rounding decides.
constexpr double lost_share = 0.75;

struct Course {
  Ending ending = Ending::none;
  std::uint64_t iterations = 0;
  std::vector<double> judged = {};  // at every check
  std::vector<double> sums = {};    // of the exact updates
};

Course course_of(const Plan& plan, const Reader& reader, bool interrupted) {
  if (plan.iterations && !plan.is_counted()) return {.iterations = *plan.iterations};
  std::vector<double> control(3);
  reader("control", 0, control);
  if (plan.iterations) {
    const auto done = static_cast<std::uint64_t>(control[1]);
    return {.ending = done < *plan.iterations ? Ending::interrupted : Ending::none,
            .iterations = done};
  }
  Course course{.ending = static_cast<Ending>(static_cast<int>(control[0])),
                .iterations = static_cast<std::uint64_t>(control[1])};
  if (course.ending == Ending::none)
    course.ending = plan.deadline && !interrupted ? Ending::deadline : Ending::interrupted;
  std::vector<double> history(2 * static_cast<std::size_t>(control[2]));
  reader("history", 0, history);
  for (std::size_t i = 0; i < history.size(); i += 2) {
    course.judged.push_back(history[i]);
    course.sums.push_back(history[i + 1]);
  }
  return course;
}

// Evenly, the last one always.
std::vector<double> thinned(const std::vector<double>& values) {
  const std::size_t step = (values.size() + most_history - 1) / most_history;
  std::vector<double> kept;
  for (std::size_t back = 0; back < values.size(); back += std::max<std::size_t>(step, 1))
    kept.push_back(values[values.size() - 1 - back]);
  std::ranges::reverse(kept);
  return kept;
}

double true_error(const Plan& plan, const Problem& problem, const Reader& reader) {
  const std::vector<double> exact = solve_exactly(
      plan.grid, initial_field<double>(plan.grid, problem), problem.right_hand_side(plan.grid));
  std::vector<double> row(plan.grid.pitch);
  double largest = 0;
  for (std::uint64_t first = 0; first < exact.size(); first += row.size()) {
    reader("field", first, row);
    for (std::uint64_t i = 0; i <= plan.grid.n[0]; ++i) {
      const double error = std::fabs(row[i] - exact[first + i]);
      if (std::isnan(error)) return error;
      largest = std::max(largest, error);
    }
  }
  return largest;
}

// The value in the middle, where there is one point.
std::optional<double> centre_of(const Plan& plan, const Reader& reader) {
  const Grid& grid = plan.grid;
  if (grid.n[0] % 2 != 0 || grid.n[1] % 2 != 0 || grid.n[2] % 2 != 0) return std::nullopt;
  double value = 0;
  reader("field", grid.at(grid.n[0] / 2, grid.n[1] / 2, grid.n[2] / 2), {&value, 1});
  return value;
}

std::string remedy(const Plan& plan) {
  return plan.scalar == Scalar::f32 ? "take --precision f64" : "take a larger --tolerance";
}

// What keeps a field from its solution.
std::string why_lost(const Plan& plan, const Residual& residual) {
  const char* const precision = plan.scalar == Scalar::f32 ? "f32" : "f64";
  if (100 * residual.frozen < 1)
    return fmt::format("rounding in {} keeps the residual as large as it is", precision);
  return fmt::format(
      "{:.0f} % of the points stay, because their update is less than half an ulp of {}",
      100 * residual.frozen, precision);
}

// Of the execution that is looked at; empty: it was not timed.
std::string time_taken(const Plan& plan, const Point& point) {
  if (point.whole.value == 0) return {};
  return fmt::format("; {}it took {:.4g} ms",
                     point.whole.value > plan.deadline->count() ? "MISSED: " : "",
                     point.whole.value * 1e3);
}

// What the thesis asked for is run, though f32 does not allow it: a limit is not to blame.
void warn_of_tolerance(const Plan& plan, Ending ending, double scale, Point& point) {
  const bool open = ending == Ending::exhausted || ending == Ending::interrupted;
  if (plan.iterations || plan.deadline || !open || !is_asked_by_thesis(plan)) return;
  const LeastTolerance least = least_tolerance(plan, scale);
  if (plan.tolerance > least.value) return;
  point.warnings.push_back(
      fmt::format("--tolerance {}: {} than {:.2g}; the thesis of 2004 asked for it; {}",
                  plan.tolerance, least.reason, least.value, remedy(plan)));
}

void add_warnings(const Plan& plan, const Course& course, const Residual& residual, double error,
                  Point& point) {
  const std::string precision = plan.scalar == Scalar::f32 ? "f32" : "f64";
  const std::string lost =
      fmt::format("{}; the error is {}{:.2g}; {}", why_lost(plan, residual),
                  is_solved_directly(plan.grid) ? "" : "at most ", error, remedy(plan));
  if (plan.deadline && course.ending != Ending::interrupted) {
    point.warnings.push_back(fmt::format(
        "deadline {:.4g} ms: {} cycle{}, the error is {}{:.2g}{}{}", plan.deadline->count() * 1e3,
        course.iterations, course.iterations == 1 ? "" : "s",
        is_solved_directly(plan.grid) ? "" : "about ", error,
        course.ending == Ending::stagnated ? "; more cycles gain nothing in " + precision : "",
        time_taken(plan, point)));
    return;
  }
  const bool is_bounded = course.ending == Ending::converged && plan.norm == Norm::error;
  if (course.ending == Ending::stagnated) {
    point.warnings.push_back(
        fmt::format("stagnated after {} iterations: {}", course.iterations, lost));
  } else if (!is_bounded && residual.computed_sum < lost_share * residual.sum) {
    point.warnings.push_back(
        fmt::format("stagnates at {} iterations: {}", course.iterations, lost));
  }
  if (course.ending == Ending::exhausted) {
    point.warnings.push_back(
        fmt::format("not converged after {} iterations: {:.3g} is more than the tolerance {:.3g}",
                    course.iterations, course.judged.back(), plan.tolerance));
  }
}

// What is wrong with a field whose numbers are up to `scale`; empty if nothing is.
std::string complaint(const Plan& plan, const Course& course, const Residual& residual,
                      std::optional<double> error, double bound, double scale) {
  const double direct_error = direct_rounding * scale;
  if (!std::isfinite(residual.sum) || (error && !std::isfinite(*error)))
    return "the field is not finite";
  if (error && course.ending == Ending::converged && plan.norm == Norm::error &&
      *error > plan.tolerance + direct_error) {
    return fmt::format("the true error is {:.3g}, more than the tolerance {:.3g}", *error,
                       plan.tolerance);
  }
  if (error && *error > bound + direct_error)
    return fmt::format("the true error is {:.3g}, beyond its bound {:.3g}", *error, bound);
  const double noise = static_cast<double>(plan.grid.unknowns()) * scale * 4 * plan.rounding();
  if (!course.sums.empty() && residual.sum > course.sums.back() * (1 + 1e-6) + noise) {
    return fmt::format("the host finds a residual of {:.6g}, the device one of {:.6g}",
                       residual.sum, course.sums.back());
  }
  return {};
}

}  // namespace

void examine(const Settings& settings, const Reader& reader, Point& point) {
  const Plan plan(settings);
  const Course course = course_of(plan, reader, point.interrupted);
  const Problem problem = problem_of(settings, plan.grid);
  const Residual residual = residual_of(plan, problem, reader);
  const double scale = std::max(problem.scale, residual.size);
  // The residual itself is rounded: four operations on numbers up to that.
  const double bound = plan.grid.error_bound() * (residual.largest + 4 * scale * 0x1p-53);
  std::optional<double> error;
  if (is_solved_directly(plan.grid)) error = true_error(plan, problem, reader);
  const auto add = [&](const char* name, std::vector<double> values) {
    point.readings.push_back({.name = name, .values = std::move(values)});
  };
  add("iterations", {static_cast<double>(course.iterations)});
  add("residual sum", {residual.sum});
  add("residual max", {residual.largest});
  add("residual rms", {residual.root_mean_square(plan.grid)});
  add("error bound", {bound});
  if (error) add("true error", {*error});
  if (const auto centre = centre_of(plan, reader)) add("centre", {*centre});
  if (!course.judged.empty()) add("history", thinned(course.judged));
  if (SampledField field = sampled_field(plan.grid, reader); field.columns > 0) {
    add("field", std::move(field.values));
    point.readings.back().columns = field.columns;
  }
  if (plan.deadline && point.whole.value > 0) {
    add("execution time", {point.whole.value * 1e3});
    point.readings.back().unit = "ms";
  }
  point.credit = credit_of(plan, course.iterations);
  point.labels = {{"ended", std::string(name_of(course.ending))}};
  // The bound of a multigrid's field is far too large; what it judged itself by is not.
  const bool judged_error = plan.norm == Norm::error && !course.judged.empty();
  const double estimate = plan.deadline && judged_error ? course.judged.back() : bound;
  warn_of_tolerance(plan, course.ending, problem.scale, point);
  add_warnings(plan, course, residual, error.value_or(estimate), point);
  write_picture(settings, plan.grid, reader);
  point.verification.checked = true;
  point.verification.elements =
      std::max<std::uint64_t>(point.verification.elements, plan.grid.unknowns());
  const std::string wrong = complaint(plan, course, residual, error, bound, scale);
  if (wrong.empty()) return;
  point.status = Status::wrong;
  point.reason = wrong;
  point.verification.complaint = wrong;
}

}  // namespace plumb::poisson
