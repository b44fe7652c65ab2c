// plumb/records/device_state.cpp - the state of a device as JSON.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/records/device_state.h"

#include <nlohmann/json.hpp>

namespace plumb {
namespace {

std::optional<double> number_in(const JsonView& view, const char* name) {
  return view.has(name) ? std::optional(view.at(name).number()) : std::nullopt;
}

std::optional<Hertz> hertz_in(const JsonView& view, const char* name) {
  return view.has(name) ? std::optional(Hertz{view.at(name).number()}) : std::nullopt;
}

}  // namespace

Json to_json(const DeviceState& state) {
  Json json = Json::object();
  if (state.clock) json["clock"] = state.clock->value;
  if (state.memory_clock) json["memory_clock"] = state.memory_clock->value;
  if (state.power_watts) json["power_watts"] = *state.power_watts;
  if (state.temperature_celsius) json["temperature_celsius"] = *state.temperature_celsius;
  json["slowed_by"] = state.slowed_by;
  return json;
}

DeviceState device_state_from_json(const JsonView& view) {
  view.only({"clock", "memory_clock", "power_watts", "temperature_celsius", "slowed_by"});
  DeviceState state{.clock = hertz_in(view, "clock"),
                    .memory_clock = hertz_in(view, "memory_clock"),
                    .power_watts = number_in(view, "power_watts"),
                    .temperature_celsius = number_in(view, "temperature_celsius"),
                    .slowed_by = {}};
  for (const JsonView& item : view.at("slowed_by").list()) state.slowed_by.push_back(item.text());
  return state;
}

}  // namespace plumb
