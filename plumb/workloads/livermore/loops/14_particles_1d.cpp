// plumb/workloads/livermore/loops/14_particles_1d.cpp - kernel 14, 1-D particle in cell: a map,
// then charges sorted by cell.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "plumb/workloads/livermore/loops/loops.h"
#include "plumb/workloads/livermore/programs/one_item.h"
#include "plumb/workloads/livermore/programs/thesis.h"
#include "plumb/workloads/livermore/reference/fortran.h"
#include "plumb/workloads/livermore/reference/sums.h"
#include "plumb/workloads/waits.h"

namespace plumb::livermore {
namespace {

template <class Real>
void particles_1d_reference(Arrays<Real>& a) {
  const Index n = span_of(a);
  const auto of = [&](const char* name) { return row(a.real(name)); };
  const auto grd = of("GRD"), dex = of("DEX"), xi = of("XI"), ex = of("EX"), ex1 = of("EX1");
  const auto dex1 = of("DEX1"), vx = of("VX"), xx = of("XX"), rx = of("RX"), rh = of("RH");
  const auto ix = row(a.integer("IX"));
  const auto ir = row(a.integer("IR"));
  const Real flx = a.scalar("FLX");
  for (Index k = 1; k <= n; ++k) {
    ix[k] = static_cast<std::int32_t>(grd[k]);
    xi[k] = static_cast<Real>(ix[k]);
    ex1[k] = ex[ix[k]];
    dex1[k] = dex[ix[k]];
    vx[k] = ex1[k] + (Real(0) - xi[k]) * dex1[k];
    xx[k] = vx[k] + flx;
    const auto whole = static_cast<std::int32_t>(xx[k]);
    rx[k] = xx[k] - static_cast<Real>(whole);
    ir[k] = (whole & 2047) + 1;
    xx[k] = rx[k] + static_cast<Real>(ir[k]);
  }
  for (Index k = 1; k <= n; ++k) {
    rh[ir[k]] = rh[ir[k]] + Real(1) - rx[k];
    rh[ir[k] + 1] = rh[ir[k] + 1] + rx[k];
  }
}

template <class Real>
std::vector<double> particles_1d_sums(const Arrays<Real>& a) {
  const auto sum = [&](const char* name) { return storage_sum(a.real(name), a.span); };
  return {sum("VX") + sum("XX") + sum("RX") + storage_sum(a.real("RH"), a.size.l14) +
          storage_sum(a.integer("IR"), a.span)};
}

template <class Real>
double particles_1d_official_sum(const Arrays<Real>& a) {
  return storage_sum(a.real("VX"), a.span) + storage_sum(a.real("XX"), a.span) +
         storage_sum(a.real("RH"), 67);
}

// Park and Miller's minimal standard; the three official spans continue one sequence.
void prepare_particles_1d(Arrays<double>& arrays, DataSet /*data*/, unsigned official_span) {
  constexpr double states[] = {256, 12491249, 1499352848};
  constexpr double modulus = 2147483647.0;
  double state = states[official_span];
  const auto most = static_cast<double>(arrays.size.l1);
  std::vector<double>& grid = arrays.real("GRD");
  std::vector<double>& dex = arrays.real("DEX");
  for (std::size_t i = 0; i < grid.size(); ++i) {
    state = std::fmod(16807 * state, modulus);
    grid[i] = std::trunc(1.0 + state * (most - 1) / modulus);
    dex[i] = -100.0 * dex[i];
  }
  arrays.integers["IX"].assign(arrays.size.l1, 0);
  arrays.integers["IR"].assign(arrays.size.l1, 0);
  arrays.scalars["FLX"] = 0.001;
}

void outline_particles_1d(Outline& outline, DataSet /*data*/) {
  outline.integers["IX"] = outline.size.l1;
  outline.integers["IR"] = outline.size.l1;
  outline.scalars["FLX"] = 0.001;
}

template <class Real>
constexpr HostLoop<Real> particles_1d_on_host{particles_1d_reference<Real>, particles_1d_sums<Real>,
                                              particles_1d_official_sum<Real>};

constexpr std::uint64_t charge_cells = 2048;

// The particles without their charge.
void add_particles(Parts& parts) {
  parts.arrays("GRD EX DEX XI EX1 DEX1 VX XX RX IX IR RH");
  parts.add({.step = "move",
             .source = "particles_1d",
             .entry = "livermore_move_1d",
             .items = {parts.items(parts.n()), 1, 1},
             .arguments = Parts::arguments(
                 "GRD EX DEX XI EX1 DEX1 VX XX RX IX IR",
                 {parts.real("FLX"), Parts::count(parts.n()), Parts::count(parts.chunk())}),
             .demands = {.points = parts.n(),
                         .words = 16,
                         .flops = 8,
                         .pattern = Pattern::random,
                         .in_turn = 1},  // the field of a particle's cell
             .definitions = {parts.group_definition()}});
}

void add_atomic_charge(Parts& parts) {
  parts.add(
      {.step = "charge by atomics",
       .source = "charge_atomic",
       .entry = "livermore_charge_atomic",
       .items = {parts.items(parts.n()), 1, 1},
       .arguments =
           Parts::arguments("RH RX IR", {Parts::count(parts.n()), Parts::count(parts.chunk())}),
       // Behind the cell two additions, each a look and an exchange.
       .demands =
           {.points = parts.n(), .words = 4, .flops = 3, .pattern = Pattern::atomic, .in_turn = 4},
       .definitions = {{"WORDS", parts.scalar() == Scalar::f64 ? "2" : "1"}}});
}

// A stable counting sort by cell, then a fixed tree per cell.
void add_sorted_charge(Parts& parts) {
  constexpr std::uint64_t block = 4096;
  const std::uint64_t n = parts.n();
  const std::uint64_t blocks = (n + block - 1) / block;
  parts.scratch("counts", Scalar::u32, charge_cells * blocks);
  parts.scratch("starts", Scalar::u32, charge_cells + 1);
  parts.scratch("sorted", parts.scalar(), n);
  const auto add = [&](const char* entry, std::uint64_t items, std::uint64_t group,
                       std::string_view buffers, const std::vector<Argument>& counts,
                       const Demands& demands) {
    parts.add({.step = step_of(entry),
               .source = "particles_1d",
               .entry = entry,
               .items = {items, 1, 1},
               .group = group,
               .arguments = Parts::arguments(buffers, counts),
               .demands = demands,
               .definitions = {parts.group_definition()}});
  };
  // Every loop has its count and test. The cell of a particle is ir - 1, times the blocks and plus
  // the block, as wide as a pointer. A block of 4096 particles also clears its 2048 counts.
  constexpr double loop = 2;
  constexpr double place = 3;
  constexpr double clearing = (loop + 1) * static_cast<double>(charge_cells) / block;
  const std::vector<Argument> sizes{Parts::count(blocks), Parts::count(n), Parts::count(block)};
  add("livermore_cell_count", blocks, 1, "IR counts", sizes,
      {.points = n, .words = 0.5, .operations = {.integer = loop + place + 1 + clearing}});
  add("livermore_cell_totals", charge_cells, 64, "counts starts", {sizes[0]},
      {.points = charge_cells * blocks, .words = 0.5, .operations = {.integer = loop + 1}});
  // One item: whether it is the last cell, the sum.
  add("livermore_cell_starts", 1, 1, "starts", {},
      {.points = charge_cells,
       .operations = {.integer = loop + 2},
       .besides = {uncredited(2, Bytes{4}, Use::both)}});
  add("livermore_cell_offsets", charge_cells, 64, "counts starts", {sizes[0]},
      {.points = charge_cells * blocks, .words = 1, .operations = {.integer = loop + 1}});
  add("livermore_cell_place", blocks, 1, "IR RX counts sorted", sizes,
      // The count goes up by one and is the place of the particle.
      {.points = n,
       .words = 2.5,
       .pattern = Pattern::scatter,
       .operations = {.integer = loop + place + 1 + 2}});
  add("livermore_cell_charge", (charge_cells + 1) * parts.group(), parts.group(),
      "RH sorted starts", {},
      // The particles behind the place where they begin; the charge before, behind the tree.
      {.points = n,
       .words = 2,
       .flops = 3,
       .pattern = Pattern::reduction,
       .barriers = parts.on_cpu() ? 0 : tree_steps(parts.group()) + 1,
       .in_turn = 2});
}

void build_particles_1d(Parts& parts) {
  add_particles(parts);
  if (parts.atomic_scatter()) {
    add_atomic_charge(parts);
  } else {
    add_sorted_charge(parts);
  }
}

// The host reads the cells back and starts a launch per particle.
void build_thesis_particles_1d(Parts& parts) {
  refuse_many(parts, parts.n());
  add_particles(parts);
  parts.add({"cells to the host", Transfer{Direction::out, "IR", {}}});
  parts.add({"fractions to the host", Transfer{Direction::out, "RX", {}}});
  for (std::uint64_t k = 0; k < parts.n(); ++k) {
    parts.add({.step = "one texel",
               .source = "sequential_cells",
               .entry = "livermore_sequential_14",
               .arguments = Parts::arguments("RH RX IR", {Parts::count(k), Parts::count(k + 1)}),
               .demands = {1, 3, 3}});
  }
}

void build_sequential_particles_1d(Parts& parts) {
  parts.in_one_item();
  add_particles(parts);
  add_loop(parts, "sequential_cells", "RH RX IR", {Parts::count(0), Parts::count(parts.n())}, 3);
}

}  // namespace

constinit const KernelRow particles_1d{
    .number = 14,
    .name = "1-D particle in cell",
    .thesis_pattern = 3,
    .pattern = "3a",
    .reason = "only the charges meet",
    .technique = "map, stable sort, sum per cell",
    .loop = "RH[IR] = RH[IR] + 1 - RX; RH[IR+1] = RH[IR+1] + RX",
    .dependence = "scatter into RH",
    .thesis = "gather by dependent reads; the host keeps IR and copies one texel per particle",
    .spans = {1001, 101, 27},
    .flops = 11,
    .arrays = "GRD DEX XI EX EX1 DEX1 VX XX RX RH+",
    .prepare = prepare_particles_1d,
    .outline = outline_particles_1d,
    .results = "VX XX IX XI EX1 DEX1 IR RX RH",
    .rounding = {.reordered = "RH"},
    .single = particles_1d_on_host<float>,
    .wide = particles_1d_on_host<double>,
    .build_best = build_particles_1d,
    .build_thesis = build_thesis_particles_1d,
    .build_sequential = build_sequential_particles_1d,
    .thesis_asks_host = true};

}  // namespace plumb::livermore
