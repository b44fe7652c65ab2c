// plumb/records/explanation.cpp - the names of terms; when a prediction holds.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/records/explanation.h"

#include <array>

#include "plumb/records/names.h"

namespace plumb {
namespace {

constexpr std::array<std::string_view, 11> term_names{
    "none",      "clocks",     "queueing", "transfers", "level",         "pattern",
    "occupancy", "arithmetic", "volume",   "host",      "not told apart"};

}  // namespace

std::string name_of(Term term) { return name_in(term_names, term); }

bool is_as_predicted(Seconds measured, Seconds predicted,
                     const std::optional<TimeInterval>& interval) {
  const TimeInterval within = interval.value_or(
      TimeInterval{predicted / (1 + plain_tolerance), (1 + plain_tolerance) * predicted});
  return measured >= within.low && measured <= within.high;
}

}  // namespace plumb
