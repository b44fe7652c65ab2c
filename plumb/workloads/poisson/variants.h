// plumb/workloads/poisson/variants.h - the solvers: what differs from one to the other is a row.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "plumb/workloads/poisson/plan.h"
#include "plumb/workloads/workload.h"

namespace plumb::poisson {

struct VariantRow {
  Variant shown;
  // Buffers beside those of add_field, kernels, and the steps that are timed.
  std::vector<Step> (*build)(Program& program, const Plan& plan);
  bool alternates = false;       // between two fields
  std::uint64_t check = 16;      // iterations from one check to the next, where none is given
  std::uint64_t most = 1000000;  // iterations, where no limit is given
  bool mixed = false;            // it can take f32 inside
  bool float_inside = false;     // always
  bool only_2d = false;
  bool only_3d = false;
  std::uint64_t work = 1;                      // an iteration takes as long as so many sweeps
  bool hurries = false;                        // it is worth a deadline
  bool splits = false;                         // between two devices
  bool takes_source = false;                   // equations with a right-hand side
  bool only_sum = false;                       // it knows no other norm
  bool checks_all = false;                     // it checks after every iteration, whatever is asked
  void (*refuse)(const Plan& plan) = nullptr;  // what else it cannot do (input error)
  Order order = Order::jacobi;                 // what the host makes again
};

std::span<const VariantRow> variant_rows();
const VariantRow& variant_row(std::string_view name);

void refuse_refinement(const Plan& plan);
void refuse_on_chip(const Plan& plan);
void refuse_steps(const Plan& plan);
std::vector<Step> build_blocked(Program& program, const Plan& plan);
std::vector<Step> build_cg(Program& program, const Plan& plan);
std::vector<Step> build_cg_multigrid(Program& program, const Plan& plan);
std::vector<Step> build_jacobi(Program& program, const Plan& plan);
std::vector<Step> build_multigrid(Program& program, const Plan& plan);
std::vector<Step> build_on_chip(Program& program, const Plan& plan);
std::vector<Step> build_red_black(Program& program, const Plan& plan);
std::vector<Step> build_refinement(Program& program, const Plan& plan);
std::vector<Step> build_slices(Program& program, const Plan& plan);
std::vector<Step> build_thesis(Program& program, const Plan& plan);

}  // namespace plumb::poisson
