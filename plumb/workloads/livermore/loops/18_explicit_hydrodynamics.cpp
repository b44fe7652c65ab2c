// plumb/workloads/livermore/loops/18_explicit_hydrodynamics.cpp - kernel 18, 2-D explicit
// hydrodynamics: three maps over planes.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/workloads/livermore/loops/loops.h"
#include "plumb/workloads/livermore/programs/map.h"
#include "plumb/workloads/livermore/reference/fortran.h"
#include "plumb/workloads/livermore/reference/sums.h"

namespace plumb::livermore {
namespace {

template <class Real>
void explicit_hydro_reference(Arrays<Real>& a) {
  const Index n = span_of(a);
  const auto of = [&](const char* name) { return plane(a.real(name), a.size.l2); };
  const auto za = of("ZA"), zb = of("ZB"), zp = of("ZP"), zq = of("ZQ"), zr = of("ZR");
  const auto zm = of("ZM"), zu = of("ZU"), zv = of("ZV"), zz = of("ZZ");
  const Real t = Real(0.0037), s = Real(0.0041);
  for (Index k = 2; k <= 6; ++k) {
    for (Index j = 2; j <= n; ++j) {
      za(j, k) = (zp(j - 1, k + 1) + zq(j - 1, k + 1) - zp(j - 1, k) - zq(j - 1, k)) *
                 (zr(j, k) + zr(j - 1, k)) / (zm(j - 1, k) + zm(j - 1, k + 1));
      zb(j, k) = (zp(j - 1, k) + zq(j - 1, k) - zp(j, k) - zq(j, k)) * (zr(j, k) + zr(j, k - 1)) /
                 (zm(j, k) + zm(j - 1, k));
    }
  }
  const auto flow = [&](const auto& f, Index j, Index k) {
    return za(j, k) * (f(j, k) - f(j + 1, k)) - za(j - 1, k) * (f(j, k) - f(j - 1, k)) -
           zb(j, k) * (f(j, k) - f(j, k - 1)) + zb(j, k + 1) * (f(j, k) - f(j, k + 1));
  };
  for (Index k = 2; k <= 6; ++k) {
    for (Index j = 2; j <= n; ++j) {
      zu(j, k) = zu(j, k) + s * flow(zz, j, k);
      zv(j, k) = zv(j, k) + s * flow(zr, j, k);
    }
  }
  for (Index k = 2; k <= 6; ++k) {
    for (Index j = 2; j <= n; ++j) {
      zr(j, k) = zr(j, k) + t * zu(j, k);
      zz(j, k) = zz(j, k) + t * zv(j, k);
    }
  }
}

// The second of the absolute values of ZA and ZB.
template <class Real>
std::vector<double> explicit_hydrodynamics_sums(const Arrays<Real>& a) {
  const Window inner{a.size.l2, 2, a.span, 2, 6};
  return {window_sum(a.real("ZU"), inner) + window_sum(a.real("ZV"), inner) +
              window_sum(a.real("ZR"), inner) + window_sum(a.real("ZZ"), inner),
          window_sum(a.real("ZA"), inner, true) + window_sum(a.real("ZB"), inner, true)};
}

template <class Real>
double explicit_hydrodynamics_official_sum(const Arrays<Real>& a) {
  return storage_sum(a.real("ZR"), 7 * a.span) + storage_sum(a.real("ZZ"), 7 * a.span);
}

template <class Real>
constexpr HostLoop<Real> explicit_hydrodynamics_on_host{explicit_hydro_reference<Real>,
                                                        explicit_hydrodynamics_sums<Real>,
                                                        explicit_hydrodynamics_official_sum<Real>};

void build_explicit_hydrodynamics(Parts& parts) {
  parts.arrays("ZA ZB ZP ZQ ZR ZM ZU ZV ZZ");
  const char* flux = "ZA ZB ZP ZQ ZR ZM";
  const char* velocity = "ZU ZV ZA ZB ZZ ZR";
  if (parts.on_cpu()) {
    parts.add(plane_map(parts, {"hydro_2d", "livermore_flux", flux, "", 6.8, 20, 2}, 5));
    parts.add(plane_map(parts, {"hydro_2d", "livermore_velocity", velocity, "", 9, 20, 2}, 5));
  } else {
    parts.add(column_map(parts, {"hydro_columns", "livermore_flux_columns", flux, "", 6.8, 20, 2}));
    parts.add(
        column_map(parts, {"hydro_columns", "livermore_velocity_columns", velocity, "", 9, 20, 2}));
  }
  parts.add(plane_map(parts, {"hydro_2d", "livermore_advance", "ZR ZZ ZU ZV", "", 6, 4, 2}, 5));
}

}  // namespace

constinit const KernelRow explicit_hydrodynamics{
    .number = 18,
    .name = "2-D explicit hydrodynamics",
    .thesis_pattern = 2,
    .pattern = "2",
    .technique = "three maps",
    .loop = "ZA, ZB; then ZU, ZV; then ZR, ZZ",
    .dependence = "none inside a nest",
    .thesis = no_passes,
    .spans = {100, 100, 14},
    .points_per_step = 7,
    .flops = 44,
    .iterations = five_columns,
    .arrays = "ZA ZP ZQ ZR ZM ZB ZU ZV ZZ",
    .grows = {{{&Dimensions::l2, 1, 1}}},
    .results = "ZA ZB ZU ZV ZR ZZ",
    .rounding = {.near_zero = true},
    .single = explicit_hydrodynamics_on_host<float>,
    .wide = explicit_hydrodynamics_on_host<double>,
    .build_best = build_explicit_hydrodynamics,
    .build_sequential = build_in_one_item<build_explicit_hydrodynamics>};

}  // namespace plumb::livermore
