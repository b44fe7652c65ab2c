// plumb/workloads/lu/plan.h - what the settings ask for, and the parts that all variants share.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "plumb/records/program.h"
#include "plumb/workloads/settings.h"

namespace plumb::lu {

// Larger matrices are not decomposed again on the host: their backward error is the check.
inline constexpr std::uint64_t largest_compared = 1024;

using Definitions = std::vector<std::pair<std::string, std::string>>;

struct Plan {
  explicit Plan(const Settings& settings);

  std::string variant;
  Scalar scalar;
  std::uint64_t n;      // rows and columns
  std::uint64_t rows;   // elements from one column to the next
  std::uint64_t block;  // of variant blocked
  std::uint64_t panel;
  std::string form;  // of variant blocked
  bool batch;
  std::optional<std::uint64_t> zeros;
  std::uint64_t seed;
  DeviceTraits device;

  [[nodiscard]] bool loops() const { return form == "loops"; }

  [[nodiscard]] std::uint64_t element_bytes() const { return scalar == Scalar::f64 ? 8 : 4; }
  [[nodiscard]] std::uint64_t elements() const { return rows * n; }
  // Half the distance from 1 to the next number.
  [[nodiscard]] double rounding() const { return scalar == Scalar::f64 ? 0x1p-53 : 0x1p-24; }
  // Whether only what is right of a column is exchanged.
  [[nodiscard]] bool exchanges_right_part() const { return variant == "paper"; }
  [[nodiscard]] Fill fill() const;  // of the matrix, but for a column of zeros
  // What real.clh needs, then those given.
  [[nodiscard]] Definitions definitions(const Definitions& more = {}) const;
};

// Divisions, multiplications and subtractions of the decomposition: 2/3 n^3 - n^2/2 - n/6.
double flops_of_decomposition(std::uint64_t n);

// Parts of launches.
ScalarArgument wide(std::uint64_t value);   // ulong
ScalarArgument count(std::uint64_t value);  // uint
std::uint64_t rounded_up(std::uint64_t n, std::uint64_t unit);

// `elements` references of a pass of so many points, spread over them.
Access access_of(const Plan& plan, std::uint64_t elements, std::uint64_t points, Pattern pattern,
                 Use use = Use::read);
// Rows that were found, one uint each.
Access rows_found(std::uint64_t rows, std::uint64_t points, Pattern pattern = Pattern::self);
// Exchanges of the columns [first, first + width): the last row of a matrix has none.
std::uint64_t exchanges_of(const Plan& plan, std::uint64_t first, std::uint64_t width);
// lu_quotient so many times per point: a reciprocal, its refinement and the correction of the
// quotient, after two comparisons.
Operations quotients_of(const Plan& plan, double per_point);
// Adds the operations on whole numbers of a point (guards, places in the matrix, turns of a loop),
// as a kernel's PTX has them. A processor does them by its modes of addressing.
void add_places(const Plan& plan, Pass& pass, double of_point);

// The whole matrix: what is read behind something else may lie anywhere in it.
Bytes matrix_bytes(const Plan& plan);

Pass pass_of(const Plan& plan, std::string name, std::uint64_t points, std::vector<Access> accesses,
             double flops);

// What every kernel asks for that treats the columns [first, first + width), and the launch of one
// that finishes them from their first pivot on; its kernel and shape are the caller's.
std::vector<Argument> panel_arguments(const Plan& plan, std::uint64_t first, std::uint64_t width);
Launch panel_launch(const Plan& plan, std::uint64_t first, std::uint64_t width);

// Adds the kernel and, the first time, its file, with real.clh and what else stands in front of it.
// Its entry is what the name begins with: "exchange block" is lu_exchange. A .cu is CUDA.
void add_kernel(Program& program, const Plan& plan, const std::string& name, std::string_view file,
                const Definitions& more, std::initializer_list<std::string_view> in_front = {});

// Each variant's buffers beside the matrix, its kernels and its launches in order.
std::vector<Step> build_paper(Program& program, const Plan& plan);
std::vector<Step> build_fused(Program& program, const Plan& plan);
std::vector<Step> build_tiles(Program& program, const Plan& plan);
std::vector<Step> build_loops(Program& program, const Plan& plan);

// The step of a whole panel of form clusters, whose kernel is added the first time; nothing where
// no cluster of the device holds its rows.
std::optional<Step> cluster_panel(Program& program, const Plan& plan, std::uint64_t first,
                                  std::uint64_t width);

}  // namespace plumb::lu
