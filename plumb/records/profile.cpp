// plumb/records/profile.cpp - choosing paths; profiles as JSON (schemas/profile.json).
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/records/profile.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "plumb/base/error.h"
#include "plumb/records/check_findings.h"

namespace plumb {
namespace {

constexpr std::string_view profile_schema = "plumbline.profile/1";

std::vector<std::string> names_of(const std::vector<PathSet>& sets) {
  std::vector<std::string> names;
  for (const PathSet& set : sets) names.push_back(set.name);
  return names;
}

Json to_json(const MeasuredPath& path) {
  return {{"bandwidth", to_json(path.bandwidth)}, {"latency", to_json(path.latency)}};
}

Json to_json(const PathSet& set) {
  Json json = {{"name", set.name}};
  if (!set.note.empty()) json["note"] = set.note;
  json["types"] = Json::array();
  for (const Type type : set.types) json["types"].push_back(name_of(type));
  if (set.transfer_in) json["transfer_in"] = to_json(*set.transfer_in);
  if (set.memory) json["memory"] = to_json(*set.memory);
  if (set.transfer_out) json["transfer_out"] = to_json(*set.transfer_out);
  return json;
}

Quantity quantity_in(const JsonView& view, std::string_view unit) {
  Quantity quantity = quantity_from_json(view);
  if (quantity.unit != unit) {
    view.at("unit").refuse(fmt::format("expected '{}', found '{}'", unit, quantity.unit));
  }
  return quantity;
}

// A rate that something is divided by.
Quantity rate_in(const JsonView& view, std::string_view unit) {
  Quantity rate = quantity_in(view, unit);
  if (!(rate.value > 0)) view.at("value").refuse("a rate must be larger than zero");
  return rate;
}

MeasuredPath path_from(const JsonView& view) {
  view.only({"bandwidth", "latency"});
  MeasuredPath path{.bandwidth = rate_in(view.at("bandwidth"), "B/s"),
                    .latency = quantity_in(view.at("latency"), "s")};
  if (!(path.latency.value >= 0)) {
    view.at("latency").at("value").refuse("a latency must be zero or larger");
  }
  return path;
}

std::optional<MeasuredPath> path_if_any(const JsonView& view, std::string_view member) {
  if (!view.has(member)) return std::nullopt;
  return path_from(view.at(member));
}

std::vector<Type> types_from(const JsonView& view) {
  std::vector<Type> types;
  for (const JsonView& item : view.list()) {
    const std::string name = item.text();
    try {
      types.push_back(type_from_name(name));
    } catch (const Error& error) {
      item.refuse(explain(error));
    }
  }
  return types;
}

PathSet path_set_from(const JsonView& view) {
  view.only({"name", "note", "types", "transfer_in", "memory", "transfer_out"});
  return {.name = view.at("name").text(),
          .note = view.text_or("note", ""),
          .types = types_from(view.at("types")),
          .transfer_in = path_if_any(view, "transfer_in"),
          .memory = path_if_any(view, "memory"),
          .transfer_out = path_if_any(view, "transfer_out")};
}

Peak peak_from(const JsonView& view) {
  view.only({"bandwidth", "flops"});
  Peak peak;
  if (view.has("bandwidth")) peak.bandwidth = rate_in(view.at("bandwidth"), "B/s");
  if (view.has("flops")) peak.flops = rate_in(view.at("flops"), "flop/s");
  return peak;
}

std::vector<PathSet> path_sets_from(const JsonView& view) {
  std::vector<PathSet> sets;
  for (const JsonView& item : view.list()) {
    sets.push_back(path_set_from(item));
    const std::string& name = sets.back().name;
    if (std::ranges::count(sets, name, &PathSet::name) > 1) {
      item.at("name").refuse(fmt::format("'{}' is named twice", name));
    }
  }
  return sets;
}

// An empty list is left out.
template <class Item>
void add_list(Json& json, const char* member, const std::vector<Item>& items) {
  for (const Item& item : items) json[member].push_back(to_json(item));
}

template <class FromJson>
auto members_from(const JsonView& view, std::string_view member, const FromJson& from_json) {
  std::vector<decltype(from_json(view))> items;
  if (!view.has(member)) return items;
  for (const JsonView& item : view.at(member).list()) items.push_back(from_json(item));
  return items;
}

std::vector<Finding> parameters_from(const JsonView& view) {
  std::vector<Finding> parameters;
  if (!view.has("parameters")) return parameters;
  std::set<std::string> names;
  for (const JsonView& item : view.at("parameters").list()) {
    parameters.push_back(finding_from_json(item));
    const std::string& name = parameters.back().name;
    if (!names.insert(name).second)
      item.at("name").refuse(fmt::format("'{}' is named twice", name));
    check_finding(parameters.back(), item);
  }
  return parameters;
}

Curve checked_curve_from(const JsonView& view) {
  Curve curve = curve_from_json(view);
  check_curve(curve, view);
  return curve;
}

}  // namespace

Path path_of(const MeasuredPath& measured) {
  return {BytesPerSecond{measured.bandwidth.value}, Seconds{measured.latency.value}};
}

const PathSet& paths_named(const Profile& profile, std::string_view name) {
  for (const PathSet& set : profile.paths) {
    if (set.name == name) return set;
  }
  const std::vector<std::string> names = names_of(profile.paths);
  throw Error(ErrorKind::input,
              fmt::format("profile '{}' has no paths '{}'; it has {}{}", profile.name, name,
                          fmt::join(names, ", "), did_you_mean(name, names)));
}

const PathSet& paths_for(const Profile& profile, Type type) {
  for (const PathSet& set : profile.paths) {
    if (set.types.empty() || std::ranges::find(set.types, type) != set.types.end()) return set;
  }
  if (profile.paths.empty()) {
    throw Error(
        ErrorKind::input,
        fmt::format("profile '{}' has no paths; `plumb probe --resume` with its file goes on "
                    "with what is missing",
                    profile.name));
  }
  throw Error(ErrorKind::input,
              fmt::format("profile '{}' has no paths for elements of type '{}'; choose one with "
                          "--paths; it has {}",
                          profile.name, name_of(type), fmt::join(names_of(profile.paths), ", ")));
}

bool has_contents(const Profile& profile) {
  return !profile.paths.empty() || !profile.probes.empty() || !profile.parameters.empty() ||
         !profile.curves.empty();
}

const Finding* finding_named(const Profile& profile, std::string_view name) {
  const auto found = std::ranges::find(profile.parameters, name, &Finding::name);
  return found == profile.parameters.end() ? nullptr : &*found;
}

Json to_json(const Profile& profile) {
  Json json = {{"schema", profile_schema},
               {"name", profile.name},
               {"source", profile.source},
               {"provenance", to_json(profile.provenance)}};
  json["paths"] = Json::array();
  for (const PathSet& set : profile.paths) json["paths"].push_back(to_json(set));
  json["peak"] = Json::object();
  if (profile.peak.bandwidth) json["peak"]["bandwidth"] = to_json(*profile.peak.bandwidth);
  if (profile.peak.flops) json["peak"]["flops"] = to_json(*profile.peak.flops);
  add_list(json, "parameters", profile.parameters);
  add_list(json, "curves", profile.curves);
  add_list(json, "probes", profile.probes);
  if (!profile.notes.empty()) json["notes"] = profile.notes;
  return json;
}

Profile profile_from_json(const JsonView& view) {
  view.require_schema(profile_schema);
  view.only({"schema", "name", "source", "provenance", "paths", "peak", "parameters", "curves",
             "probes", "notes"});
  Profile profile{
      .name = view.at("name").text(),
      .source = view.text_or("source", ""),
      .provenance = provenance_from_json(view.at("provenance")),
      .paths = path_sets_from(view.at("paths")),
      .peak = view.has("peak") ? peak_from(view.at("peak")) : Peak{},
      .parameters = parameters_from(view),
      .curves = members_from(view, "curves", checked_curve_from),
      .probes = members_from(view, "probes", probe_outcome_from_json),
      .notes = members_from(view, "notes", [](const JsonView& item) { return item.text(); })};
  // Interrupted before any probe was finished, a profile has parameters or curves alone.
  if (!has_contents(profile)) view.at("paths").refuse("expected at least one set of paths");
  return profile;
}

}  // namespace plumb
