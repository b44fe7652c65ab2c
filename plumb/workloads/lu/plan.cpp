// plumb/workloads/lu/plan.cpp - settings read once; arguments, passes and kernels of all variants.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/workloads/lu/plan.h"

#include <algorithm>

#include "plumb/workloads/source_text.h"

namespace plumb::lu {
namespace {

// Columns begin at whole cache lines, and not all in the same set where n is a power of 2; vectors
// may reach behind the last row.
std::uint64_t rows_for(std::uint64_t n) { return rounded_up(n, 32) + 32; }

std::optional<std::uint64_t> zeros_of(const Settings& settings) {
  if (settings.text("zeros") == "none") return std::nullopt;
  return settings.count("zeros");
}

// Of a panel of so many columns with `rows` rows from its first pivot on.
double flops_of_panel(std::uint64_t rows, std::uint64_t width) {
  double flops = 0;
  for (std::uint64_t t = 0; t < width; ++t)
    flops += static_cast<double>((rows - 1 - t) * (1 + 2 * (width - 1 - t)));
  return flops;
}

}  // namespace

Plan::Plan(const Settings& settings)
    : variant(settings.text("variant")),
      scalar(settings.text("precision") == "f64" ? Scalar::f64 : Scalar::f32),
      n(settings.count("size")),
      rows(rows_for(n)),
      block(settings.count("block")),
      panel(settings.count("panel")),
      form(settings.text("form")),
      batch(settings.text("launches") == "batch"),
      zeros(zeros_of(settings)),
      seed(settings.count("seed")),
      device(settings.device()) {}

Fill Plan::fill() const { return random_fill(-1, 1, seed); }

Definitions Plan::definitions(const Definitions& more) const {
  Definitions all{{"REAL", name_of(Type{scalar, 1})},
                  {"SMALLEST", scalar == Scalar::f64 ? "1e-290" : "1e-30f"}};
  if (device.kind == DeviceKind::cpu) all.emplace_back("CONTRACTED", "1");
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

double flops_of_decomposition(std::uint64_t n) {
  // Of u = n - 1 .. 1 rows below each pivot: u divisions and u^2 products and differences.
  const auto last = static_cast<double>(n - 1);
  return last * (last + 1) / 2 + last * (last + 1) * (2 * last + 1) / 3;
}

ScalarArgument wide(std::uint64_t value) { return {Scalar::u64, static_cast<double>(value)}; }
ScalarArgument count(std::uint64_t value) { return {Scalar::u32, static_cast<double>(value)}; }

std::uint64_t rounded_up(std::uint64_t n, std::uint64_t unit) {
  return (n + unit - 1) / unit * unit;
}

Access access_of(const Plan& plan, std::uint64_t elements, std::uint64_t points, Pattern pattern,
                 Use use) {
  // Columns are contiguous: what goes along a row is a column apart.
  const Bytes row = pattern == Pattern::strided ? Bytes{plan.rows * plan.element_bytes()} : Bytes{};
  return {.references = static_cast<double>(elements) / static_cast<double>(points),
          .bytes = Bytes{plan.element_bytes()},
          .width = plan.element_bytes(),
          .pattern = pattern,
          .row_bytes = row,
          .use = use};
}

Access rows_found(std::uint64_t rows, std::uint64_t points, Pattern pattern) {
  return {.references = static_cast<double>(rows) / static_cast<double>(points),
          .pattern = pattern};
}

std::uint64_t exchanges_of(const Plan& plan, std::uint64_t first, std::uint64_t width) {
  return std::min(width, plan.n - 1 - first);
}

Operations quotients_of(const Plan& plan, double per_point) {
  return {.type = plan.scalar,
          .fma = 4 * per_point,
          .add = 2 * per_point,
          .mul = per_point,
          .div = per_point};
}

void add_places(const Plan& plan, Pass& pass, double of_point) {
  if (plan.device.kind != DeviceKind::cpu) pass.operations.integer += of_point;
}

Bytes matrix_bytes(const Plan& plan) { return Bytes{plan.rows * plan.n * plan.element_bytes()}; }

Pass pass_of(const Plan& plan, std::string name, std::uint64_t points, std::vector<Access> accesses,
             double flops) {
  const double per_point = flops / static_cast<double>(points);
  return {.name = std::move(name),
          .points = points,
          .accesses = std::move(accesses),
          .flops = Flops{per_point},
          .operations = {.type = plan.scalar, .fma = per_point / 2}};
}

std::vector<Argument> panel_arguments(const Plan& plan, std::uint64_t first, std::uint64_t width) {
  return {BufferArgument{"matrix"},
          BufferArgument{"pivots"},
          wide(plan.rows),
          count(plan.n),
          count(first),
          count(width)};
}

Launch panel_launch(const Plan& plan, std::uint64_t first, std::uint64_t width) {
  const std::uint64_t rows = plan.n - first;
  const std::uint64_t points = rows * width;
  Launch launch;
  launch.arguments = panel_arguments(plan, first, width);
  launch.pass = pass_of(plan, "panel", points,
                        {access_of(plan, 2 * points, points, Pattern::self, Use::both),
                         rows_found(exchanges_of(plan, first, width), points)},
                        flops_of_panel(rows, width));
  return launch;
}

void add_kernel(Program& program, const Plan& plan, const std::string& name, std::string_view file,
                const Definitions& more, std::initializer_list<std::string_view> in_front) {
  const std::string source(file);
  if (std::ranges::find(program.sources, source, &Source::name) == program.sources.end()) {
    std::string text = source_text({"lu/real.clh"});
    text += source_text(in_front) + source_text({file});
    const Language language = source.ends_with(".cu") ? Language::cuda : Language::opencl_c;
    program.sources.push_back({source, language, text});
  }
  const std::string entry = "lu_" + name.substr(0, name.find(' '));
  program.kernels.push_back({name, source, entry, plan.definitions(more)});
}

}  // namespace plumb::lu
