// plumb/workloads/livermore/reference/reference_maps.cpp - the loops without dependence between
// iterations.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "plumb/workloads/livermore/reference/fortran.h"
#include "plumb/workloads/livermore/reference/reference_loops.h"

namespace plumb::livermore {
namespace {

Index span_of(const auto& arrays) { return static_cast<Index>(arrays.span); }

}  // namespace

template <class Real>
void hydro_reference(Arrays<Real>& a) {
  const auto x = row(a.real("X"));
  const auto y = row(a.real("Y"));
  const auto zx = row(a.real("ZX"));
  const Real q = a.scalar("Q"), r = a.scalar("R"), t = a.scalar("T");
  for (Index k = 1; k <= span_of(a); ++k) x[k] = q + y[k] * (r * zx[k + 10] + t * zx[k + 11]);
}

template <class Real>
void state_reference(Arrays<Real>& a) {
  const auto u = row(a.real("U"));
  const auto x = row(a.real("X"));
  const auto y = row(a.real("Y"));
  const auto z = row(a.real("Z"));
  const Real q = a.scalar("Q"), r = a.scalar("R"), t = a.scalar("T");
  for (Index k = 1; k <= span_of(a); ++k) {
    x[k] = u[k] + r * (z[k] + r * y[k]) +
           t * (u[k + 3] + r * (u[k + 2] + r * u[k + 1]) +
                t * (u[k + 6] + q * (u[k + 5] + q * u[k + 4])));
  }
}

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
void integrate_reference(Arrays<Real>& a) {
  const auto px = plane(a.real("PX"), 25);
  const Real c0 = a.scalar("C0");
  const Real dm22 = a.scalar("DM22"), dm23 = a.scalar("DM23"), dm24 = a.scalar("DM24");
  const Real dm25 = a.scalar("DM25"), dm26 = a.scalar("DM26"), dm27 = a.scalar("DM27");
  const Real dm28 = a.scalar("DM28");
  for (Index k = 1; k <= span_of(a); ++k) {
    px(1, k) = dm28 * px(13, k) + dm27 * px(12, k) + dm26 * px(11, k) + dm25 * px(10, k) +
               dm24 * px(9, k) + dm23 * px(8, k) + dm22 * px(7, k) + c0 * (px(5, k) + px(6, k)) +
               px(3, k);
  }
}

template <class Real>
void difference_reference(Arrays<Real>& a) {
  const auto px = plane(a.real("PX"), 25);
  const auto cx = plane(a.real("CX"), 25);
  for (Index k = 1; k <= span_of(a); ++k) {
    Real c = cx(5, k);
    for (Index r = 5; r <= 13; ++r) {
      const Real old = px(r, k);
      px(r, k) = c;
      c = c - old;
    }
    px(14, k) = c;
  }
}

template <class Real>
void first_difference_reference(Arrays<Real>& a) {
  const auto x = row(a.real("X"));
  const auto y = row(a.real("Y"));
  for (Index k = 1; k <= span_of(a); ++k) x[k] = y[k + 1] - y[k];
}

template <class Real>
void casual_reference(Arrays<Real>& a) {
  const Index n = span_of(a);
  const auto vy = plane(a.real("VY"), a.size.l2);
  const auto vh = plane(a.real("VH"), a.size.l2);
  const auto vf = plane(a.real("VF"), a.size.l2);
  const auto vg = plane(a.real("VG"), a.size.l2);
  const auto vs = plane(a.real("VS"), a.size.l2);
  const Real low = Real(0.053), high = Real(0.073);
  for (Index j = 2; j <= 7; ++j) {
    for (Index k = 2; k <= n; ++k) {
      if (j == 7) {
        vy(k, j) = 0;
        continue;
      }
      const Real t = vh(k, j + 1) > vh(k, j) ? low : high;
      const bool before = vf(k, j) < vf(k - 1, j);
      const Index from = before ? k - 1 : k;
      const Real r = std::max(vh(from, j), vh(from, j + 1));
      vy(k, j) = std::sqrt(vg(k, j) * vg(k, j) + r * r) * t / vf(from, j);
      if (k == n) {
        vs(k, j) = 0;
        continue;
      }
      const bool below = vf(k, j) < vf(k, j - 1);
      const Index column = below ? j - 1 : j;
      const Real s = std::max(vg(k, column), vg(k + 1, column));
      vs(k, j) = std::sqrt(vh(k, j) * vh(k, j) + s * s) * (below ? high : low) / vf(k, column);
    }
  }
}

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

template <class Real>
void product_reference(Arrays<Real>& a) {
  const auto px = plane(a.real("PX"), 25);
  const auto cx = plane(a.real("CX"), 25);
  const auto vy = plane(a.real("VY"), a.size.l2);
  for (Index j = 1; j <= span_of(a); ++j) {  // sums in the order of k, whatever i and j do
    for (Index k = 1; k <= 25; ++k) {
      for (Index i = 1; i <= 25; ++i) px(i, j) = px(i, j) + vy(i, k) * cx(k, j);
    }
  }
}

template <class Real>
void planck_reference(Arrays<Real>& a) {
  const auto u = row(a.real("U"));
  const auto v = row(a.real("V"));
  const auto w = row(a.real("W"));
  const auto x = row(a.real("X"));
  const auto y = row(a.real("Y"));
  for (Index k = 1; k <= span_of(a); ++k) {
    y[k] = u[k] < Real(20) * v[k] ? u[k] / v[k] : Real(20);
    w[k] = x[k] / (std::exp(y[k]) - Real(1));
  }
}

template void hydro_reference<float>(Arrays<float>&);
template void hydro_reference<double>(Arrays<double>&);
template void state_reference<float>(Arrays<float>&);
template void state_reference<double>(Arrays<double>&);
template void adi_reference<float>(Arrays<float>&);
template void adi_reference<double>(Arrays<double>&);
template void integrate_reference<float>(Arrays<float>&);
template void integrate_reference<double>(Arrays<double>&);
template void difference_reference<float>(Arrays<float>&);
template void difference_reference<double>(Arrays<double>&);
template void first_difference_reference<float>(Arrays<float>&);
template void first_difference_reference<double>(Arrays<double>&);
template void casual_reference<float>(Arrays<float>&);
template void casual_reference<double>(Arrays<double>&);
template void explicit_hydro_reference<float>(Arrays<float>&);
template void explicit_hydro_reference<double>(Arrays<double>&);
template void product_reference<float>(Arrays<float>&);
template void product_reference<double>(Arrays<double>&);
template void planck_reference<float>(Arrays<float>&);
template void planck_reference<double>(Arrays<double>&);

}  // namespace plumb::livermore
