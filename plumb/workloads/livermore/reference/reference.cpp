// plumb/workloads/livermore/reference/reference.cpp - the loops with dependences; which loop is
// which number.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/workloads/livermore/reference/reference.h"

#include <algorithm>
#include <array>

#include "plumb/workloads/livermore/data/zones.h"
#include "plumb/workloads/livermore/reference/fortran.h"
#include "plumb/workloads/livermore/reference/reference_loops.h"

namespace plumb::livermore {
namespace {

Index span_of(const auto& arrays) { return static_cast<Index>(arrays.span); }

template <class Real>
void iccg_reference(Arrays<Real>& a) {
  const auto x = row(a.real("X"));
  const auto v = row(a.real("V"));
  Index ii = span_of(a);
  Index hi = 0;
  do {
    const Index lo = hi;
    hi += ii;
    ii /= 2;
    Index i = hi + 1;
    for (Index k = lo + 2; k <= hi; k += 2) {
      ++i;
      x[i] = x[k] - v[k] * x[k - 1] - v[k + 1] * x[k + 1];
    }
  } while (ii > 1);
}

template <class Real>
void inner_product_reference(Arrays<Real>& a) {
  const auto z = row(a.real("Z"));
  const auto x = row(a.real("X"));
  Real q = 0;
  for (Index k = 1; k <= span_of(a); ++k) q = q + z[k] * x[k];
  a.real("Q")[0] = q;
}

template <class Real>
void banded_reference(Arrays<Real>& a) {
  const auto xz = row(a.real("XZ"));
  const auto y = row(a.real("Y"));
  const auto l1 = static_cast<Index>(a.size.l1);
  const Index m = (l1 - 7) / 2;
  for (Index k = 7; k <= l1; k += m) {
    Index lw = k - 6;
    Real sum = xz[k - 1];
    for (Index j = 5; j <= span_of(a); j += 5) {
      sum = sum - xz[lw] * y[j];
      ++lw;
    }
    xz[k - 1] = y[5] * sum;
  }
}

template <class Real>
void tridiagonal_reference(Arrays<Real>& a) {
  const auto x = row(a.real("X"));
  const auto y = row(a.real("Y"));
  const auto z = row(a.real("Z"));
  for (Index i = 2; i <= span_of(a); ++i) x[i] = z[i] * (y[i] - x[i - 1]);
}

template <class Real>
void recurrence_reference(Arrays<Real>& a) {
  const auto w = row(a.real("W"));
  const auto b = plane(a.real("B"), a.size.b);
  for (Index i = 2; i <= span_of(a); ++i) {
    w[i] = Real(0.01);
    for (Index k = 1; k < i; ++k) w[i] = w[i] + b(i, k) * w[i - k];
  }
}

template <class Real>
void first_sum_reference(Arrays<Real>& a) {
  const auto x = row(a.real("X"));
  const auto y = row(a.real("Y"));
  x[1] = y[1];
  for (Index k = 2; k <= span_of(a); ++k) x[k] = x[k - 1] + y[k];
}

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
void search_reference(Arrays<Real>& a) {
  const Index n = span_of(a);
  const auto zone = row(a.integer("ZONE"));
  const Real* d = a.real("D").data();
  const Real* plan = a.real("PLAN").data();
  const Real limits[] = {a.scalar("R"), a.scalar("S"), a.scalar("T")};
  std::int32_t k2 = 0, k3 = 0, j5 = 0, m = 1;
  Index k = 0;
  while (++k <= n) {  // leaving the loop by its end is exit E
    ++k2;
    const Index j4 = 2 * n * (m - 1) + 1 + 2 * k;
    j5 = zone[j4];
    if (j5 == n) break;  // exit A
    if (j5 > n) ++k3;
    const Real c = zone_test(d, plan, Index{j5}, n, limits[0], limits[1], limits[2]);
    const std::int32_t sign = zone[j4 - 1];
    if (c == 0 || sign == 0) break;  // exits B and C
    if ((c < 0) == (sign < 0)) continue;
    m = m + 1 > zone[1] ? 1 : m + 1;
    if (m == 1) break;  // exit D: all zones visited
    k = 0;
  }
  a.integer("SEARCH") = {k2, k3, j5, m};
}

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
void two_sweeps_reference(Arrays<Real>& a) {
  const auto b5 = row(a.real("B5"));
  const auto sa = row(a.real("SA"));
  const auto sb = row(a.real("SB"));
  Real stb5 = a.real("STB5")[0];
  const auto step = [&](Index k) {
    b5[k] = sa[k] + stb5 * sb[k];
    stb5 = b5[k] - stb5;
  };
  for (Index k = 1; k <= span_of(a); ++k) step(k);
  for (Index k = span_of(a); k >= 1; --k) step(k);
  a.real("STB5")[0] = stb5;
}

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
void implicit_hydro_reference(Arrays<Real>& a) {
  const auto of = [&](const char* name) { return plane(a.real(name), a.size.l2); };
  const auto za = of("ZA"), zr = of("ZR"), zb = of("ZB"), zu = of("ZU"), zv = of("ZV");
  const auto zz = of("ZZ");
  for (Index j = 2; j <= 6; ++j) {
    for (Index k = 2; k <= span_of(a); ++k) {
      const Real qa = za(k, j + 1) * zr(k, j) + za(k, j - 1) * zb(k, j) + za(k + 1, j) * zu(k, j) +
                      za(k - 1, j) * zv(k, j) + zz(k, j);
      za(k, j) = za(k, j) + Real(0.175) * (qa - za(k, j));
    }
  }
}

template <class Real>
void first_minimum_reference(Arrays<Real>& a) {
  const auto x = row(a.real("X"));
  Index m = 1;
  for (Index k = 2; k <= span_of(a); ++k) {
    if (x[k] < x[m]) m = k;
  }
  a.integer("M")[0] = static_cast<std::int32_t>(m);
}

template <class Real>
constexpr std::array<void (*)(Arrays<Real>&), 24> loops{
    hydro_reference<Real>,          iccg_reference<Real>,
    inner_product_reference<Real>,  banded_reference<Real>,
    tridiagonal_reference<Real>,    recurrence_reference<Real>,
    state_reference<Real>,          adi_reference<Real>,
    integrate_reference<Real>,      difference_reference<Real>,
    first_sum_reference<Real>,      first_difference_reference<Real>,
    particles_2d_reference<Real>,   particles_1d_reference<Real>,
    casual_reference<Real>,         search_reference<Real>,
    conditional_reference<Real>,    explicit_hydro_reference<Real>,
    two_sweeps_reference<Real>,     transport_reference<Real>,
    product_reference<Real>,        planck_reference<Real>,
    implicit_hydro_reference<Real>, first_minimum_reference<Real>};

}  // namespace

template <class Real>
void run_reference(Arrays<Real>& arrays) {
  loops<Real>.at(arrays.kernel - 1)(arrays);
}
template void run_reference<float>(Arrays<float>&);
template void run_reference<double>(Arrays<double>&);

}  // namespace plumb::livermore
