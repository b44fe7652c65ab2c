// plumb/records/quantity.cpp - quantities from samples, and their JSON.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/records/quantity.h"

#include <algorithm>
#include <array>
#include <string_view>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "plumb/base/statistics.h"

namespace plumb {
namespace {

constexpr std::array<std::string_view, 9> units{"B",    "s",  "B/s",    "flop", "flop/s",
                                                "op/s", "Hz", "cycles", "1"};

}  // namespace

Quantity quantity_of(std::span<const double> samples, std::string unit) {
  const Summary summary = summarize(samples);
  return {.value = summary.median,
          .unit = std::move(unit),
          .low = summary.interval.low,
          .high = summary.interval.high,
          .samples = {samples.begin(), samples.end()}};
}

Quantity exactly(double value, std::string unit) {
  return {.value = value, .unit = std::move(unit), .low = value, .high = value, .samples = {value}};
}

Quantity between(double value, double one_end, double other_end, std::string unit) {
  return {.value = value,
          .unit = std::move(unit),
          .low = std::min({value, one_end, other_end}),
          .high = std::max({value, one_end, other_end}),
          .samples = {value}};
}

Quantity scaled(const Quantity& quantity, double factor, std::string unit) {
  Quantity result{.value = quantity.value * factor,
                  .unit = std::move(unit),
                  .low = quantity.low * factor,
                  .high = quantity.high * factor,
                  .samples = {}};
  for (const double sample : quantity.samples) result.samples.push_back(sample * factor);
  return result;
}

Quantity rate_of(double amount, const Quantity& time, std::string unit) {
  Quantity rate{.value = amount / time.value,
                .unit = std::move(unit),
                .low = amount / time.high,
                .high = amount / time.low,
                .samples = {}};
  for (const double sample : time.samples) rate.samples.push_back(amount / sample);
  return rate;
}

std::string unit_from_json(const JsonView& view) {
  std::string unit = view.text();
  if (std::ranges::find(units, unit) == units.end()) {
    view.refuse(fmt::format("unknown unit '{}'; known are {}", unit, fmt::join(units, ", ")));
  }
  return unit;
}

Json to_json(const Quantity& quantity) {
  return {{"value", quantity.value},
          {"unit", quantity.unit},
          {"low", quantity.low},
          {"high", quantity.high},
          {"samples", quantity.samples}};
}

Quantity quantity_from_json(const JsonView& view) {
  view.only({"value", "unit", "low", "high", "samples"});
  return {.value = view.at("value").number(),
          .unit = unit_from_json(view.at("unit")),
          .low = view.at("low").number(),
          .high = view.at("high").number(),
          .samples = view.at("samples").numbers()};
}

}  // namespace plumb
