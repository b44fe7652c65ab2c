// plumb/trace/collect/add_records.cpp - sorting the records of a log by stamp.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/trace/collect/add_records.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "plumb/base/error.h"
#include "plumb/records/lane_addresses.h"
#include "plumb/trace/certify/recognize_access.h"

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

// Of the memory that caches hold in sectors.
bool has_sectors(const Stamp& stamp) {
  return (stamp.access == AccessKind::load || stamp.access == AccessKind::atomic) &&
         (stamp.space == MemorySpace::global || stamp.space == MemorySpace::generic);
}

// Sums over the records of a stamp.
class AddressSums {
 public:
  void add(const Stamp& stamp, const LaneAddresses& addresses, std::uint32_t lanes) {
    const unsigned bytes = bytes_of_access(stamp);
    ++records_;
    sectors_ += sectors_touched(addresses, lanes, bytes);
    fewest_ += fewest_sectors(lanes, bytes);
    if (const auto stride = stride_of(addresses, lanes)) ++strides_[*stride];
  }
  [[nodiscard]] std::optional<AddressFigures> figures() const {
    if (records_ == 0) return std::nullopt;
    const auto of_records = [&](std::uint64_t sum) {
      return static_cast<double>(sum) / static_cast<double>(records_);
    };
    AddressFigures made{.records = records_,
                        .sectors = of_records(sectors_),
                        .fewest = of_records(fewest_),
                        .on_a_line = 0,
                        .stride = {}};
    std::uint64_t on_a_line = 0;
    std::uint64_t most = 0;
    for (const auto& [stride, count] : strides_) {
      on_a_line += count;
      if (count > most) made.stride = stride;
      most = std::max(most, count);
    }
    made.on_a_line = of_records(on_a_line);
    return made;
  }

 private:
  std::uint64_t records_ = 0;
  std::uint64_t sectors_ = 0;
  std::uint64_t fewest_ = 0;
  std::map<std::int64_t, std::uint64_t> strides_;
};

}  // namespace

void add_records(const Log& log, const std::string& module,
                 std::span<const Certificate> certificates, TracedPoint& point) {
  struct Samples {
    std::vector<double> cycles;
    std::vector<double> weights;
    std::uint64_t reversed = 0;
    std::uint64_t own = 0;  // of the stamp
    const Stamp* stamp = nullptr;
    AddressSums addresses;
  };
  std::map<std::uint32_t, Samples> by_stamp;
  for (const Certificate& certificate : certificates) {
    const OwnCycles own = own_cycles(certificate);
    by_stamp[certificate.stamp.id].own = std::uint64_t{own.before} + own.behind;
    by_stamp[certificate.stamp.id].stamp = &certificate.stamp;
  }
  // Of every place of the log the same share is here.
  const double of_log = static_cast<double>(std::max<std::uint64_t>(log.made, 1)) /
                        static_cast<double>(std::max<std::size_t>(log.records.size(), 1));
  const StampedShare stamped = point.stamped.value_or(StampedShare{});
  for (std::size_t i = 0; i < log.records.size(); ++i) {
    const Record& record = log.records[i];
    const auto found = by_stamp.find(record.stamp);
    if (found == by_stamp.end()) {
      throw Error(ErrorKind::check_failed,
                  fmt::format("the log of '{}' names stamp {}, which it does not have", module,
                              record.stamp));
    }
    const Stamp& stamp = *found->second.stamp;
    if (!log.addresses.empty() && has_sectors(stamp))
      found->second.addresses.add(stamp, log.addresses[i], record.lanes);
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
                       .reversed = samples.reversed,
                       .addresses = samples.addresses.figures()};
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
