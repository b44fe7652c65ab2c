// plumb/workloads/sparse/sparse.cpp - settings to a Program.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/workloads/sparse/sparse.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "plumb/base/error.h"
#include "plumb/workloads/sparse/plan.h"

namespace plumb::sparse {
namespace {

// Elements, or sums of them, that the precision cannot hold. Elements of x are below 1.
void refuse_large_values(const Plan& plan) {
  const bool single = plan.scalar == Scalar::f32;
  const double most =
      single ? std::numeric_limits<float>::max() : std::numeric_limits<double>::max();
  const char* const remedy = single ? "f32 cannot hold: take --precision f64" : "f64 cannot hold";
  const Matrix& matrix = plan.matrix;
  for (std::uint64_t row = 0; row + 1 < matrix.starts.size(); ++row) {
    double sum = 0;
    for (std::uint64_t e = matrix.starts[row]; e < matrix.starts[row + 1]; ++e) {
      const double size = std::abs(matrix.values[e]);
      if (size > most) {
        throw Error(ErrorKind::input, fmt::format("the matrix has an element of {:g}, which {}",
                                                  matrix.values[e], remedy));
      }
      sum += size;
    }
    if (plan.multiplies() && sum > most) {
      throw Error(ErrorKind::input, fmt::format("row {} of the matrix may sum up to {:g}, which {}",
                                                row + 1, sum, remedy));
    }
  }
}

void refuse_wrong_forms(const Plan& plan) {
  const auto refuse = [](const std::string& why) { throw Error(ErrorKind::input, why); };
  if (!plan.multiplies() && std::max(plan.rows(), plan.columns()) > largest_full) {
    refuse(fmt::format("variant '{}' makes the full matrix: {} x {} is more than {} x {}",
                       plan.variant, plan.rows(), plan.columns(), largest_full, largest_full));
  }
  if (plan.nonzeros() == 0) refuse("the matrix has no elements");
  // A long row among short ones: ELL would be padding.
  constexpr std::uint64_t most_padding = 16;
  if (plan.variant == "ell" && plan.held() * plan.width() > most_padding * plan.nonzeros() + 4096) {
    refuse(fmt::format(
        "variant 'ell' with rows of up to {} elements and {:.3g} on average: take csr",
        plan.width(), static_cast<double>(plan.nonzeros()) / static_cast<double>(plan.rows())));
  }
  if (plan.nonzeros() >= 1ULL << 32U || plan.rows() >= 1ULL << 32U)
    refuse("the matrix has 2^32 elements or more");
  refuse_large_values(plan);
}

}  // namespace

Plan::Plan(const Settings& settings)
    : variant(settings.text("variant")),
      scalar(settings.text("precision") == "f64" ? Scalar::f64 : Scalar::f32),
      loops(settings.text("form") == "loop"),
      chunk((settings.count("chunk") + 15) / 16 * 16),  // whole strips of loop.cl
      seed(settings.count("seed")) {
  if (is_synthetic(settings)) synthetic = synthetic_of(settings);
  if (!synthetic) matrix = matrix_of(settings);
  refuse_wrong_forms(*this);
  if (synthetic && !multiplies()) matrix = matrix_of(*synthetic);
}

std::uint64_t Plan::nonzeros() const {
  return synthetic ? synthetic->rows * synthetic->nonzeros : matrix.places.size();
}

std::uint64_t Plan::width() const { return synthetic ? synthetic->nonzeros : matrix.longest_row(); }

Fill Plan::vector_fill() const { return random_fill(0.5, 1, seed + 1); }

ScalarArgument wide(std::uint64_t value) { return {Scalar::u64, static_cast<double>(value)}; }
ScalarArgument count(std::uint64_t value) { return {Scalar::u32, static_cast<double>(value)}; }

Buffer values_buffer(std::string name, Scalar type, std::vector<double> values) {
  const auto elements = static_cast<std::uint64_t>(values.size());
  return {std::move(name),
          {type, 1},
          elements,
          {.kind = FillKind::values, .values = std::move(values)}};
}

std::string form_for(const DeviceTraits& device) {
  return device.kind == DeviceKind::cpu ? "loop" : "";
}

std::vector<std::string> files_read(const Settings& settings) {
  if (is_synthetic(settings)) return {};
  return {settings.text("matrix")};
}

NamedTexts labels(const Settings& settings) {
  const Plan plan(settings);
  if (plan.multiplies()) return {};
  const std::uint64_t bytes = plan.variant == "full"
                                  ? plan.rows() * plan.columns() * plan.element_bytes()
                                  : plan.nonzeros() * (plan.element_bytes() + 8);
  return {{"moved", fmt::format("{:.4g}", static_cast<double>(bytes) * 1e-6)}};
}

Program program(const Settings& settings) {
  const Plan plan(settings);
  Program made;
  made.name = "sparse";
  made.settings = plan.synthetic ? settings.values()
                                 : settings.with("size", std::to_string(plan.rows()))
                                       .with("nonzeros", std::to_string(plan.width()))
                                       .values();  // those of the file
  if (plan.multiplies()) {
    build_product(made, plan);
  } else {
    build_transfer(made, plan);
  }
  return made;
}

}  // namespace plumb::sparse
