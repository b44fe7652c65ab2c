// plumb/workloads/livermore/data/zones.cpp - particles, zones, planted values, hard data.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/workloads/livermore/data/zones.h"

#include <cmath>

#include <fmt/format.h>

#include "plumb/base/error.h"
#include "plumb/workloads/livermore/data/fill_sequence.h"

namespace plumb::livermore {
namespace {

void set_positions(Arrays<double>& arrays) {
  std::vector<double>& p = arrays.real("P");
  const std::uint64_t columns = arrays.size.l813;
  for (std::uint64_t j = 0; j < 4; ++j) {
    for (std::uint64_t k = 0; k < columns; ++k)
      p[j + 4 * k] = 1 + 0.5 * static_cast<double>(j * columns + k);
  }
  arrays.integers["E"].assign(96, 1);
  arrays.integers["F"].assign(96, 1);
}

// Park and Miller's minimal standard; the three official spans continue one sequence.
void set_particles(Arrays<double>& arrays, unsigned official_span) {
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

void set_zones(Arrays<double>& arrays) {
  const std::uint64_t n = arrays.span;
  std::vector<double>& d = arrays.real("D");  // D[k] is d[k + 3]
  d[4] = 1.01980486428764;
  for (std::size_t i = 5; i < d.size(); ++i) d[i] = d[i - 1] + 1.0e-4 / d[i - 1];
  const double r = d[n + 3];
  arrays.scalars["R"] = r;
  arrays.scalars["S"] = d[n + 2];
  arrays.scalars["T"] = d[n + 1];
  std::vector<double>& plan = arrays.real("PLAN");
  std::vector<std::int32_t>& zone = arrays.integers["ZONE"];
  zone.assign(4 * n + 1, 0);
  for (std::uint64_t i = 0; i < 4 * n; ++i) {
    const auto q = static_cast<double>(i % n + 1);
    plan[i] = r * ((q + 1.0) / q);
    zone[i] = static_cast<std::int32_t>(2 * (i % n + 1));
  }
  zone[2 * n] = static_cast<std::int32_t>(n);
}

// 64 zones with one planted event each.
void set_hard_zones(Arrays<double>& arrays) {
  const std::uint64_t n = arrays.span;
  if (n < 8) {
    throw Error(ErrorKind::input,
                fmt::format("kernel 16 at span {}: its hard data need a span of 8 or more; take "
                            "--data official or random",
                            n));
  }
  constexpr std::uint64_t zones = 64;
  const auto span = static_cast<std::int64_t>(n);
  Lcg64 draw(16);
  std::vector<double>& d = arrays.real("D");
  std::vector<double>& plan = arrays.real("PLAN");
  d.assign(d.size(), 0.0);
  plan.assign(plan.size(), 0.0);
  for (std::uint64_t i = 0; i < 2 * n; ++i) d[i + 4] = draw.uniform();
  for (std::uint64_t i = 0; i < n; ++i) plan[i] = draw.uniform();
  arrays.scalars["R"] = 0.25;
  arrays.scalars["S"] = 0.5;
  arrays.scalars["T"] = 0.75;
  std::vector<std::int32_t>& zone = arrays.integers["ZONE"];
  zone.assign(2 * n * zones + 1, 0);
  zone[0] = zones;
  for (std::uint64_t m = 0; m < zones; ++m) {
    const auto event =
        static_cast<std::uint64_t>(1.0 + std::trunc(draw.uniform() * static_cast<double>(n)));
    const std::uint64_t base = 2 * n * m;  // ZONE[base + i] of the definition is zone[base + i]
    for (std::uint64_t k = 1; k <= n; ++k) {
      std::int64_t j5 = 0;
      double c = 0;
      do {
        j5 = 1 + static_cast<std::int64_t>(draw.uniform() * static_cast<double>(2 * n));
        c = j5 == span ? 0 : zone_test(d.data(), plan.data(), j5, span, 0.25, 0.5, 0.75);
      } while (j5 == 1 || j5 == span || !(std::fabs(c) >= 1.0e-3));
      zone[base + 2 * k] = static_cast<std::int32_t>(j5);
      zone[base + 2 * k - 1] = (c > 0) == (k != event) ? 1 : -1;
    }
  }
}

void draw_into(Lcg64& draw, std::vector<double>& array, std::uint64_t n, double low, double high) {
  array.assign(array.size(), 0.0);
  for (std::uint64_t k = 0; k < n; ++k) array[k] = draw.between(low, high);
}

void set_hard_branches(Arrays<double>& arrays) {
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

void set_hard_transport(Arrays<double>& arrays) {
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
  arrays.scalars["DK"] = 0.1;
  arrays.scalars["S"] = 0.1;
  arrays.scalars["T"] = 0.8;
  for (std::uint64_t k = 97; k <= n; k += 97)  // forces di = 0
    arrays.real("Y")[k - 1] = arrays.real("G")[k - 1] = 0.0;
}

}  // namespace

void set_special_values(Arrays<double>& arrays, DataSet data, unsigned official_span) {
  const std::uint64_t n = arrays.span;
  switch (arrays.kernel) {
    case 6:
      if (n > 64) {
        const double factor = 64.0 / static_cast<double>(n);  // W would overflow otherwise
        for (double& value : arrays.real("B")) value *= factor;
      }
      break;
    case 13:
      set_positions(arrays);
      break;
    case 14:
      set_particles(arrays, official_span);
      break;
    case 16:
      set_zones(arrays);
      break;
    case 22:
      arrays.real("U")[n - 1] = 0.99 * 20.0 * arrays.real("V")[n - 1];
      break;
    case 24:
      if (data == DataSet::official && n >= 2) arrays.real("X")[n / 2 - 1] = -1.0e10;
      break;
    default:
      break;
  }
}

void set_search_end(Arrays<double>& arrays, char end) {
  const std::uint64_t n = arrays.span;
  const std::uint64_t base = 2 * n * 63;
  std::vector<std::int32_t>& zone = arrays.integer("ZONE");
  std::uint64_t event = 1;  // where the planted sign differs from the test's
  for (; event < n; ++event) {
    const double c = zone_test(arrays.real("D").data(), arrays.real("PLAN").data(),
                               std::int64_t{zone[base + 2 * event]}, static_cast<std::int64_t>(n),
                               arrays.scalar("R"), arrays.scalar("S"), arrays.scalar("T"));
    if ((c > 0) != (zone[base + 2 * event - 1] > 0)) break;
  }
  if (end == 'A') zone[base + 2 * event] = static_cast<std::int32_t>(n);
  if (end == 'B') {
    zone[base + 2 * event] = 1;
    arrays.real("PLAN")[0] = arrays.scalar("T");
  }
  if (end == 'C') zone[base + 2 * event - 1] = 0;
  if (end == 'E') zone[base + 2 * event - 1] = -zone[base + 2 * event - 1];
}

void set_hard_values(Arrays<double>& arrays) {
  if (arrays.kernel == 16) set_hard_zones(arrays);
  if (arrays.kernel == 17) set_hard_branches(arrays);
  if (arrays.kernel == 20) set_hard_transport(arrays);
}

}  // namespace plumb::livermore
