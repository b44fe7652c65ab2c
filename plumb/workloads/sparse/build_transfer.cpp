// plumb/workloads/sparse/build_transfer.cpp - moving a matrix in: what is not zero, or all of it.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <memory>
#include <span>

#include "plumb/workloads/embedded.h"
#include "plumb/workloads/sparse/plan.h"

namespace plumb::sparse {
namespace {

// Elements of the matrix with its zeros, row after row.
void copy_full(const Matrix& matrix, std::uint64_t first, std::span<double> out) {
  std::ranges::fill(out, 0.0);
  const std::uint64_t end = first + out.size();
  for (std::uint64_t i = first / matrix.columns; i * matrix.columns < end; ++i) {
    for (std::uint64_t e = matrix.starts[i]; e < matrix.starts[i + 1]; ++e) {
      const std::uint64_t place = i * matrix.columns + matrix.places[e];
      if (place >= first && place < end) out[place - first] = matrix.values[e];
    }
  }
}

Buffer full_matrix(const Plan& plan) {
  const std::uint64_t elements = plan.rows() * plan.columns();
  FillValues values(elements, [matrix = std::make_shared<const Matrix>(plan.matrix)](
                                  std::uint64_t first, std::span<double> out) {
    copy_full(*matrix, first, out);
  });
  return {"matrix",
          {plan.scalar, 1},
          elements,
          {.kind = FillKind::values, .values = std::move(values)}};
}

Step transfer_in(const char* buffer) {
  return {buffer, Transfer{.direction = Direction::in, .buffer = buffer}};
}

// A launch over `points` elements, without its arguments and pass; the last argument is the chunk.
Launch element_launch(const Plan& plan, const char* kernel, std::uint64_t points) {
  Launch launch;
  launch.kernel = kernel;
  if (plan.loops) {
    launch.global[0] = (points + plan.chunk - 1) / plan.chunk;
    return launch;
  }
  constexpr std::uint64_t group = 256;
  constexpr std::uint64_t most_items = 1ULL << 20U;  // each goes on from there
  launch.local[0] = group;
  launch.global[0] = std::min(most_items, (points + group - 1) / group * group);
  return launch;
}

Step clear_step(const Plan& plan) {
  const std::uint64_t points = plan.rows() * plan.columns();
  Launch launch = element_launch(plan, "clear", points);
  launch.arguments = {BufferArgument{"matrix"}, wide(points), wide(plan.loops ? plan.chunk : 0)};
  launch.pass = {.name = "clear",
                 .points = points,
                 .accesses = {{.references = 1,
                               .bytes = Bytes{plan.element_bytes()},
                               .width = plan.element_bytes(),
                               .pattern = Pattern::self,
                               .use = Use::write}}};
  return {"clear", std::move(launch)};
}

Step place_step(const Plan& plan) {
  const std::uint64_t points = plan.nonzeros();
  Launch launch = element_launch(plan, "place", points);
  for (const char* name : {"matrix", "values", "lines", "places"})
    launch.arguments.emplace_back(BufferArgument{name});
  launch.arguments.emplace_back(wide(plan.columns()));
  launch.arguments.emplace_back(wide(points));
  launch.arguments.emplace_back(wide(plan.loops ? plan.chunk : 0));
  const Bytes real{plan.element_bytes()};
  launch.pass = {
      .name = "place",
      .points = points,
      .accesses = {{.references = 1, .bytes = real, .width = real.count, .pattern = Pattern::self},
                   {.references = 2, .pattern = Pattern::self},
                   {.references = 1,
                    .bytes = real,
                    .width = real.count,
                    .pattern = Pattern::scatter,
                    .use = Use::write}}};
  return {"place", std::move(launch)};
}

void add_placed(Program& program, const Plan& plan) {
  std::vector<double> lines;
  for (std::uint64_t i = 0; i < plan.rows(); ++i)
    lines.resize(plan.matrix.starts[i + 1], static_cast<double>(i));
  program.buffers.push_back(values_buffer("values", plan.scalar, plan.matrix.values));
  program.buffers.push_back(values_buffer("lines", Scalar::u32, std::move(lines)));
  program.buffers.push_back(
      values_buffer("places", Scalar::u32, {plan.matrix.places.begin(), plan.matrix.places.end()}));
  program.buffers.push_back({"matrix", {plan.scalar, 1}, plan.rows() * plan.columns(), {}});
  program.sources.push_back(
      {"sparse/fill.cl", Language::opencl_c, std::string(embedded::workloads_sparse_fill_cl())});
  for (const char* name : {"clear", "place"}) {
    program.kernels.push_back({name,
                               "sparse/fill.cl",
                               std::string("sparse_") + name,
                               {{"REAL", name_of(Type{plan.scalar, 1})}}});
  }
  program.steps = {
      clear_step(plan),
      {"transfer in",
       Repeat{1, {transfer_in("values"), transfer_in("lines"), transfer_in("places")}}},
      place_step(plan)};
}

}  // namespace

void build_transfer(Program& program, const Plan& plan) {
  if (plan.variant == "placed") {
    add_placed(program, plan);
  } else {
    program.buffers.push_back(full_matrix(plan));
    program.steps = {{"transfer in", Repeat{1, {transfer_in("matrix")}}}};
  }
  program.verification = {{"matrix", 0, plan.scalar == Scalar::f64 ? 0.0 : 0x1p-24, {}}};
}

}  // namespace plumb::sparse
