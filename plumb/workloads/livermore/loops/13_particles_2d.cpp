// plumb/workloads/livermore/loops/13_particles_2d.cpp - kernel 13, 2-D particle in cell: a map
// that counts by integer atomics.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "plumb/workloads/livermore/loops/loops.h"
#include "plumb/workloads/livermore/programs/one_item.h"
#include "plumb/workloads/livermore/reference/fortran.h"
#include "plumb/workloads/livermore/reference/sums.h"

namespace plumb::livermore {
namespace {

template <class Real>
void particles_2d_reference(Arrays<Real>& a) {
  const auto p = plane(a.real("P"), 4);
  const auto b = plane(a.real("B"), 64);
  const auto c = plane(a.real("C"), 64);
  const auto h = plane(a.real("H"), 64);
  const auto y = row(a.real("Y"));
  const auto z = row(a.real("Z"));
  const auto e = row(a.integer("E"));
  const auto f = row(a.integer("F"));
  const auto cell = [](Real position) { return static_cast<Index>(position) & 63; };
  for (Index k = 1; k <= span_of(a); ++k) {
    const Index i1 = 1 + cell(p(1, k));
    const Index j1 = 1 + cell(p(2, k));
    p(3, k) = p(3, k) + b(i1, j1);
    p(4, k) = p(4, k) + c(i1, j1);
    p(1, k) = p(1, k) + p(3, k);
    p(2, k) = p(2, k) + p(4, k);
    Index i2 = cell(p(1, k));
    Index j2 = cell(p(2, k));
    p(1, k) = p(1, k) + y[i2 + 32];
    p(2, k) = p(2, k) + z[j2 + 32];
    i2 += e[i2 + 32];
    j2 += f[j2 + 32];
    h(i2, j2) = h(i2, j2) + Real(1);
  }
}

constexpr std::uint64_t particle_cells = 64ULL * 64;

template <class Real>
std::vector<double> particles_2d_sums(const Arrays<Real>& a) {
  return {storage_sum(a.real("P"), 4 * a.span) + storage_sum(a.real("H"), particle_cells)};
}

template <class Real>
double particles_2d_official_sum(const Arrays<Real>& a) {
  const std::uint64_t count = 8 * a.span;
  return storage_sum(a.real("P"), count) +
         storage_sum(a.real("H"), std::min(count, particle_cells));
}

void prepare_particles_2d(Arrays<double>& arrays, DataSet /*data*/, unsigned /*official_span*/) {
  std::vector<double>& p = arrays.real("P");
  const std::uint64_t columns = arrays.size.l813;
  for (std::uint64_t j = 0; j < 4; ++j) {
    for (std::uint64_t k = 0; k < columns; ++k)
      p[j + 4 * k] = 1 + 0.5 * static_cast<double>(j * columns + k);
  }
  arrays.integers["E"].assign(96, 1);
  arrays.integers["F"].assign(96, 1);
}

void outline_particles_2d(Outline& outline, DataSet /*data*/) {
  outline.integers["E"] = 96;
  outline.integers["F"] = 96;
}

template <class Real>
constexpr HostLoop<Real> particles_2d_on_host{particles_2d_reference<Real>, particles_2d_sums<Real>,
                                              particles_2d_official_sum<Real>};

// Moves and counts, then repeats the additions of 1 with the same rounding.
void build_particles_2d(Parts& parts) {
  parts.arrays("P B C Y Z E F H");
  parts.scratch("counts", Scalar::u32, particle_cells);
  parts.add(
      {.step = "move",
       .source = "particles_2d",
       .entry = "livermore_move_2d",
       .items = {parts.items(parts.n()), 1, 1},
       .arguments = Parts::arguments("P B C Y Z E F counts",
                                     {Parts::count(parts.n()), Parts::count(parts.chunk())}),
       // The cell, where the particle goes, the count of that cell.
       .demands = {
           .points = parts.n(), .words = 8, .flops = 7, .pattern = Pattern::atomic, .in_turn = 3}});
  parts.add(
      {.step = "add counts",
       .source = "particles_2d",
       .entry = "livermore_add_counts",
       .items = {particle_cells, 1, 1},
       .group = 64,
       .arguments = Parts::arguments("H counts"),
       // A cell with few particles: one turn. Its sum and whether it rounds, two bounds of
       // `room`, the power of 2, the new value; of `left` two tests and a difference, and the
       // conversion of `steps`.
       .demands = {.points = particle_cells, .words = 3, .operations = {.add = 6, .integer = 4}}});
}

void build_sequential_particles_2d(Parts& parts) {
  parts.arrays("P B C Y Z E F H");
  add_loop(parts, "sequential_cells", "P B C Y Z E F H", {Parts::count(parts.n())}, 8);
}

}  // namespace

constinit const KernelRow particles_2d{.number = 13,
                                       .name = "2-D particle in cell",
                                       .thesis_pattern = 3,
                                       .pattern = "3a",
                                       .reason = "only the counts meet, and they commute",
                                       .technique = "map, integer atomics, exact",
                                       .loop = "P moves by B, C, Y, Z; H[i2,j2] = H[i2,j2] + 1",
                                       .dependence = "scatter into H",
                                       .thesis = no_passes,
                                       .spans = {64, 32, 8},
                                       .flops = 7,
                                       .arrays = "Y Z P B C H",
                                       .grows = {{{&Dimensions::l813, 2}}},
                                       .prepare = prepare_particles_2d,
                                       .outline = outline_particles_2d,
                                       .results = "P H",
                                       .single = particles_2d_on_host<float>,
                                       .wide = particles_2d_on_host<double>,
                                       .build_best = build_particles_2d,
                                       .build_sequential = build_sequential_particles_2d};

}  // namespace plumb::livermore
