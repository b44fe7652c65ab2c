// plumb/workloads/livermore/data/zones.cpp - the official zones and hard ones.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/workloads/livermore/data/zones.h"

#include <cmath>

#include <fmt/format.h>

#include "plumb/base/error.h"
#include "plumb/workloads/livermore/data/fill_sequence.h"

namespace plumb::livermore {
namespace {

constexpr double first_distance = 1.01980486428764;
double distance_after(double d) { return d + 1.0e-4 / d; }

constexpr std::uint64_t hard_zones = 64;
constexpr double hard_r = 0.25;
constexpr double hard_s = 0.5;
constexpr double hard_t = 0.75;

template <class Scalars>
void set_limits(Scalars& scalars, double r, double s, double t) {
  scalars["R"] = r;
  scalars["S"] = s;
  scalars["T"] = t;
}

// Too short for the generator's words to have entries of their own.
void refuse_short_hard(std::uint64_t n) {
  if (n >= 8) return;
  throw Error(ErrorKind::input,
              fmt::format("kernel 16 at span {}: its hard data need a span of 8 or more; take "
                          "--data official or random",
                          n));
}

}  // namespace

void outline_zones(Outline& outline, DataSet data) {
  const std::uint64_t n = outline.span;
  if (data == DataSet::hard) {
    refuse_short_hard(n);
    outline.zones = hard_zones;
    outline.integers["ZONE"] = 2 * n * hard_zones + 1;
    return set_limits(outline.scalars, hard_r, hard_s, hard_t);
  }
  if (n < 3) {  // the limits are values of the fill
    outline = outline_of(initial_arrays<double>(outline.kernel, n, data));
    return;
  }
  double t = first_distance;
  for (std::uint64_t i = 5; i <= n + 1; ++i) t = distance_after(t);
  const double s = distance_after(t);
  set_limits(outline.scalars, distance_after(s), s, t);
  outline.zones = 2;
  outline.integers["ZONE"] = 4 * n + 1;
}

void set_zones(Arrays<double>& arrays) {
  const std::uint64_t n = arrays.span;
  std::vector<double>& d = arrays.real("D");  // D[k] is d[k + 3]
  d[4] = first_distance;
  for (std::size_t i = 5; i < d.size(); ++i) d[i] = distance_after(d[i - 1]);
  const double r = d[n + 3];
  set_limits(arrays.scalars, r, d[n + 2], d[n + 1]);
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
  refuse_short_hard(n);
  const auto span = static_cast<std::int64_t>(n);
  Lcg64 draw(16);
  std::vector<double>& d = arrays.real("D");
  std::vector<double>& plan = arrays.real("PLAN");
  d.assign(d.size(), 0.0);
  plan.assign(plan.size(), 0.0);
  for (std::uint64_t i = 0; i < 2 * n; ++i) d[i + 4] = draw.uniform();
  for (std::uint64_t i = 0; i < n; ++i) plan[i] = draw.uniform();
  set_limits(arrays.scalars, hard_r, hard_s, hard_t);
  std::vector<std::int32_t>& zone = arrays.integers["ZONE"];
  zone.assign(2 * n * hard_zones + 1, 0);
  zone[0] = hard_zones;
  for (std::uint64_t m = 0; m < hard_zones; ++m) {
    const auto event =
        static_cast<std::uint64_t>(1.0 + std::trunc(draw.uniform() * static_cast<double>(n)));
    const std::uint64_t base = 2 * n * m;  // ZONE[base + i] of the definition is zone[base + i]
    for (std::uint64_t k = 1; k <= n; ++k) {
      std::int64_t j5 = 0;
      double c = 0;
      do {
        j5 = 1 + static_cast<std::int64_t>(draw.uniform() * static_cast<double>(2 * n));
        c = j5 == span ? 0 : zone_test(d.data(), plan.data(), j5, span, hard_r, hard_s, hard_t);
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
