// plumb/records/pass.cpp - names, sums and JSON of passes.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/records/pass.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "plumb/base/error.h"
#include "plumb/records/names.h"

namespace plumb {
namespace {

constexpr std::array<std::string_view, 12> pattern_names{
    "single",    "self",   "head",    "relative", "neighbourhood", "multiple",
    "symmetric", "random", "strided", "scatter",  "atomic",        "reduction"};
constexpr std::array<std::string_view, 3> use_names{"read", "write", "both"};
constexpr std::array<std::string_view, 2> reuse_names{"unit", "device"};
constexpr std::array<std::string_view, 3> sampler_names{"none", "nearest", "linear"};
constexpr std::array<std::string_view, 4> context_names{"derived", "same-kernel", "other-kernel",
                                                        "after-wait"};

// Beyond any device; sums of them stay exact.
constexpr std::uint64_t most_local_memory = 1ULL << 30U;
constexpr std::uint64_t most_registers = 1ULL << 20U;

constexpr std::array<OperationCount, 10> counts{{{"fma", &Operations::fma},
                                                 {"add", &Operations::add},
                                                 {"mul", &Operations::mul},
                                                 {"div", &Operations::div},
                                                 {"sqrt", &Operations::sqrt},
                                                 {"exp", &Operations::exp},
                                                 {"log", &Operations::log},
                                                 {"sin", &Operations::sin},
                                                 {"pow", &Operations::pow},
                                                 {"integer", &Operations::integer}}};

Json to_json(const Operations& operations) {
  Json json = Json::object();
  if (operations.type != Scalar::f32) json["type"] = name_of(Type{operations.type, 1});
  for (const auto& [name, count] : counts)
    if (operations.*count != 0) json[std::string(name)] = operations.*count;
  return json;
}

Json to_json(const Access& access) {
  Json json = {{"references", access.references},
               {"bytes", access.bytes.count},
               {"width", access.width},
               {"pattern", name_of(access.pattern)},
               {"streams", access.streams}};
  if (access.footprint.count != 0) json["footprint"] = access.footprint.count;
  if (access.row_bytes.count != 0) json["row_bytes"] = access.row_bytes.count;
  if (access.use != Use::read) json["use"] = name_of(access.use);
  if (access.dependent != 0) json["dependent"] = access.dependent;
  if (access.executed != 0) json["executed"] = access.executed;
  if (access.reuse != Reuse::unit) json["reuse"] = name_of(access.reuse);
  if (access.ahead != 0) json["ahead"] = access.ahead;
  if (access.sampler != Sampler::none) json["sampler"] = name_of(access.sampler);
  return json;
}

bool only_reads(const Access& access) {
  constexpr std::array writing{Pattern::scatter, Pattern::atomic, Pattern::reduction};
  return access.use == Use::read && std::ranges::find(writing, access.pattern) == writing.end();
}

double not_negative(const JsonView& view, std::string_view member, double otherwise) {
  const double value = view.number_or(member, otherwise);
  if (!(value >= 0) || !std::isfinite(value)) view.at(member).refuse("must be zero or larger");
  return value;
}

Access access_from_json(const JsonView& view) {
  view.only({"references", "bytes", "width", "pattern", "streams", "footprint", "row_bytes", "use",
             "dependent", "executed", "reuse", "ahead", "sampler"});
  const std::uint64_t bytes = view.at("bytes").count(1U << 20U);
  return {.references = not_negative(view, "references", 1),
          .bytes = Bytes{bytes},
          .width = view.count_or("width", bytes),
          .pattern = named_or(view, "pattern", pattern_from_name, Pattern::self),
          .streams = view.count_or("streams", 1),
          .footprint = Bytes{view.count_or("footprint", 0)},
          .row_bytes = Bytes{view.count_or("row_bytes", 0)},
          .use = named_or(view, "use", use_from_name, Use::read),
          .dependent = not_negative(view, "dependent", 0),
          .executed = not_negative(view, "executed", 0),
          .reuse = named_or(view, "reuse", reuse_from_name, Reuse::unit),
          .ahead = not_negative(view, "ahead", 0),
          .sampler = named_or(view, "sampler", sampler_from_name, Sampler::none)};
}

Operations operations_from_json(const JsonView& view) {
  Operations operations;
  view.only({"type", "fma", "add", "mul", "div", "sqrt", "exp", "log", "sin", "pow", "integer"});
  operations.type = named_or(view, "type", floating_from_name, Scalar::f32);
  for (const auto& [name, count] : counts) operations.*count = not_negative(view, name, 0);
  return operations;
}

}  // namespace

std::string name_of(Pattern pattern) { return name_in(pattern_names, pattern); }
Pattern pattern_from_name(std::string_view name) {
  return value_in<Pattern>(pattern_names, name, "pattern");
}

std::string name_of(Use use) { return name_in(use_names, use); }
Use use_from_name(std::string_view name) { return value_in<Use>(use_names, name, "use"); }

std::string name_of(Reuse reuse) { return name_in(reuse_names, reuse); }
Reuse reuse_from_name(std::string_view name) { return value_in<Reuse>(reuse_names, name, "reuse"); }

std::string name_of(Sampler sampler) { return name_in(sampler_names, sampler); }
Sampler sampler_from_name(std::string_view name) {
  return value_in<Sampler>(sampler_names, name, "sampler");
}

Scalar floating_from_name(std::string_view name) {
  if (name == "float") return Scalar::f32;
  if (name == "double") return Scalar::f64;
  throw Error(ErrorKind::input,
              fmt::format("unknown type of operations '{}'; known are float, double", name));
}

std::span<const OperationCount> operation_counts() { return counts; }

std::string name_of(LaunchContext context) { return name_in(context_names, context); }
LaunchContext launch_context_from_name(std::string_view name) {
  return value_in<LaunchContext>(context_names, name, "launch context");
}

Bytes bytes_of(const Pass& pass) {
  return Bytes{static_cast<std::uint64_t>(std::llround(demanded_bytes(pass)))};
}

void check(const Pass& pass) {
  const auto countable = [](double count) { return count >= 0 && std::isfinite(count); };
  if (!std::ranges::all_of(pass.accesses, countable, &Access::references)) {
    throw Error(ErrorKind::input, "'references' must be zero or larger");
  }
  for (const Access& access : pass.accesses) {
    if (!countable(access.executed))
      throw Error(ErrorKind::input, "'executed' must be zero or larger, and finite");
    if (!countable(access.dependent) || access.dependent > executed_references(access))
      throw Error(ErrorKind::input,
                  "'dependent' must be zero or larger, at most 'executed' ('references' where that "
                  "is not stated)");
    if (!(access.ahead >= 0 && access.ahead <= 1))
      throw Error(ErrorKind::input, "'ahead' is a share of the references, between 0 and 1");
    if (access.pattern == Pattern::strided && access.row_bytes.count == 0)
      throw Error(ErrorKind::input, std::string(no_stride));
    if (access.sampler != Sampler::none && !only_reads(access))
      throw Error(ErrorKind::input,
                  "samplers only read: 'sampler' needs 'use' read and no pattern that writes "
                  "(scatter, atomic, reduction)");
  }
  for (const auto& [name, count] : counts) {
    if (!has_operations(pass.operations)) break;  // as in most of a program's many launches
    if (!countable(pass.operations.*count * static_cast<double>(pass.points)))
      throw Error(ErrorKind::input,
                  fmt::format("'operations' must be zero or larger, and finite for all points: "
                              "'{}'",
                              name));
  }
  if (!countable(pass.flops.count) || !countable(flops_of(pass).count)) {
    throw Error(ErrorKind::input, "'flops' must be zero or larger, and finite for all points");
  }
  if (!countable(pass.barriers))
    throw Error(ErrorKind::input, "'barriers' must be zero or larger, and finite");
  if (!countable(pass.cluster_barriers))
    throw Error(ErrorKind::input, "'cluster_barriers' must be zero or larger, and finite");
  if (!countable(pass.local_traffic * static_cast<double>(pass.points)))
    throw Error(ErrorKind::input,
                "'local_traffic' must be zero or larger, and finite for all points");
  if (!countable(pass.turns))
    throw Error(ErrorKind::input, "'turns' must be zero or larger, and finite");
  if (!(pass.alone >= 0 && pass.alone <= 1))
    throw Error(ErrorKind::input, "'alone' is a share of the points, between 0 and 1");
  if (pass.local_memory > most_local_memory)
    throw Error(ErrorKind::input, "'local_memory' must be at most 2^30 bytes");
  if (pass.registers > most_registers)
    throw Error(ErrorKind::input, "'registers' must be at most 2^20");
  if (!countable(pass.longest) ||
      (pass.points > 0 && pass.longest > static_cast<double>(pass.points)))
    throw Error(ErrorKind::input, "'longest' must be zero or larger, at most 'points'");
  if (!(demanded_bytes(pass) <= 0x1p62)) {
    throw Error(ErrorKind::input, "asks for more than 2^62 bytes");
  }
}

Json to_json(const Pass& pass) {
  Json json = {{"name", pass.name}, {"points", pass.points}, {"flops", pass.flops.count}};
  Json& accesses = json["accesses"] = Json::array();
  for (const Access& access : pass.accesses) accesses.push_back(to_json(access));
  if (has_operations(pass.operations)) json["operations"] = to_json(pass.operations);
  if (pass.barriers != 0) json["barriers"] = pass.barriers;
  if (pass.cluster_barriers != 0) json["cluster_barriers"] = pass.cluster_barriers;
  if (pass.local_traffic != 0) json["local_traffic"] = pass.local_traffic;
  if (pass.turns != 0) json["turns"] = pass.turns;
  if (pass.alone != 0) json["alone"] = pass.alone;
  if (pass.longest != 0) json["longest"] = pass.longest;
  if (pass.local_memory != 0) json["local_memory"] = pass.local_memory;
  if (pass.registers != 0) json["registers"] = pass.registers;
  if (pass.group != 0) json["group"] = pass.group;
  if (pass.context != LaunchContext::derived) json["context"] = name_of(pass.context);
  return json;
}

Pass pass_from_json(const JsonView& view) {
  view.only({"name", "points", "flops", "operations", "accesses", "barriers", "cluster_barriers",
             "local_traffic", "turns", "alone", "longest", "local_memory", "registers", "group",
             "context"});
  Pass pass{.name = view.text_or("name", ""),
            .points = view.at("points").count(1ULL << 50U),
            .accesses = {},
            .flops = Flops{not_negative(view, "flops", 0)},
            .operations =
                view.has("operations") ? operations_from_json(view.at("operations")) : Operations{},
            .barriers = not_negative(view, "barriers", 0),
            .cluster_barriers = not_negative(view, "cluster_barriers", 0),
            .local_traffic = not_negative(view, "local_traffic", 0),
            .turns = not_negative(view, "turns", 0),
            .alone = not_negative(view, "alone", 0),
            .longest = not_negative(view, "longest", 0),
            .local_memory = view.count_or("local_memory", 0),
            .registers = view.count_or("registers", 0),
            .group = view.count_or("group", 0),
            .context = named_or(view, "context", launch_context_from_name, LaunchContext::derived)};
  for (const JsonView& access : view.at("accesses").list()) {
    pass.accesses.push_back(access_from_json(access));
  }
  try {
    check(pass);
  } catch (const Error& error) {
    view.refuse(explain(error));
  }
  return pass;
}

}  // namespace plumb
