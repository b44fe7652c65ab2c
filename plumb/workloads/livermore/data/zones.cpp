// plumb/workloads/livermore/data/zones.cpp - the official zones and hard ones.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/workloads/livermore/data/zones.h"

#include <cmath>

#include <fmt/format.h>

#include "plumb/base/error.h"
#include "plumb/workloads/livermore/data/fill_sequence.h"

namespace plumb::livermore {
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

}  // namespace plumb::livermore
