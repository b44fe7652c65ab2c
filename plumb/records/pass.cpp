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
constexpr std::array<std::string_view, 4> context_names{"derived", "same-kernel", "other-kernel",
                                                        "after-wait"};

Json to_json(const Access& access) {
  Json json = {{"references", access.references},
               {"bytes", access.bytes.count},
               {"width", access.width},
               {"pattern", name_of(access.pattern)},
               {"streams", access.streams}};
  if (access.footprint.count != 0) json["footprint"] = access.footprint.count;
  if (access.row_bytes.count != 0) json["row_bytes"] = access.row_bytes.count;
  return json;
}

double not_negative(const JsonView& view, std::string_view member, double otherwise) {
  const double value = view.number_or(member, otherwise);
  if (!(value >= 0) || !std::isfinite(value)) view.at(member).refuse("must be zero or larger");
  return value;
}

Access access_from_json(const JsonView& view) {
  view.only({"references", "bytes", "width", "pattern", "streams", "footprint", "row_bytes"});
  return {.references = not_negative(view, "references", 1),
          .bytes = Bytes{view.at("bytes").count(1U << 20U)},
          .width = view.count_or("width", 4),
          .pattern = named_or(view, "pattern", pattern_from_name, Pattern::self),
          .streams = view.count_or("streams", 1),
          .footprint = Bytes{view.count_or("footprint", 0)},
          .row_bytes = Bytes{view.count_or("row_bytes", 0)}};
}

}  // namespace

std::string name_of(Pattern pattern) { return name_in(pattern_names, pattern); }
Pattern pattern_from_name(std::string_view name) {
  return value_in<Pattern>(pattern_names, name, "pattern");
}

std::string name_of(LaunchContext context) { return name_in(context_names, context); }
LaunchContext launch_context_from_name(std::string_view name) {
  return value_in<LaunchContext>(context_names, name, "launch context");
}

double demanded_bytes(const Pass& pass) {
  double per_point = 0;
  for (const Access& access : pass.accesses) {
    per_point += access.references * static_cast<double>(access.bytes.count);
  }
  return per_point * static_cast<double>(pass.points);
}

Bytes bytes_of(const Pass& pass) {
  return Bytes{static_cast<std::uint64_t>(std::llround(demanded_bytes(pass)))};
}

Flops flops_of(const Pass& pass) {
  return Flops{pass.flops.count * static_cast<double>(pass.points)};
}

void check(const Pass& pass) {
  const auto countable = [](double count) { return count >= 0 && std::isfinite(count); };
  if (!std::ranges::all_of(pass.accesses, countable, &Access::references)) {
    throw Error(ErrorKind::input, "'references' must be zero or larger");
  }
  if (!countable(pass.flops.count) || !countable(flops_of(pass).count)) {
    throw Error(ErrorKind::input, "'flops' must be zero or larger, and finite for all points");
  }
  if (!(demanded_bytes(pass) <= 0x1p62)) {
    throw Error(ErrorKind::input, "asks for more than 2^62 bytes");
  }
}

Json to_json(const Pass& pass) {
  Json json = {{"name", pass.name}, {"points", pass.points}, {"flops", pass.flops.count}};
  Json& accesses = json["accesses"] = Json::array();
  for (const Access& access : pass.accesses) accesses.push_back(to_json(access));
  if (pass.group != 0) json["group"] = pass.group;
  if (pass.context != LaunchContext::derived) json["context"] = name_of(pass.context);
  return json;
}

Pass pass_from_json(const JsonView& view) {
  view.only({"name", "points", "flops", "accesses", "group", "context"});
  Pass pass{.name = view.text_or("name", ""),
            .points = view.at("points").count(1ULL << 50U),
            .accesses = {},
            .flops = Flops{not_negative(view, "flops", 0)},
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
