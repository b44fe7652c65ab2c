// plumb/shader/pair_files.cpp - reads pairs, writes allocations.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/shader/pair_files.h"

#include <filesystem>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "plumb/base/error.h"
#include "plumb/base/json.h"
#include "plumb/shader/language/print.h"
#include "plumb/shader/language/read.h"
#include "plumb/shader/slots.h"

namespace plumb::shader {
namespace {

constexpr std::string_view components = "xyzw";

std::uint64_t count(int number) { return static_cast<std::uint64_t>(number); }

SlotCounts slots_of_pair(const Pair& pair) {
  const Slots fragment = count_slots(pair.fragment);
  return {count(count_slots(pair.vertex).total()), count(fragment.arithmetic),
          count(fragment.texture)};
}

}  // namespace

Shader read_shader_file(const std::string& path) { return read_shader(read_text_file(path), path); }

std::vector<std::string> files_of_pair(const std::string& files) {
  if (const std::size_t comma = files.find(','); comma != std::string::npos)
    return {files.substr(0, comma), files.substr(comma + 1)};
  return {files + "/vs.asm", files + "/ps.asm", files + "/constants.json"};
}

CheckedPair read_pair(const std::string& files) {
  if (const std::size_t comma = files.find(','); comma != std::string::npos) {
    return {{read_shader_file(files.substr(0, comma)), read_shader_file(files.substr(comma + 1))},
            {}};
  }
  if (!std::filesystem::is_directory(files)) {
    throw Error(ErrorKind::input,
                fmt::format("'{}' is not a folder; name a folder with vs.asm and ps.asm, or write "
                            "VS,PS",
                            files));
  }
  CheckedPair out{{read_shader_file(files + "/vs.asm"), read_shader_file(files + "/ps.asm")}, {}};
  const std::string path = files + "/constants.json";
  if (!std::filesystem::exists(path)) return out;
  const Json json = parse_json(read_text_file(path), path);
  for (const UploadedConstant& one : constants_from_json(JsonView(json, path))) {
    const int vertex = static_cast<int>(one.vertex);
    const int fragment = static_cast<int>(one.fragment);
    if (one.value.empty()) {
      out.copies.push_back({vertex, fragment, one.to_fragment});
    } else {
      out.host.push_back({one.to_fragment, one.to_fragment ? fragment : vertex,
                          static_cast<int>(components.find(one.component)),
                          read_host_expression(one.value, path)});
    }
  }
  return out;
}

Allocation allocation_of(MoveMode mode, const Pair& before, const MoveResult& after,
                         const Provenance& provenance) {
  Allocation out{.provenance = provenance,
                 .mode = name_of(mode),
                 .vertex_file = before.vertex.name,
                 .fragment_file = before.fragment.name,
                 .before = slots_of_pair(before),
                 .after = slots_of_pair(after.pair),
                 .proved = mode == MoveMode::optimal && after.unproved.empty(),
                 .unproved = mode == MoveMode::optimal ? after.unproved : "",
                 .without_gain = reason_without_gain(before, after),
                 .instructions = {},
                 .constants = {}};
  const std::vector<Instruction>& all = before.fragment.instructions;
  for (std::size_t i = 0; i < after.outcomes.size() && i < all.size(); ++i) {
    const MoveOutcome& outcome = after.outcomes[i];
    AllocatedInstruction one{.line = count(all[i].place.line),
                             .text = print(all[i]),
                             .condition = name_of(outcome.condition),
                             .reason = outcome.reason,
                             .chain = {}};
    for (const int number : outcome.chain) {
      one.chain.push_back(count(all[static_cast<std::size_t>(number)].place.line));
    }
    out.instructions.push_back(std::move(one));
  }
  for (const ConstantCopy& copy : after.copies) {
    out.constants.push_back({.vertex = count(copy.vertex),
                             .fragment = count(copy.fragment),
                             .to_fragment = copy.to_fragment});
  }
  for (const HostConstant& one : after.host) {
    out.constants.push_back(
        {.vertex = one.of_fragment ? 0 : count(one.index),
         .fragment = one.of_fragment ? count(one.index) : 0,
         .to_fragment = one.of_fragment,
         .component = std::string(components.substr(static_cast<std::size_t>(one.component), 1)),
         .value = print(one.value)});
  }
  return out;
}

void write_allocation(const std::string& folder, const Allocation& allocation,
                      const MoveResult& result) {
  std::error_code code;
  std::filesystem::create_directories(folder, code);
  if (code) {
    throw Error(ErrorKind::check_failed,
                fmt::format("cannot make the folder '{}': {}", folder, code.message()));
  }
  write_whole(folder + "/vs.asm", print_shader(result.pair.vertex));
  write_whole(folder + "/ps.asm", print_shader(result.pair.fragment));
  write_whole(folder + "/constants.json", to_text(to_json(allocation.constants)));
  write_whole(folder + "/moves.json", to_text(to_json(allocation)));
}

}  // namespace plumb::shader
