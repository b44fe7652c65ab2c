// plumb/trace/collect/events_of_log.cpp - shifting the clocks, numbering the launches, sorting.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/trace/collect/events_of_log.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "plumb/base/error.h"

namespace plumb::trace {
namespace {

// From its number on the GPU to its number in the run.
std::map<std::uint32_t, std::uint32_t> launches_of(const Log& log) {
  std::map<std::uint32_t, std::uint32_t> launches;
  for (const Record& record : log.records) launches.emplace(record.launch, 0);
  std::uint32_t number = 0;
  for (auto& [id, own] : launches) own = number++;
  return launches;
}

// What is taken off the readings of each SM. The sums wrap around, and so do the differences.
std::map<std::uint32_t, std::uint64_t> origins_of(const Log& log, const ClockAlignment& alignment) {
  std::map<std::uint32_t, std::uint64_t> origins;
  if (!alignment.skew) {
    for (const Record& record : log.records) {
      const auto [own, fresh] = origins.try_emplace(record.processor, record.first);
      if (!fresh) own->second = std::min(own->second, record.first);
    }
    return origins;
  }
  bool any = false;
  std::int64_t earliest = 0;
  for (const Record& record : log.records) {
    const auto shifted =
        static_cast<std::int64_t>(record.first - alignment.offset(record.processor));
    earliest = any ? std::min(earliest, shifted) : shifted;
    any = true;
  }
  for (const Record& record : log.records) {
    origins.try_emplace(record.processor,
                        alignment.offset(record.processor) + static_cast<std::uint64_t>(earliest));
  }
  return origins;
}

}  // namespace

ClockAlignment alignment_of(const Log& log) {
  ClockAlignment alignment = align_clocks(log.clock_pairs);
  const bool complete = std::ranges::all_of(log.records, [&](const Record& record) {
    return alignment.offsets.contains(record.processor);
  });
  if (!complete) alignment.skew.reset();
  return alignment;
}

LogEvents events_of(const Log& log, std::span<const Certificate> certificates,
                    const ClockAlignment& alignment) {
  std::map<std::uint32_t, std::uint32_t> stamps;
  std::vector<OwnCycles> own_by_stamp;
  for (std::uint32_t i = 0; i < certificates.size(); ++i) {
    stamps[certificates[i].stamp.id] = i;
    own_by_stamp.push_back(own_cycles(certificates[i]));
  }
  const auto launches = launches_of(log);
  const auto origins = origins_of(log, alignment);
  std::vector<std::pair<TraceEvent, std::size_t>> found;  // with the number of the record
  found.reserve(log.records.size());
  for (std::size_t i = 0; i < log.records.size(); ++i) {
    const Record& record = log.records[i];
    const auto stamp = stamps.find(record.stamp);
    if (stamp == stamps.end()) {
      throw Error(
          ErrorKind::check_failed,
          fmt::format("the log names stamp {}, which the build does not have", record.stamp));
    }
    if (record.second < record.first) continue;
    const std::uint64_t interval = record.second - record.first;
    const OwnCycles own = own_by_stamp[stamp->second];
    const std::uint64_t before = std::min<std::uint64_t>(interval, own.before);
    const std::uint64_t behind = std::min<std::uint64_t>(interval - before, own.behind);
    const std::uint64_t begin = record.first - origins.at(record.processor);
    found.emplace_back(TraceEvent{.begin = begin + before,
                                  .end = begin + interval - behind,
                                  .stamp = stamp->second,
                                  .lanes = record.lanes,
                                  .block = record.block,
                                  .warp = record.warp,
                                  .launch = launches.at(record.launch),
                                  .processor = record.processor,
                                  .warp_place = record.resident_warp},
                       i);
  }
  // Of those that begin together the order is that of their places, whatever a sort does.
  std::ranges::sort(found, {}, [](const auto& one) {
    const TraceEvent& event = one.first;
    return std::tuple(event.begin, event.processor, event.warp_place, event.end, event.stamp,
                      event.lanes);
  });
  LogEvents made;
  made.events.reserve(found.size());
  for (const auto& [event, record] : found) {
    made.events.push_back(event);
    if (!log.addresses.empty()) made.addresses.push_back(log.addresses[record]);
  }
  return made;
}

}  // namespace plumb::trace
