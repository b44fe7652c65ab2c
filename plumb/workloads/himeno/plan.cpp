// plumb/workloads/himeno/plan.cpp - layouts, definitions and passes that all variants share.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/workloads/himeno/plan.h"

#include <algorithm>

#include <fmt/format.h>

#include "plumb/base/error.h"
#include "plumb/workloads/himeno/values.h"

namespace plumb::himeno {
namespace {

// Tiles at the end of a row read on behind it: at most one tile and two vectors.
constexpr std::uint64_t tail = 512;

std::uint64_t padding_of(const Settings& settings, const VariantRow& variant) {
  return settings.text("padding") == "auto" ? variant.padding_bytes : settings.count("padding");
}

// The random numbers and several kernels count points in 32 bits.
Grid checked_grid(const Settings& settings) {
  const Grid grid = grid_named(settings.text("size"));
  if (grid.points() <= 1ULL << 32U) return grid;
  throw Error(ErrorKind::input, fmt::format("--size {}: has {} points; at most 2^32 are supported",
                                            settings.text("size"), grid.points()));
}

// Of the 34 flops of a point, nine pairs are multiply-adds: eight of the sum over its neighbours,
// one of the result. Ten additions are of that sum, one each of the difference and of gosa.
Operations operations_of(Scalar scalar, double times) {
  return {.type = scalar, .fma = 9 * times, .add = 12 * times, .mul = 4 * times};
}

}  // namespace

Method cuda_method(const Plan& plan, const std::string& file, const std::string& text,
                   const std::string& entry) {
  Method method;
  method.sized = true;
  method.source = {.name = "himeno/" + file, .language = Language::cuda, .text = text};
  method.kernel = {.name = file.substr(0, file.find('.')),
                   .source = method.source.name,
                   .entry = entry,
                   .definitions = plan.definitions(true)};
  const std::string real = plan.scalar == Scalar::f64 ? "double" : "float";
  auto& all = method.kernel.definitions;
  all.emplace_back("VECTOR", real + text_of(plan.width()));
  all.emplace_back("WIDTH", text_of(plan.width()));
  return method;
}

// Without bulk copies the device may be one that refuses the kernel's language, whatever it needs.
void refuse_too_much(const Plan& plan, Bytes local, const std::string& what,
                     const std::string& remedy) {
  const DeviceTraits& device = plan.settings.device();
  if (!device.bulk_copies || local.count <= device.local_memory.count) return;
  throw Error(ErrorKind::input, fmt::format("{} needs {} B on chip, a group has {} B; {}", what,
                                            local.count, device.local_memory.count, remedy));
}

std::string text_of(std::uint64_t value) { return std::to_string(value); }

Layout layout_of(const Grid& grid, std::uint64_t element_bytes, Order order,
                 std::uint64_t padding_bytes) {
  Layout layout;
  const bool skewed = order == Order::skewed;
  layout.row = quotient_up(grid.columns, 8) * 8 + (skewed ? 64 / element_bytes : 0);
  // Planes begin at whole vectors, whatever the padding.
  layout.plane = grid.rows * layout.row + quotient_up(padding_bytes, 16) * 16 / element_bytes;
  layout.pressure_elements = layout.base + grid.planes * layout.plane + tail;
  layout.coefficient_elements =
      layout.base + coefficient_arrays * grid.planes * layout.plane + tail;
  if (order == Order::swapped) {
    layout.c_array = layout.plane;
    layout.c_plane = coefficient_arrays * layout.plane;
    return layout;
  }
  const std::uint64_t skew = skewed ? 1088 / element_bytes : 0;
  layout.c_array = grid.planes * layout.plane + skew;
  layout.c_plane = layout.plane;
  layout.coefficient_elements += coefficient_arrays * skew;
  return layout;
}

Plan::Plan(const Settings& chosen)
    : settings(chosen),
      variant(&variant_row(chosen.text("variant"))),
      grid(checked_grid(chosen)),
      scalar(chosen.text("precision") == "f64" ? Scalar::f64 : Scalar::f32),
      layout(layout_of(grid, element_bytes(), variant->order, padding_of(chosen, *variant))),
      iterations(chosen.count("iterations")),
      seed(chosen.count("seed")) {}

std::uint64_t Plan::groups() const {
  constexpr std::uint64_t of_unknown_device = 128;
  return settings.text("groups") == "auto" ? of_unknown_device : settings.count("groups");
}

std::uint64_t Plan::rows_chosen(std::uint64_t otherwise) const {
  return settings.text("rows") == "auto" ? otherwise : settings.count("rows");
}

Definitions Plan::definitions(bool with_size) const {
  Definitions all{{"REAL", scalar == Scalar::f64 ? "double" : "float"},
                  {"BASE", text_of(layout.base)}};
  if (!with_size) return all;
  all.insert(all.end(), {{"PLANES", text_of(grid.planes)},
                         {"ROWS", text_of(grid.rows)},
                         {"COLUMNS", text_of(grid.columns)},
                         {"ROW", text_of(layout.row)},
                         {"PLANE", text_of(layout.plane) + "L"},
                         {"C_ARRAY", text_of(layout.c_array) + "L"},
                         {"C_PLANE", text_of(layout.c_plane) + "L"}});
  return all;
}

std::vector<Argument> Plan::size_arguments() const {
  std::vector<Argument> all;
  for (const std::uint64_t extent : {grid.planes, grid.rows, grid.columns})
    all.emplace_back(ScalarArgument{Scalar::i32, static_cast<double>(extent)});
  for (const std::uint64_t stride : {layout.row, layout.plane, layout.c_array, layout.c_plane})
    all.emplace_back(ScalarArgument{Scalar::i64, static_cast<double>(stride)});
  return all;
}

Pass pass_of(const Plan& plan, const std::string& name, std::uint64_t width_bytes,
             std::uint64_t iterations) {
  const Bytes element{plan.element_bytes()};
  const std::uint64_t array = plan.grid.inner_points() * element.count;
  const auto times = static_cast<double>(iterations);
  return {.name = name,
          .points = plan.grid.inner_points(),
          .accesses = {{.references = coefficient_arrays,
                        .bytes = element,
                        .width = width_bytes,
                        .pattern = Pattern::multiple,
                        .streams = coefficient_arrays,
                        .footprint = Bytes{coefficient_arrays * array},
                        .row_bytes = {}},
                       {.references = times,
                        .bytes = element,
                        .width = width_bytes,
                        .pattern = Pattern::neighbourhood,
                        .streams = 1,
                        .footprint = Bytes{array},
                        .row_bytes = Bytes{plan.layout.row * element.count}},
                       {.references = times,
                        .bytes = element,
                        .width = width_bytes,
                        .pattern = Pattern::self,
                        .streams = 1,
                        .footprint = Bytes{array},
                        .row_bytes = Bytes{plan.layout.row * element.count},
                        .use = Use::write}},
          .flops = Flops{flops_per_point * times},
          .operations = operations_of(plan.scalar, times),
          .group = 0,
          .context = LaunchContext::derived};
}

void keep_half_way(Pass& pass) {
  pass.accesses.at(pass.accesses.size() - 2).references = 1;
  pass.accesses.back().references = 1;
}

}  // namespace plumb::himeno
