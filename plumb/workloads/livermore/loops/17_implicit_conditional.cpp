// plumb/workloads/livermore/loops/17_implicit_conditional.cpp - kernel 17, implicit conditional:
// guess the branches, scan, verify.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/workloads/livermore/data/fill_sequence.h"
#include "plumb/workloads/livermore/loops/loops.h"
#include "plumb/workloads/livermore/programs/sweeps.h"
#include "plumb/workloads/livermore/reference/fortran.h"
#include "plumb/workloads/livermore/reference/sums.h"

namespace plumb::livermore {
namespace {

template <class Real>
void conditional_reference(Arrays<Real>& a) {
  const auto of = [&](const char* name) { return row(a.real(name)); };
  const auto vsp = of("VSP"), vstp = of("VSTP"), vxne = of("VXNE"), vxnd = of("VXND");
  const auto ve3 = of("VE3"), vlr = of("VLR"), vlin = of("VLIN");
  const Real scale = Real(5) / Real(3);
  Real xnm = Real(1) / Real(3);
  Real e6 = Real(1.03) / Real(3.07);
  for (Index k = span_of(a); k >= 2; --k) {
    const Real e3 = xnm * vlr[k] + vlin[k];
    const Real xnei = vxne[k];
    vxnd[k] = e6;
    const Real xnc = scale * e3;
    if (xnm > xnc || xnei > xnc) {
      e6 = xnm * vsp[k] + vstp[k];
      vxne[k] = e6;
      ve3[k] = e6;
    } else {
      ve3[k] = e3;
      e6 = e3 + e3 - xnm;
      vxne[k] = e3 + e3 - xnei;
    }
    xnm = e6;
  }
  a.real("XNM")[0] = xnm;
}

template <class Real>
std::vector<double> implicit_conditional_sums(const Arrays<Real>& a) {
  const auto sum = [&](const char* name) { return written_sum(a.real(name), 2, a.span); };
  return {sum("VXNE") + sum("VXND") + sum("VE3") + single_value(a, "XNM")};
}

template <class Real>
double implicit_conditional_official_sum(const Arrays<Real>& a) {
  return storage_sum(a.real("VXNE"), a.span) + storage_sum(a.real("VXND"), a.span) +
         single_value(a, "XNM");
}

// Mixed branches.
void prepare_hard_implicit_conditional(Arrays<double>& arrays) {
  Lcg64 draw(17);
  const std::uint64_t n = arrays.span;
  draw_into(draw, arrays.real("VSP"), n, 0.1, 0.9);
  draw_into(draw, arrays.real("VSTP"), n, 0.05, 0.5);
  draw_into(draw, arrays.real("VXNE"), n, 0.1, 1.3);
  draw_into(draw, arrays.real("VLR"), n, 0.1, 0.9);
  draw_into(draw, arrays.real("VLIN"), n, 0.05, 0.6);
  arrays.real("VXND").assign(arrays.size.l2, 0.0);
  arrays.real("VE3").assign(arrays.size.l2, 0.0);
}

void add_results_of_implicit_conditional(Arrays<double>& arrays) { arrays.reals["XNM"] = {0.0}; }

template <class Real>
constexpr HostLoop<Real> implicit_conditional_on_host{conditional_reference<Real>,
                                                      implicit_conditional_sums<Real>,
                                                      implicit_conditional_official_sum<Real>};

constexpr const char* arrays_of_implicit_conditional = "VXNE VXND VE3 VLR VLIN VSP VSTP XNM";

void build_implicit_conditional(Parts& parts) {
  const std::uint64_t n = parts.n();
  parts.arrays(arrays_of_implicit_conditional);
  parts.constant("start", 1.0 / 3.0);
  parts.scratch("branch", Scalar::i32, n);
  parts.scratch("state", parts.scalar(), n);
  Sweeps sweeps(parts, "conditional");
  sweeps.guess(Parts::arguments("branch state behind VXNE VLR VLIN VSP VSTP"),
               {.read = 5, .written = 2, .in_turn = 2, .operations = {.add = 5, .mul = 3}});
  if (n > 1) {
    sweeps.compare_borders(n - 1, n - 1, true);
    sweeps.sweep({.form = 17,
                  .arguments = Parts::arguments("branch state VXNE VLR VLIN VSP VSTP"),
                  .start = "start",
                  .count = n - 1});
  }
  sweeps.finish(Parts::arguments("VXNE VXND VE3 VLR VLIN VSP VSTP state branch XNM"), 9, 9);
  sweeps.take_order(Parts::arguments(arrays_of_implicit_conditional));
}

void build_sequential_implicit_conditional(Parts& parts) {
  parts.scratch("control", Scalar::u32, scan_controls);
  parts.arrays(arrays_of_implicit_conditional);
  add_in_order(parts, {.source = "conditional",
                       .arguments = Parts::arguments(arrays_of_implicit_conditional),
                       .step = "loop",
                       .always = true,
                       .demands = {parts.n(), 8, implicit_conditional.flops}});
}

}  // namespace

constinit const KernelRow implicit_conditional{
    .number = 17,
    .name = "implicit conditional",
    .thesis_pattern = 4,
    .pattern = "3v",
    .reason = "piecewise affine: guess the branches, scan, verify",
    .technique = "speculate, scan, verify",
    .loop = "XNM = XNM*VSP + VSTP or 2*(XNM*VLR + VLIN) - XNM",
    .dependence = "XNM through a branch",
    .thesis = "no method found",
    .spans = {101, 101, 15},
    .flops = 9,
    .arrays = "VSP VSTP VXNE VXND VE3 VLR VLIN",
    .grows = {{{&Dimensions::l2}}},
    .prepare_hard = prepare_hard_implicit_conditional,
    .add_results = add_results_of_implicit_conditional,
    .results = "VXNE VXND VE3 XNM",
    .rounding = {.reordered = "VXNE VXND VE3 XNM", .forgets = true},
    .single = implicit_conditional_on_host<float>,
    .wide = implicit_conditional_on_host<double>,
    .build_best = build_implicit_conditional,
    .build_sequential = build_sequential_implicit_conditional,
    .sweeps = true};

}  // namespace plumb::livermore
