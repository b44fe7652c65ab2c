// plumb/workloads/poisson/solvers/build_conjugate.cpp - conjugate gradients: plain, with a
// multigrid as preconditioner, and in f32 around residuals in f64.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "plumb/base/error.h"
#include "plumb/workloads/poisson/solvers/iteration.h"
#include "plumb/workloads/poisson/solvers/multigrid.h"
#include "plumb/workloads/poisson/solvers/sweep_launch.h"
#include "plumb/workloads/poisson/variants.h"

namespace plumb::poisson {
namespace {

// By which an iteration with a cycle reduces the error at least: a cycle alone does.
constexpr double rate_of_cycles = 0.3;
// Iterations from one residual in f64 to the next: what f32 gains, before its rounding counts.
constexpr unsigned inner_iterations = 3;

// What poisson_scalar makes of the products.
enum class Products { none, of_residuals, of_directions };

// The products are joined; what was just written is read again for them.
constexpr Waits of_product{.joins = 1};
constexpr Waits of_product_of_written{.joins = 1, .references = 1};
// Whether the direction before is read depends on beta.
constexpr Waits behind_scalar{.references = 1};

class Conjugate {
 public:
  Conjugate(const Plan& plan, bool with_cycles)
      : plan_(&plan),
        levels_(plan, plan.inner, with_cycles ? 64 : 1),
        with_cycles_(with_cycles),
        p_(with_cycles ? "p" : "e0"),
        q_(with_cycles ? "q" : "o0"),
        z_(with_cycles ? "e0" : "f0") {}

  void add_parts(Program& program) const {
    const Fill zero{.kind = FillKind::zero, .values = {}};  // boundaries stay so
    levels_.add_parts(program);
    const Type real{plan_->inner, 1};
    if (with_cycles_)
      for (const std::string& name : {p_, q_})
        program.buffers.push_back({name, real, plan_->grid.elements(), zero});
    program.buffers.push_back({"products", {Scalar::f64, 1}, 3 * levels_.partials(), {}});
    program.buffers.push_back({"scalars", {Scalar::f64, 1}, 3, zero});
    for (const auto& [name, entry] : {std::pair("apply", "poisson_apply"),
                                      {"dot", "poisson_dot"},
                                      {"direct", "poisson_direct"},
                                      {"advance", "poisson_advance"},
                                      {"scalar", "poisson_scalar"}})
      levels_.add_kernel(program, name, "poisson/kernels/conjugate.cl", entry);
  }

  // From the residual of the field on, with no direction before.
  void restart(std::vector<Step>& steps) const {
    levels_.residual(steps, "products");
    steps.push_back(scalar(Products::none));
    if (!with_cycles_) levels_.add_launch(steps, "dot", {"f0", "f0", "products"}, 2, of_product);
  }

  void iterate_once(std::vector<Step>& steps) const {
    if (with_cycles_) {
      levels_.precondition(steps);
      levels_.add_launch(steps, "dot", {"f0", z_, "products"}, 2, of_product);
    }
    steps.push_back(scalar(Products::of_residuals));
    levels_.add_launch(steps, "direct", {z_, p_, "scalars"}, 3, behind_scalar);
    levels_.add_launch(steps, "apply", {p_, q_, "products"}, 2, of_product_of_written);
    steps.push_back(scalar(Products::of_directions));
    levels_.add_launch(steps, "advance", {p_, q_, "f0", "field", "scalars", "products", "control"},
                       6, of_product_of_written);
  }

 private:
  [[nodiscard]] Step scalar(Products what) const {
    const std::uint64_t group = plan_->on_rows ? 1 : decision_group;
    Launch launch;
    launch.kernel = "scalar";
    launch.global = {group, 1, 1};
    launch.local = {group, 1, 1};
    launch.arguments = buffers({"products", "scalars"});
    launch.arguments.emplace_back(count_argument(levels_.partials()));
    launch.arguments.emplace_back(count_argument(static_cast<std::uint64_t>(what)));
    // Behind the tree one item reads the product before.
    launch.pass = decision_pass(*plan_, "scalar", levels_.partials(), 1, 1, 1);
    return {"scalar", std::move(launch)};
  }

  const Plan* plan_;
  Multigrid levels_;
  bool with_cycles_;
  std::string p_;
  std::string q_;
  std::string z_;
};

// (sqrt k - 1) / (sqrt k + 1) with the condition k = (1 + r) / (1 - r), r of Jacobi's sweeps; one
// unknown needs one iteration, and a rate of 0 has no logarithm.
double rate_of_gradients(const Grid& grid) {
  const double r = grid.jacobi_rate();
  const double root = std::sqrt((1 + r) / (1 - r));
  return std::max((root - 1) / (root + 1), 0.1);
}

// `add_one` appends an iteration; `norms` judge the field, whatever the recurrence says.
std::vector<Step> iterate_gradients(Program& program, const Plan& plan, double rate,
                                    std::vector<Step> before,
                                    const std::function<void(std::vector<Step>& steps)>& add_one) {
  const SweepLaunch norms(plan);
  if (!plan.iterations) norms.add_kernel(program, "norms", true, false);
  Sweeps sweeps;
  sweeps.partials = norms.partials();
  sweeps.rate = rate;
  // The residual rises and falls on its way: the method bounds the error in another norm, and
  // between both lie the roots of the condition and of the unknowns.
  sweeps.transient = 10 * static_cast<double>(plan.grid.unknowns());
  sweeps.before = std::move(before);
  sweeps.add = [&](std::vector<Step>& steps, bool, bool checked) {
    add_one(steps);
    if (checked) steps.push_back(norms.step("norms", "field", nullptr, true));
  };
  return iterate(program, plan, sweeps);
}

std::vector<Step> build_gradients(Program& program, const Plan& plan, bool with_cycles) {
  const Conjugate conjugate(plan, with_cycles);
  conjugate.add_parts(program);
  std::vector<Step> before;
  conjugate.restart(before);
  const double rate = with_cycles ? rate_of_cycles : rate_of_gradients(plan.grid);
  return iterate_gradients(program, plan, rate, {{"residual", Batch{1, std::move(before)}}},
                           [&](std::vector<Step>& steps) { conjugate.iterate_once(steps); });
}

}  // namespace

void refuse_refinement(const Plan& plan) {
  if (plan.scalar == Scalar::f64) return;
  throw Error(ErrorKind::input,
              "--precision f32: solver 'refinement' has a field in f64 and computes in f32 inside; "
              "take --precision f64");
}

std::vector<Step> build_cg(Program& program, const Plan& plan) {
  return build_gradients(program, plan, false);
}

std::vector<Step> build_cg_multigrid(Program& program, const Plan& plan) {
  return build_gradients(program, plan, true);
}

std::vector<Step> build_refinement(Program& program, const Plan& plan) {
  const Conjugate conjugate(plan, true);
  conjugate.add_parts(program);
  const double rate = std::pow(rate_of_cycles, inner_iterations);
  return iterate_gradients(program, plan, rate, {}, [&](std::vector<Step>& steps) {
    conjugate.restart(steps);
    for (unsigned i = 0; i < inner_iterations; ++i) conjugate.iterate_once(steps);
  });
}

}  // namespace plumb::poisson
