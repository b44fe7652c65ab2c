// plumb/workloads/poisson/truth/reference.cpp - Jacobi's sweeps on one core, and residuals of any
// field.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/workloads/poisson/truth/reference.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "plumb/workloads/poisson/poisson.h"
#include "plumb/workloads/poisson/variants.h"

namespace plumb::poisson {
namespace {

constexpr double most_updates = 2e8;  // that the host makes again: a fraction of a second

template <class Real>
Real mean_of(Real left, Real right, Real below, Real above, Real down, Real up, bool is_3d) {
  const Real share = is_3d ? Real{1} / Real{6} : Real{0.25};
  return share * (((left + right) + (below + above)) + (down + up));
}

// The row of a field that is looked at, those beside it and those in the planes beside it. Rows of
// two dimensions are read one by one, planes of three dimensions as a whole.
class Rows {
 public:
  Rows(const Grid& grid, const Problem& problem, const Reader& reader)
      : grid_(&grid), source_(&problem.source), reader_(&reader) {
    for (auto& part : parts_) part.resize(grid.dim == 3 ? grid.plane() : grid.pitch);
  }

  // Rows follow each other, and planes do.
  void move_to(std::uint64_t j, std::uint64_t k) {
    const bool is_3d = grid_->dim == 3;
    const std::uint64_t at = is_3d ? k : j;
    if (!is_3d || j == 1) {
      if (at == 1) {
        for (const std::uint64_t part : {0U, 1U}) read(part, part);
      } else {
        std::rotate(parts_.begin(), parts_.begin() + 1, parts_.end());
      }
      read(2, at + 1);
    }
    row_ = grid_->at(0, j, k);
    const auto row = [&](std::size_t part, std::uint64_t y) {
      return parts_.at(part).data() + (is_3d ? y * grid_->pitch : 0);
    };
    if (is_3d) {
      rows_ = {row(1, j - 1), row(1, j), row(1, j + 1), row(0, j), row(2, j)};
    } else {
      rows_ = {row(0, j), row(1, j), row(2, j), nullptr, nullptr};
    }
  }

  // What a sweep makes of unknown i, in the precision Real.
  template <class Real>
  [[nodiscard]] Real mean(std::uint64_t i) const {
    const auto value = [&](std::size_t row, std::uint64_t x) {
      return rows_.at(row) == nullptr ? Real{0} : static_cast<Real>(rows_.at(row)[x]);
    };
    const Real mean = mean_of<Real>(value(1, i - 1), value(1, i + 1), value(0, i), value(2, i),
                                    value(3, i), value(4, i), grid_->dim == 3);
    return source_->empty() ? mean : mean - static_cast<Real>((*source_)[row_ + i]);
  }
  [[nodiscard]] double here(std::uint64_t i) const { return rows_[1][i]; }

 private:
  void read(std::size_t part, std::uint64_t at) {
    const std::uint64_t first = at * (grid_->dim == 3 ? grid_->plane() : grid_->pitch);
    (*reader_)("field", first, parts_.at(part));
  }

  const Grid* grid_;
  const std::vector<double>* source_;
  const Reader* reader_;
  std::uint64_t row_ = 0;  // its first element
  std::array<std::vector<double>, 3> parts_;
  std::array<const double*, 5> rows_{};  // below, here, above, down, up
};

void add_row(const Plan& plan, const Rows& rows, Residual& residual) {
  for (std::uint64_t i = 1; i < plan.grid.n[0]; ++i) {
    const double here = rows.here(i);
    const double exact = std::fabs(rows.mean<double>(i) - here);
    const double update =
        plan.scalar == Scalar::f64
            ? exact
            : std::fabs(static_cast<double>(rows.mean<float>(i) - static_cast<float>(here)));
    residual.size = std::max(residual.size, std::fabs(here));
    residual.sum += exact;
    residual.largest = std::max(residual.largest, exact);
    residual.squares += exact * exact;
    residual.computed_sum += update;
    if (update == 0 && exact != 0) residual.frozen += 1;
    if (!std::isfinite(exact)) residual.largest = HUGE_VAL;
  }
}

template <class Real>
std::vector<double> widened(const std::vector<Real>& values) {
  return {values.begin(), values.end()};
}

}  // namespace

template <class Real>
void sweep_reference(const Grid& grid, const Real* from, Real* to, bool slices,
                     const Real* source) {
  const std::uint64_t plane = grid.plane();
  const bool is_3d = grid.dim == 3;
  for (std::uint64_t k = 0; k < grid.inner_planes(); ++k) {
    for (std::uint64_t j = 1; j < grid.n[1]; ++j) {
      const std::uint64_t row = grid.at(0, j, k + grid.first_plane());
      const Real* const here = from + row;
      const Real* const before = here - grid.pitch;
      Real* const result = to + row;
      if (is_3d) {
        const Real* const down = (slices ? to : from) + row - plane;
        for (std::uint64_t i = 1; i < grid.n[0]; ++i)
          result[i] = mean_of(here[i - 1], here[i + 1], before[i], here[i + grid.pitch], down[i],
                              here[i + plane], true);
      } else {
        for (std::uint64_t i = 1; i < grid.n[0]; ++i)
          result[i] = mean_of(here[i - 1], here[i + 1], before[i], here[i + grid.pitch], Real{0},
                              Real{0}, false);
      }
      if (source == nullptr) continue;
      for (std::uint64_t i = 1; i < grid.n[0]; ++i) result[i] -= source[row + i];
    }
  }
}
template void sweep_reference(const Grid&, const float*, float*, bool, const float*);
template void sweep_reference(const Grid&, const double*, double*, bool, const double*);

template <class Real>
void relax_reference(const Grid& grid, Real* field, Real omega, const Real* source) {
  for (const std::uint64_t colour : {0U, 1U}) {
    for (std::uint64_t k = 0; k < grid.planes(); ++k) {
      for (std::uint64_t j = 1; j < grid.n[1]; ++j) {
        for (std::uint64_t i = 1; i < grid.n[0]; ++i) {
          if (!grid.inside(i, j, k) || (i + j + k + colour) % 2 != 0) continue;
          Real* const u = field + grid.at(i, j, k);
          const bool is_3d = grid.dim == 3;
          const Real down = is_3d ? *(u - grid.plane()) : Real{0};
          const Real up = is_3d ? u[grid.plane()] : Real{0};
          const Real given = source == nullptr ? Real{0} : source[u - field];
          const Real mean =
              mean_of(u[-1], u[1], *(u - grid.pitch), u[grid.pitch], down, up, is_3d) - given;
          *u = *u + omega * (mean - *u);
        }
      }
    }
  }
}

template <class Real>
std::vector<Real> swept_field(const Grid& grid, std::uint64_t sweeps, Order order,
                              const Problem& problem) {
  std::vector<Real> field = initial_field<Real>(grid, problem);
  const std::vector<Real> given(problem.source.begin(), problem.source.end());
  const Real* const source = given.empty() ? nullptr : given.data();
  std::vector<Real> other = field;
  for (std::uint64_t i = 0; i < sweeps; ++i) {
    if (order == Order::red_black) {
      relax_reference(grid, field.data(), static_cast<Real>(best_relaxation(grid)), source);
    } else {
      sweep_reference(grid, field.data(), other.data(), order == Order::slices, source);
      std::swap(field, other);
    }
  }
  return field;
}
template std::vector<float> swept_field(const Grid&, std::uint64_t, Order, const Problem&);
template std::vector<double> swept_field(const Grid&, std::uint64_t, Order, const Problem&);

double Residual::root_mean_square(const Grid& grid) const {
  return std::sqrt(squares / static_cast<double>(grid.unknowns()));
}

Residual residual_of(const Plan& plan, const Problem& problem, const Reader& reader) {
  Rows rows(plan.grid, problem, reader);
  Residual residual;
  for (std::uint64_t k = 0; k < plan.grid.inner_planes(); ++k) {
    for (std::uint64_t j = 1; j < plan.grid.n[1]; ++j) {
      rows.move_to(j, k + plan.grid.first_plane());
      add_row(plan, rows, residual);
    }
  }
  residual.frozen /= static_cast<double>(plan.grid.unknowns());
  return residual;
}

std::vector<Check> checks_of(const Plan& plan) {
  if (!plan.iterations || plan.variant->order == Order::none) return {};
  const double updates =
      static_cast<double>(*plan.iterations) * static_cast<double>(plan.grid.unknowns());
  if (updates > most_updates) return {};
  return {{.buffer = "field", .absolute = 0, .relative = 0, .expected = {}}};
}

Credit credit_of(const Plan& plan, std::uint64_t iterations) {
  const std::uint64_t updates = plan.grid.unknowns() * iterations;
  return {.flops = Flops{plan.grid.neighbours() * static_cast<double>(updates)},
          .bytes = Bytes{plan.sweep_words() * updates * plan.element_bytes()},
          .iterations = 1};
}

Reference reference(const Settings& settings, ReferenceStore& store) {
  const Plan plan(settings);
  if (checks_of(plan).empty()) return {};
  const std::string name = settings.text("n") + "/" + settings.text("dim") + "/" +
                           settings.text("rhs") + "/" + settings.text("boundary") + "/" +
                           settings.text("seed");
  const std::string form = settings.text("precision") + "/" + std::to_string(*plan.iterations) +
                           "/" + std::to_string(static_cast<int>(plan.variant->order));
  const auto make = [&]() -> ReferenceStore::Arrays {
    const Problem problem = problem_of(settings, plan.grid);
    const Order order = plan.variant->order;
    if (plan.scalar == Scalar::f64)
      return {swept_field<double>(plan.grid, *plan.iterations, order, problem)};
    return {widened(swept_field<float>(plan.grid, *plan.iterations, order, problem))};
  };
  const ReferenceStore::Arrays& arrays = store.of(name, form, make);
  return [&arrays](std::string_view, std::uint64_t first, std::span<double> out) {
    std::copy_n(arrays.front().begin() + static_cast<std::ptrdiff_t>(first), out.size(),
                out.begin());
  };
}

std::function<void()> host_loop(const Settings& settings) {
  const Plan plan(settings);
  const std::uint64_t sweeps = plan.iterations.value_or(plan.check);
  const Grid grid = plan.grid;
  if (plan.scalar == Scalar::f64) return [=] { (void)swept_field<double>(grid, sweeps); };
  return [=] { (void)swept_field<float>(grid, sweeps); };
}

}  // namespace plumb::poisson
