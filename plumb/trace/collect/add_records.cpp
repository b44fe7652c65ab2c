// plumb/trace/collect/add_records.cpp - sorting the records of a log by stamp.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/trace/collect/add_records.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "plumb/base/error.h"

namespace plumb::trace {
namespace {

// Accesses of a launch for one that has a stamp and is kept; of small launches fewer.
double accesses_of(const Record& record, const StampedShare& stamped) {
  const std::uint32_t blocks = record.drawn_from > 0 ? record.drawn_from : stamped.blocks;
  const std::uint32_t records = blocks < stamped.blocks ? 1 : stamped.records;
  return static_cast<double>(blocks) * stamped.warps * records;
}

// One number where all are the same.
std::vector<double> shortened(std::vector<double> weights) {
  const auto differs = [&](double weight) { return weight != weights.front(); };
  if (!weights.empty() && std::ranges::none_of(weights, differs)) weights.resize(1);
  return weights;
}

}  // namespace

void add_records(const Log& log, const std::string& module,
                 std::span<const Certificate> certificates, TracedPoint& point) {
  struct Samples {
    std::vector<double> cycles;
    std::vector<double> weights;
    std::uint64_t reversed = 0;
    std::uint64_t own = 0;  // of the stamp
  };
  std::map<std::uint32_t, Samples> by_stamp;
  for (const Certificate& certificate : certificates) {
    const OwnCycles own = own_cycles(certificate);
    by_stamp[certificate.stamp.id].own = std::uint64_t{own.before} + own.behind;
  }
  // Of every place of the log the same share is here.
  const double of_log = static_cast<double>(std::max<std::uint64_t>(log.made, 1)) /
                        static_cast<double>(std::max<std::size_t>(log.records.size(), 1));
  const StampedShare stamped = point.stamped.value_or(StampedShare{});
  for (const Record& record : log.records) {
    const auto found = by_stamp.find(record.stamp);
    if (found == by_stamp.end()) {
      throw Error(ErrorKind::check_failed,
                  fmt::format("the log of '{}' names stamp {}, which it does not have", module,
                              record.stamp));
    }
    if (record.second < record.first) {
      ++found->second.reversed;
    } else {
      const std::uint64_t interval = record.second - record.first;
      found->second.cycles.push_back(
          static_cast<double>(interval - std::min(interval, found->second.own)));
      // A block or a warp that was chosen stands for nothing but itself.
      if (!stamped.block && !stamped.warp)
        found->second.weights.push_back(of_log * accesses_of(record, stamped));
    }
  }
  for (const Certificate& certificate : certificates) {
    Samples& samples = by_stamp.at(certificate.stamp.id);
    TracedStamp traced{.module = module,
                       .certificate = certificate,
                       .time = {},
                       .weights = shortened(std::move(samples.weights)),
                       .reversed = samples.reversed};
    if (!samples.cycles.empty()) traced.time = quantity_of(samples.cycles, "cycles");
    point.stamps.push_back(std::move(traced));
  }
  if (!log.first_only) {
    if (!point.sampling) point.sampling.emplace();
    point.sampling->made += log.made;
    point.sampling->kept += log.records.size();
  }
  point.lost += log.lost;
  point.misplaced += log.misplaced;
  point.unfinished += log.unfinished;
}

}  // namespace plumb::trace
