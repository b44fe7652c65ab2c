// plumb/workloads/livermore/loops/20_transport.cpp - kernel 20, discrete ordinates transport:
// Newton's tangents and a scan.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "plumb/workloads/livermore/data/fill_sequence.h"
#include "plumb/workloads/livermore/loops/loops.h"
#include "plumb/workloads/livermore/programs/sweeps.h"
#include "plumb/workloads/livermore/reference/fortran.h"
#include "plumb/workloads/livermore/reference/sums.h"

namespace plumb::livermore {
namespace {

template <class Real>
void transport_reference(Arrays<Real>& a) {
  const auto of = [&](const char* name) { return row(a.real(name)); };
  const auto u = of("U"), v = of("V"), w = of("W"), x = of("X"), y = of("Y"), z = of("Z");
  const auto g = of("G"), vx = of("VX"), xx = of("XX");
  const Real dk = a.scalar("DK"), s = a.scalar("S"), t = a.scalar("T");
  for (Index k = 1; k <= span_of(a); ++k) {
    const Real di = y[k] - g[k] / (xx[k] + dk);
    Real dn = Real(0.2);
    if (di != 0) dn = std::max(s, std::min(z[k] / di, t));
    x[k] = ((w[k] + v[k] * dn) * xx[k] + u[k]) / (vx[k] + v[k] * dn);
    xx[k + 1] = (x[k] - xx[k]) * dn + xx[k];
  }
}

template <class Real>
double transport_official_sum(const Arrays<Real>& a) {
  return weighted(a.real("XX"), 2, a.span + 1, 1);
}

template <class Real>
std::vector<double> transport_sums(const Arrays<Real>& a) {
  return {storage_sum(a.real("X"), a.span) + transport_official_sum(a)};
}

template <class Scalars>
void set_hard_scalars(Scalars& scalars) {
  scalars["DK"] = 0.1;
  scalars["S"] = 0.1;
  scalars["T"] = 0.8;
}

void outline_transport(Outline& outline, DataSet data) {
  if (data == DataSet::hard) set_hard_scalars(outline.scalars);
}

// All four cases of dn.
void prepare_hard_transport(Arrays<double>& arrays) {
  Lcg64 draw(20);
  const std::uint64_t n = arrays.span;
  draw_into(draw, arrays.real("U"), n, 0.2, 1.2);
  draw_into(draw, arrays.real("V"), n, 0.1, 1.0);
  draw_into(draw, arrays.real("W"), n, 0.2, 0.8);
  draw_into(draw, arrays.real("Y"), n, 0.6, 1.8);
  draw_into(draw, arrays.real("Z"), n, 0.05, 0.6);
  draw_into(draw, arrays.real("G"), n, 0.1, 1.2);
  draw_into(draw, arrays.real("VX"), n, 1.0, 2.0);
  draw_into(draw, arrays.real("XX"), 1, 0.5, 1.5);
  arrays.real("X").assign(arrays.size.l1, 0.0);
  set_hard_scalars(arrays.scalars);
  for (std::uint64_t k = 97; k <= n; k += 97)  // forces di = 0
    arrays.real("Y")[k - 1] = arrays.real("G")[k - 1] = 0.0;
}

template <class Real>
constexpr HostLoop<Real> transport_on_host{transport_reference<Real>, transport_sums<Real>,
                                           transport_official_sum<Real>};

constexpr const char* arrays_of_transport = "X XX U V W Y Z G VX";

// Buffers, then the three scalars.
std::vector<Argument> with_scalars(const Parts& parts, std::string_view buffers) {
  return Parts::arguments(buffers, parts.reals("DK S T"));
}

void build_transport(Parts& parts) {
  const std::uint64_t n = parts.n();
  parts.arrays(arrays_of_transport);
  parts.scratch("state", parts.scalar(), n);
  Sweeps sweeps(parts, "transport");
  sweeps.guess(
      with_scalars(parts, "state behind U V W Y Z G VX XX"),
      {.read = 7, .written = 1, .in_turn = 3, .operations = {.add = 12, .mul = 4, .div = 3}});
  sweeps.compare_borders(n, 0, false);
  sweeps.sweep({.form = 20,
                .arguments = with_scalars(parts, "state U V W Y Z G VX"),
                .start = "XX",
                .count = n});
  sweeps.finish(with_scalars(parts, "X XX U V W Y Z G VX state"), 10, 26);
  sweeps.take_order(with_scalars(parts, arrays_of_transport));
}

void build_sequential_transport(Parts& parts) {
  parts.scratch("control", Scalar::u32, scan_controls);
  parts.arrays(arrays_of_transport);
  add_in_order(parts, {.source = "transport",
                       .arguments = with_scalars(parts, arrays_of_transport),
                       .step = "loop",
                       .always = true,
                       .demands = {parts.n(), 9, transport.flops}});
}

}  // namespace

constinit const KernelRow transport{.number = 20,
                                    .name = "discrete ordinates transport",
                                    .thesis_pattern = 3,
                                    .pattern = "3v",
                                    .reason = "Newton's tangents make it affine",
                                    .technique = "Newton with a scan",
                                    .loop = "XX[k+1] = (X[k] - XX[k])*dn + XX[k], dn clamped",
                                    .dependence = "XX[k]",
                                    .thesis = no_passes,
                                    .spans = {1000, 100, 26},
                                    .flops = 26,
                                    .arrays = "U V W X Y Z G VX XX",
                                    .grows = {{{&Dimensions::l1, 1, 1}}},
                                    .prepare_hard = prepare_hard_transport,
                                    .outline = outline_transport,
                                    .longest_random_single = 9000,
                                    .results = "X XX",
                                    .rounding = {.reordered = "X XX", .forgets = true},
                                    .single = transport_on_host<float>,
                                    .wide = transport_on_host<double>,
                                    .build_best = build_transport,
                                    .build_sequential = build_sequential_transport,
                                    .sweeps = true};

}  // namespace plumb::livermore
