// plumb/workloads/sparse/build_product.cpp - y = A x in ELL and CSR.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "plumb/workloads/embedded.h"
#include "plumb/workloads/sparse/plan.h"
#include "plumb/workloads/waits.h"

namespace plumb::sparse {
namespace {

constexpr std::uint64_t product_group = 256;
constexpr std::uint64_t csr_lanes = 8;  // work-items per row

// The arrays of a matrix from a file in one of the layouts; row_step and element_step as in
// fill.cl.
void add_matrix(Program& program, const Plan& plan, bool ell) {
  const std::uint64_t elements = ell ? plan.stride() * plan.width() : plan.nonzeros();
  std::vector<double> values(elements);
  std::vector<double> places(elements);
  for (std::uint64_t i = 0; i < plan.rows(); ++i) {
    for (std::uint64_t e = plan.matrix.starts[i]; e < plan.matrix.starts[i + 1]; ++e) {
      const std::uint64_t at = ell ? (e - plan.matrix.starts[i]) * plan.stride() + i : e;
      values[at] = plan.matrix.values[e];
      places[at] = plan.matrix.places[e];
    }
  }
  program.buffers.push_back(values_buffer("values", plan.scalar, std::move(values)));
  program.buffers.push_back(values_buffer("places", Scalar::u32, std::move(places)));
  if (!ell) {
    program.buffers.push_back(values_buffer(
        "starts", Scalar::u32, {plan.matrix.starts.begin(), plan.matrix.starts.end()}));
  }
}

// Operations that fill an element, by the text of the kernel: a random number of 8 and its key, the
// place and where it is stored (18), and what the kind of matrix takes: two comparisons and choices
// of 64 bits, or a remainder of 32 bits (about 20) and another random number.
double filled_by_text(const Synthetic& synthetic) {
  return 8 + 2 + 18 + (synthetic.banded ? 8 : 20 + 8 + 2);
}

// The same by the machine code of x86-64 for a loop along a row, moves between registers and both
// stores left out: 30, or 30 and a division of 32 bits, which a processor takes apart into 10.
double filled_one_by_one(const Synthetic& synthetic) { return 30 + (synthetic.banded ? 0 : 10); }

// Of a synthetic matrix: room, and a step that makes it on the device.
void add_synthetic(Program& program, const Plan& plan, bool ell) {
  const Synthetic& synthetic = *plan.synthetic;
  const std::uint64_t held = ell ? plan.held() : plan.rows();
  const std::uint64_t elements = (ell ? plan.stride() : plan.rows()) * synthetic.nonzeros;
  program.buffers.push_back({"values", {plan.scalar, 1}, elements, {}});
  program.buffers.push_back({"places", {Scalar::u32, 1}, elements, {}});
  program.buffers.push_back({"starts", {Scalar::u32, 1}, ell ? 1 : plan.rows() + 1, {}});
  program.sources.push_back(
      {"sparse/fill.cl", Language::opencl_c, std::string(embedded::workloads_sparse_fill_cl())});
  program.kernels.push_back(
      {"fill", "sparse/fill.cl", "sparse_fill", {{"REAL", name_of(Type{plan.scalar, 1})}}});
  Launch launch;
  launch.kernel = "fill";
  launch.local[0] = 64;
  launch.global[0] = (plan.rows() + 1 + 63) / 64 * 64;
  for (const char* name : {"values", "places", "starts"})
    launch.arguments.emplace_back(BufferArgument{name});
  launch.arguments.insert(launch.arguments.end(),
                          {wide(ell ? 1 : synthetic.nonzeros), wide(ell ? plan.stride() : 1),
                           count(plan.rows()), count(held), count(synthetic.nonzeros),
                           count(synthetic.key), count(synthetic.banded ? 1 : 0)});
  // An item makes a row: with rows one behind another its neighbours write a row further on.
  const Pattern pattern = ell || plan.loops ? Pattern::self : Pattern::strided;
  const auto apart = [&](std::uint64_t bytes) {
    return Bytes{pattern == Pattern::strided ? synthetic.nonzeros * bytes : 0};
  };
  launch.pass = {
      .name = "matrix",
      .points = held * synthetic.nonzeros,
      .accesses = {
          {.references = 1,
           .bytes = Bytes{plan.element_bytes()},
           .width = plan.element_bytes(),
           .pattern = pattern,
           .row_bytes = apart(plan.element_bytes()),
           .use = Use::write},
          {.references = 1, .pattern = pattern, .row_bytes = apart(4), .use = Use::write}}};
  launch.pass.operations.integer =
      plan.loops ? filled_one_by_one(synthetic) : filled_by_text(synthetic);
  // Elements of a row are not side by side in ELL, and no vector takes remainders; where rows lie
  // one behind another, compilers make vectors of a band's elements.
  const bool side_by_side = !ell && synthetic.banded;
  launch.pass.turns = side_by_side ? 1 : static_cast<double>(synthetic.nonzeros);
  if (!ell) {  // and where each row begins
    launch.pass.accesses.push_back({.references = static_cast<double>(plan.rows() + 1) /
                                                  static_cast<double>(launch.pass.points),
                                    .pattern = Pattern::self,
                                    .use = Use::write});
  }
  program.steps.push_back({"matrix", std::move(launch)});
}

// What one product must move: each element with its column, x and y once.
Bytes compulsory_bytes(const Plan& plan) {
  const std::uint64_t starts = plan.variant == "ell" ? 0 : 4 * (plan.rows() + 1);
  return Bytes{plan.nonzeros() * (plan.element_bytes() + 4) + starts +
               (plan.rows() + plan.columns()) * plan.element_bytes()};
}

Pass product_pass(const Plan& plan, bool ell) {
  const std::uint64_t rows = ell ? plan.held() : plan.rows();
  const std::uint64_t elements = ell ? rows * plan.width() : plan.nonzeros();
  const double of_row = static_cast<double>(elements) / static_cast<double>(rows);
  const Bytes real{plan.element_bytes()};
  const bool wide_loads = ell && !plan.loops;
  const bool near = plan.synthetic && plan.synthetic->banded;
  Pass pass{.name = "product",
            .points = rows,
            .accesses = {{.references = of_row,
                          .bytes = real,
                          .width = wide_loads ? 16 : real.count,
                          .pattern = Pattern::self},
                         {.references = of_row,
                          .width = wide_loads ? 4 * plan.vector_width() : 4,
                          .pattern = Pattern::self},
                         {.references = of_row,
                          .bytes = real,
                          .width = real.count,
                          .pattern = near ? Pattern::neighbourhood : Pattern::random,
                          .footprint = Bytes{plan.columns() * real.count}},
                         {.references = 1,
                          .bytes = real,
                          .width = wide_loads ? 16 : real.count,
                          .pattern = Pattern::self,
                          .use = Use::write}},
            .flops = Flops{2 * of_row},
            .operations = {.type = plan.scalar, .fma = of_row},
            .turns = of_row};
  if (!ell) pass.accesses.push_back({.references = 2, .pattern = Pattern::self});
  return pass;
}

// An element of x is read where its column says. ELL: four elements of a row at a time, then those
// left over one by one; their columns come behind the elements of x before. CSR: the columns come
// behind the row's beginning.
void add_waits(Launch& launch, const Plan& plan, bool ell) {
  constexpr std::uint64_t together = 4;
  const std::uint64_t of_row = plan.width() / together + plan.width() % together;
  const double turns = ell ? static_cast<double>(of_row) : 1;
  wait_in_turn(launch, 1, ell ? turns - 1 : 1);
  wait_in_turn(launch, 2, turns);
  if (!ell) launch.pass.barriers = tree_steps(csr_lanes);
}

Step product_step(const Plan& plan, bool ell) {
  Launch launch;
  launch.kernel = plan.variant;
  launch.arguments = {BufferArgument{"values"}, BufferArgument{"places"}};
  if (!ell) launch.arguments.emplace_back(BufferArgument{"starts"});
  launch.arguments.emplace_back(BufferArgument{"x"});
  launch.arguments.emplace_back(BufferArgument{"y"});
  if (ell) {
    launch.arguments.emplace_back(wide(plan.stride()));
    launch.arguments.emplace_back(count(plan.held()));
    launch.arguments.emplace_back(count(plan.width()));
  } else {
    launch.arguments.emplace_back(count(plan.rows()));
  }
  const std::uint64_t rows = ell ? plan.held() : plan.rows();
  if (plan.loops) {
    launch.arguments.emplace_back(count(plan.chunk));
    launch.global[0] = (rows + plan.chunk - 1) / plan.chunk;
  } else {
    const std::uint64_t items = ell ? rows / plan.vector_width() : rows * csr_lanes;
    launch.local[0] = product_group;
    launch.global[0] = (items + product_group - 1) / product_group * product_group;
  }
  launch.pass = product_pass(plan, ell);
  if (!plan.loops) add_waits(launch, plan, ell);
  return {"product", std::move(launch)};
}

Kernel product_kernel(const Plan& plan) {
  const std::string real = name_of(Type{plan.scalar, 1});
  const std::string width = std::to_string(plan.vector_width());
  if (plan.loops)
    return {plan.variant, "sparse/loop.cl", "sparse_" + plan.variant + "_loop", {{"REAL", real}}};
  return {plan.variant,
          "sparse/product.cl",
          "sparse_" + plan.variant,
          {{"REAL", real},
           {"VECTOR", real + width},
           {"WIDTH", width},
           {"INDEX", "uint" + width},
           {"GROUP", std::to_string(product_group)},
           {"LANES", std::to_string(csr_lanes)}}};
}

}  // namespace

void build_product(Program& program, const Plan& plan) {
  const bool ell = plan.variant == "ell";
  if (plan.synthetic) {
    add_synthetic(program, plan, ell);
  } else {
    add_matrix(program, plan, ell);
  }
  program.buffers.push_back({"x", {plan.scalar, 1}, plan.columns(), plan.vector_fill()});
  program.buffers.push_back({"y", {plan.scalar, 1}, ell ? plan.held() : plan.rows(), {}});
  program.sources.push_back({plan.loops ? "sparse/loop.cl" : "sparse/product.cl",
                             Language::opencl_c,
                             std::string(plan.loops ? embedded::workloads_sparse_loop_cl()
                                                    : embedded::workloads_sparse_product_cl())});
  program.kernels.push_back(product_kernel(plan));
  program.steps.push_back(product_step(plan, ell));
  // Terms of any sign in a file: what rounds is their size, of at most the largest element each.
  const double rounding = plan.scalar == Scalar::f64 ? 0x1p-52 : 0x1p-23;
  double largest = plan.synthetic ? 1 : 0;
  for (const double value : plan.matrix.values) largest = std::max(largest, std::abs(value));
  const auto terms = static_cast<double>(plan.width() + 2);
  const double error = rounding * terms;
  // The distance of the smallest numbers: what is below them is rounded by as much.
  const double least = plan.scalar == Scalar::f64 ? std::numeric_limits<double>::denorm_min()
                                                  : std::numeric_limits<float>::denorm_min();
  const double absolute = error * largest * static_cast<double>(plan.width()) + terms * least;
  program.verification = {{"y", absolute, error, {}}};
  program.credit = {.flops = Flops{2 * static_cast<double>(plan.nonzeros())},
                    .bytes = compulsory_bytes(plan),
                    .iterations = 1};
}

}  // namespace plumb::sparse
