// plumb/application/demand_parts.cpp - reading and evaluating accesses and operations.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/application/demand_parts.h"

#include <algorithm>

#include <fmt/format.h>

#include "plumb/application/application_parts.h"
#include "plumb/base/error.h"

namespace plumb {
namespace {

AccessPart read_access(const TomlView& view, Application::Parts& parts) {
  AccessPart access;
  access.references = expression_or(view, "references", 1, parts);
  access.bytes = expression_of(view.at("bytes"), parts);
  access.width = expression_of(view.at(view.has("width") ? "width" : "bytes"), parts);
  access.streams = expression_or(view, "streams", 1, parts);
  access.footprint = expression_or(view, "footprint", 0, parts);
  access.row_bytes = expression_or(view, "row_bytes", 0, parts);
  access.dependent = expression_or(view, "dependent", 0, parts);
  access.executed = expression_or(view, "executed", 0, parts);
  access.ahead = expression_or(view, "ahead", 0, parts);
  if (view.has("pattern")) access.pattern = word_of(view.at("pattern"), pattern_from_name);
  if (access.pattern == Pattern::strided && !view.has("row_bytes"))
    view.at("pattern").refuse(std::string(no_stride));
  if (view.has("use")) access.use = word_of(view.at("use"), use_from_name);
  if (view.has("reuse")) access.reuse = word_of(view.at("reuse"), reuse_from_name);
  if (view.has("sampler")) access.sampler = word_of(view.at("sampler"), sampler_from_name);
  return access;
}

}  // namespace

std::vector<AccessPart> read_accesses(const TomlView& pass, Application::Parts& parts) {
  std::vector<AccessPart> accesses;
  for (const TomlView& access : pass.list_or_none("access")) {
    access.only({"references", "bytes", "width", "pattern", "streams", "footprint", "row_bytes",
                 "use", "dependent", "executed", "reuse", "ahead", "sampler"});
    accesses.push_back(read_access(access, parts));
  }
  for (const char* member :
       {"references", "bytes", "width", "pattern", "streams", "footprint", "row_bytes", "use",
        "dependent", "executed", "reuse", "ahead", "sampler"}) {
    if (!pass.has(member)) continue;
    if (pass.has("access")) pass.at(member).refuse("stands in [[pass.access]] or here, not both");
    accesses.push_back(read_access(pass, parts));
    break;
  }
  return accesses;
}

OperationsPart read_operations(const TomlView& view, Application::Parts& parts) {
  OperationsPart operations;
  std::vector<std::string_view> known;
  for (const auto& [name, kind] : operation_counts()) known.push_back(name);
  for (const TomlView& member : view.members()) {
    if (member.name() == "type" || std::ranges::find(known, member.name()) != known.end()) continue;
    member.refuse(
        fmt::format("unknown kind of operations '{}'; known are {}; type is float or double",
                    member.name(), fmt::join(known, ", ")));
  }
  if (view.has("type")) operations.type = word_of(view.at("type"), floating_from_name);
  for (const auto& [name, kind] : operation_counts()) {
    if (!view.has(name)) continue;
    operations.kinds.push_back(
        {.kind = kind, .name = name, .count = expression_of(view.at(name), parts)});
  }
  return operations;
}

Access access_of(const AccessPart& part) {
  return {.references = amount(part.references, "references"),
          .bytes = Bytes{whole(part.bytes, "bytes", 1, 1ULL << 20U)},
          .width = whole(part.width, "width", 1, 1ULL << 20U),
          .pattern = part.pattern,
          .streams = whole(part.streams, "streams", 1, 1ULL << 20U),
          .footprint = Bytes{whole(part.footprint, "footprint", 0, 1ULL << 50U)},
          .row_bytes = Bytes{whole(part.row_bytes, "row_bytes", 0, 1ULL << 50U)},
          .use = part.use,
          .dependent = amount(part.dependent, "dependent"),
          .executed = amount(part.executed, "executed"),
          .reuse = part.reuse,
          .ahead = amount(part.ahead, "ahead"),
          .sampler = part.sampler};
}

Operations operations_of(const OperationsPart& part) {
  Operations operations{.type = part.type};
  for (const OperationPart& kind : part.kinds)
    operations.*kind.kind = amount(kind.count, kind.name);
  return operations;
}

}  // namespace plumb
