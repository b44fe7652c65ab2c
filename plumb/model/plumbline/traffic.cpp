// plumb/model/plumbline/traffic.cpp - distinct bytes by pattern.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/model/plumbline/traffic.h"

#include <algorithm>
#include <cmath>

namespace plumb {
namespace {

// How often a point's neighbourhood brings the same row from beyond all caches; 1 where they hold
// its rows, or all that is touched.
double rows_read_again(const Access& access, double distinct, double largest_cache) {
  if (access.pattern != Pattern::neighbourhood || access.row_bytes.count == 0) return 1;
  if (distinct <= largest_cache) return 1;
  const double rows = std::ceil(std::sqrt(std::max(1.0, executed_references(access))));
  return rows * static_cast<double>(access.row_bytes.count) > largest_cache ? rows : 1;
}

}  // namespace

double distinct_bytes(const Access& access, double points) {
  const auto bytes = static_cast<double>(access.bytes.count);
  const double demanded = points * executed_references(access) * bytes;
  if (access.footprint.count > 0)
    return std::min(demanded, static_cast<double>(access.footprint.count));
  switch (access.pattern) {
    case Pattern::single:
      return std::min(demanded, bytes * static_cast<double>(access.streams));
    case Pattern::head:  // of the rows and columns of a square
      return std::min(demanded, 2 * std::sqrt(points) * bytes);
    case Pattern::neighbourhood:
    case Pattern::relative:
      return std::min(demanded, points * bytes * static_cast<double>(access.streams));
    case Pattern::self:
    case Pattern::multiple:
    case Pattern::symmetric:
    case Pattern::random:
    case Pattern::strided:
    case Pattern::scatter:
    case Pattern::atomic:
    case Pattern::reduction:
      break;
  }
  return demanded;
}

double loads_of(const Pass& pass) {
  double loads = 0;
  for (const Access& access : pass.accesses) {
    if (access.use == Use::write) continue;
    loads += executed_references(access) / (access.use == Use::both ? 2 : 1);
  }
  return loads;
}

Traffic traffic_of(const Pass& pass, double largest_cache) {
  Traffic traffic;
  const auto points = static_cast<double>(pass.points);
  for (const Access& access : pass.accesses) {
    Access one = access;  // of a kind that does both, half of the references read, half write
    const double kinds = access.use == Use::both ? 2 : 1;
    one.references /= kinds;
    one.executed /= kinds;
    const double demanded =
        points * executed_references(one) * static_cast<double>(one.bytes.count);
    const double distinct = distinct_bytes(one, points);
    double again = kinds * (demanded - distinct);
    if (access.use != Use::read) traffic.written += distinct;
    if (access.use != Use::write) {
      const double fetched =
          std::min(demanded, rows_read_again(one, distinct, largest_cache) * distinct);
      traffic.read += fetched;
      again -= fetched - distinct;
    }
    if (access.sampler != Sampler::none) continue;
    (access.reuse == Reuse::device ? traffic.shared : traffic.reused) += again;
  }
  // Local memory has the data path of a unit's own cache.
  traffic.reused += points * pass.local_traffic;
  return traffic;
}

}  // namespace plumb
