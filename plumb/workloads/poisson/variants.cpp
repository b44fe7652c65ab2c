// plumb/workloads/poisson/variants.cpp - the list of solvers.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/workloads/poisson/variants.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "plumb/base/error.h"
#include "plumb/workloads/poisson/poisson.h"

namespace plumb::poisson {

std::span<const VariantRow> variant_rows() {
  static constexpr std::array<VariantRow, 10> rows{{
      {.shown = variants[0],
       .build = build_multigrid,
       .check = 1,
       .most = 100,
       .mixed = true,
       .work = 32,
       .hurries = true,
       .takes_source = true,
       .checks_all = true,
       .order = Order::none},
      {.shown = variants[1],
       .build = build_blocked,
       .alternates = true,
       .check = 32,
       .only_2d = true,
       .takes_source = true,
       .refuse = refuse_steps},
      {.shown = variants[2],
       .build = build_cg,
       .most = 100000,
       .work = 6,
       .takes_source = true,
       .order = Order::none},
      {.shown = variants[3],
       .build = build_cg_multigrid,
       .check = 1,
       .most = 100,
       .work = 40,
       .takes_source = true,
       .order = Order::none},
      {.shown = variants[4],
       .build = build_jacobi,
       .alternates = true,
       .splits = true,
       .takes_source = true},
      {.shown = variants[5],
       .build = build_on_chip,
       .alternates = true,
       .check = 512,
       .refuse = refuse_on_chip},
      {.shown = variants[6],
       .build = build_red_black,
       .takes_source = true,
       .order = Order::red_black},
      {.shown = variants[7],
       .build = build_refinement,
       .check = 1,
       .most = 100,
       .mixed = true,
       .float_inside = true,
       .work = 120,
       .takes_source = true,
       .refuse = refuse_refinement,
       .order = Order::none},
      {.shown = variants[8],
       .build = build_slices,
       .alternates = true,
       .only_3d = true,
       .takes_source = true,
       .order = Order::slices},
      {.shown = variants[9],
       .build = build_thesis,
       .check = 1,
       .takes_source = true,
       .only_sum = true},
  }};
  static_assert(rows.size() == variants.size());
  return rows;
}

const VariantRow& variant_row(std::string_view name) {
  const std::span<const VariantRow> rows = variant_rows();
  const auto found =
      std::ranges::find_if(rows, [&](const VariantRow& row) { return row.shown.name == name; });
  if (found != rows.end()) return *found;
  throw Error(ErrorKind::input, fmt::format("unknown solver '{}'", name));
}

}  // namespace plumb::poisson
