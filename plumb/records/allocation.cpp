// plumb/records/allocation.cpp - allocations as JSON (schemas/allocation.json).
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/records/allocation.h"

#include <algorithm>
#include <array>

#include <nlohmann/json.hpp>

#include "plumb/records/names.h"

namespace plumb {
namespace {

constexpr std::string_view allocation_schema = "plumbline.allocation/1";
constexpr std::array<std::string_view, 8> conditions{"moved", "C1",       "C2",        "C3",
                                                     "C4",    "shortage", "no saving", "dead"};
constexpr std::array<std::string_view, 2> modes{"paper", "optimal"};
constexpr std::array<std::string_view, 3> open_reasons{"search", "layout", "cost"};
constexpr std::array<std::string_view, 3> no_gains{"N1", "N2", "N3"};
constexpr std::array<std::string_view, 4> components{"x", "y", "z", "w"};

Json to_json(const SlotCounts& slots) {
  return {{"vertex", slots.vertex}, {"arithmetic", slots.arithmetic}, {"texture", slots.texture}};
}

SlotCounts slots_from(const JsonView& view) {
  view.only({"vertex", "arithmetic", "texture"});
  return {view.at("vertex").count(), view.at("arithmetic").count(), view.at("texture").count()};
}

template <std::size_t n>
std::string word_of(const JsonView& view, const std::array<std::string_view, n>& known) {
  std::string word = view.text();
  if (std::ranges::find(known, word) == known.end()) {
    view.refuse(fmt::format("unknown word '{}'; known are {}", word, fmt::join(known, ", ")));
  }
  return word;
}

AllocatedInstruction instruction_from(const JsonView& view) {
  view.only({"line", "text", "condition", "reason", "chain"});
  AllocatedInstruction out{.line = view.at("line").count(),
                           .text = view.at("text").text(),
                           .condition = word_of(view.at("condition"), conditions),
                           .reason = view.text_or("reason", ""),
                           .chain = {}};
  if (view.has("chain")) {
    for (const JsonView& line : view.at("chain").list()) out.chain.push_back(line.count());
  }
  return out;
}

}  // namespace

namespace {

constexpr std::uint64_t last_vertex_constant = 255;
constexpr std::uint64_t last_fragment_constant = 31;

// One component that the host computes.
UploadedConstant computed_from(const JsonView& item) {
  const bool to_fragment = item.has("fragment");
  item.only({to_fragment ? "fragment" : "vertex", "component", "value"});
  UploadedConstant out{.to_fragment = to_fragment,
                       .component = word_of(item.at("component"), components),
                       .value = item.at("value").text()};
  (to_fragment ? out.fragment : out.vertex) =
      item.at(to_fragment ? "fragment" : "vertex")
          .count(to_fragment ? last_fragment_constant : last_vertex_constant);
  if (out.value.empty()) item.at("value").refuse("expected an expression");
  return out;
}

}  // namespace

Json to_json(const std::vector<UploadedConstant>& constants) {
  Json list = Json::array();
  for (const UploadedConstant& one : constants) {
    if (!one.value.empty()) {
      list.emplace_back(Json{
          {one.to_fragment ? "fragment" : "vertex", one.to_fragment ? one.fragment : one.vertex},
          {"component", one.component},
          {"value", one.value}});
      continue;
    }
    Json& entry = list.emplace_back(Json{{"vertex", one.vertex}, {"fragment", one.fragment}});
    if (one.to_fragment) entry["to_fragment"] = true;
  }
  return list;
}

std::vector<UploadedConstant> constants_from_json(const JsonView& view) {
  std::vector<UploadedConstant> out;
  for (const JsonView& item : view.list()) {
    if (item.has("value")) {
      out.push_back(computed_from(item));
      continue;
    }
    item.only({"vertex", "fragment", "to_fragment"});
    out.push_back({.vertex = item.at("vertex").count(last_vertex_constant),
                   .fragment = item.at("fragment").count(last_fragment_constant),
                   .to_fragment = item.flag_or("to_fragment", false)});
  }
  return out;
}

Json to_json(const Allocation& allocation) {
  Json json = {{"schema", allocation_schema},
               {"provenance", to_json(allocation.provenance)},
               {"mode", allocation.mode},
               {"vertex_file", allocation.vertex_file},
               {"fragment_file", allocation.fragment_file},
               {"before", to_json(allocation.before)},
               {"after", to_json(allocation.after)},
               {"proved", allocation.proved}};
  if (!allocation.unproved.empty()) json["unproved"] = allocation.unproved;
  if (!allocation.without_gain.empty()) json["without_gain"] = allocation.without_gain;
  json["instructions"] = Json::array();
  for (const AllocatedInstruction& one : allocation.instructions) {
    Json& entry = json["instructions"].emplace_back(
        Json{{"line", one.line}, {"text", one.text}, {"condition", one.condition}});
    if (!one.reason.empty()) entry["reason"] = one.reason;
    if (!one.chain.empty()) entry["chain"] = one.chain;
  }
  json["constants"] = to_json(allocation.constants);
  return json;
}

Allocation allocation_from_json(const JsonView& view) {
  view.require_schema(allocation_schema);
  view.only({"schema", "provenance", "mode", "vertex_file", "fragment_file", "before", "after",
             "proved", "unproved", "without_gain", "instructions", "constants"});
  Allocation out{.provenance = provenance_from_json(view.at("provenance")),
                 .mode = word_of(view.at("mode"), modes),
                 .vertex_file = view.at("vertex_file").text(),
                 .fragment_file = view.at("fragment_file").text(),
                 .before = slots_from(view.at("before")),
                 .after = slots_from(view.at("after")),
                 .proved = view.at("proved").flag(),
                 .unproved = {},
                 .without_gain = {},
                 .instructions = {},
                 .constants = constants_from_json(view.at("constants"))};
  if (view.has("unproved")) out.unproved = word_of(view.at("unproved"), open_reasons);
  if (view.has("without_gain")) out.without_gain = word_of(view.at("without_gain"), no_gains);
  for (const JsonView& item : view.at("instructions").list()) {
    out.instructions.push_back(instruction_from(item));
  }
  return out;
}

}  // namespace plumb
