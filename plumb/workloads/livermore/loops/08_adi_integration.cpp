// plumb/workloads/livermore/loops/08_adi_integration.cpp - kernel 8, ADI integration: a map,
// rows made contiguous.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/workloads/livermore/loops/loops.h"
#include "plumb/workloads/livermore/programs/map.h"
#include "plumb/workloads/livermore/reference/fortran.h"
#include "plumb/workloads/livermore/reference/sums.h"

namespace plumb::livermore {
namespace {

template <class Real>
void adi_reference(Arrays<Real>& a) {
  const Index l2 = static_cast<Index>(a.size.l2);
  const auto at = [&](const char* name) {
    Real* first = a.real(name).data();
    return [first, l2](Index kx, Index ky, Index plane_number) -> Real& {
      return first[kx - 1 + 5 * (ky - 1) + 5 * l2 * (plane_number - 1)];
    };
  };
  const auto u1 = at("U1");
  const auto u2 = at("U2");
  const auto u3 = at("U3");
  const auto du1 = row(a.real("DU1"));
  const auto du2 = row(a.real("DU2"));
  const auto du3 = row(a.real("DU3"));
  const Real sig = a.scalar("SIG");
  const Real a11 = a.scalar("A11"), a12 = a.scalar("A12"), a13 = a.scalar("A13");
  const Real a21 = a.scalar("A21"), a22 = a.scalar("A22"), a23 = a.scalar("A23");
  const Real a31 = a.scalar("A31"), a32 = a.scalar("A32"), a33 = a.scalar("A33");
  const auto step = [&](const auto& u, Index kx, Index ky, Real first, Real second, Real third) {
    u(kx, ky, 2) = u(kx, ky, 1) + first * du1[ky] + second * du2[ky] + third * du3[ky] +
                   sig * (u(kx + 1, ky, 1) - Real(2) * u(kx, ky, 1) + u(kx - 1, ky, 1));
  };
  for (Index kx = 2; kx <= 3; ++kx) {
    for (Index ky = 2; ky <= span_of(a); ++ky) {
      du1[ky] = u1(kx, ky + 1, 1) - u1(kx, ky - 1, 1);
      du2[ky] = u2(kx, ky + 1, 1) - u2(kx, ky - 1, 1);
      du3[ky] = u3(kx, ky + 1, 1) - u3(kx, ky - 1, 1);
      step(u1, kx, ky, a11, a12, a13);
      step(u2, kx, ky, a21, a22, a23);
      step(u3, kx, ky, a31, a32, a33);
    }
  }
}

template <class Real>
std::vector<double> adi_integration_sums(const Arrays<Real>& a) {
  double sum = 0;
  for (const char* name : {"U1", "U2", "U3"}) {
    double part = 0;
    for (std::uint64_t kx = 2; kx <= 3; ++kx) {
      for (std::uint64_t ky = 2; ky <= a.span; ++ky) {
        const std::uint64_t p = kx + 5 * (ky - 1) + 5 * a.size.l2;
        part += static_cast<double>(p) * static_cast<double>(a.real(name)[p - 1]);
      }
    }
    sum += part;
  }
  return {sum};
}

template <class Real>
double adi_integration_official_sum(const Arrays<Real>& a) {
  const std::uint64_t count = 10 * a.span;
  return storage_sum(a.real("U1"), count) + storage_sum(a.real("U2"), count) +
         storage_sum(a.real("U3"), count);
}

template <class Real>
constexpr HostLoop<Real> adi_integration_on_host{adi_reference<Real>, adi_integration_sums<Real>,
                                                 adi_integration_official_sum<Real>};

double two_rows(std::uint64_t span) { return 2 * all_but_first(span); }

void build_adi_integration(Parts& parts) {
  const Map map{"layout",
                "livermore_adi",
                "U1 U2 U3 DU1 DU2 DU3",
                "A11 A12 A13 A21 A22 A23 A31 A32 A33 SIG",
                21,
                72,
                9};
  parts.arrays(map.buffers);
  parts.add(row_map(parts, map, parts.n() - 1, {Parts::count(parts.row_length())}));
}

}  // namespace

constinit const KernelRow adi_integration{
    .number = 8,
    .name = "ADI integration",
    .thesis_pattern = 1,
    .pattern = "1",
    .technique = "map, rows made contiguous",
    .loop = "Ui[kx,ky,2] = Ui[kx,ky,1] + a*DU1 + b*DU2 + c*DU3 + SIG*(..)",
    .dependence = "none: the two planes differ, DU can be private",
    .thesis = "U1, U2, U3 in three channels, one draw",
    .spans = {100, 100, 14},
    .points_per_step = 5,
    .flops = 36,
    .iterations = two_rows,
    .arrays = "DU1 DU2 DU3 U1 U2 U3",
    .grows = {{{&Dimensions::l2, 1, 1}}},
    .turned = {"U1 U2 U3", 5, 2},
    .results = "U1 U2 U3 DU1 DU2 DU3",
    .single = adi_integration_on_host<float>,
    .wide = adi_integration_on_host<double>,
    .build_best = build_adi_integration,
    .build_thesis = build_adi_integration,
    .build_sequential = build_in_one_item<build_adi_integration>};

}  // namespace plumb::livermore
