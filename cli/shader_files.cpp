// cli/shader_files.cpp - reads pairs, writes allocations.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "cli/shader_files.h"

#include <filesystem>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/options.h"
#include "plumb/base/error.h"
#include "plumb/base/json.h"
#include "plumb/shader/language/print.h"
#include "plumb/shader/language/read.h"
#include "plumb/shader/slots.h"

namespace plumb::cli {
namespace {

constexpr std::string_view components = "xyzw";

std::uint64_t count(int number) { return static_cast<std::uint64_t>(number); }

SlotCounts slots_of_pair(const shader::Pair& pair) {
  const shader::Slots fragment = shader::count_slots(pair.fragment);
  return {count(shader::count_slots(pair.vertex).total()), count(fragment.arithmetic),
          count(fragment.texture)};
}

}  // namespace

shader::Shader shader_from_file(const std::string& path) {
  return shader::read_shader(read_text_file(path), path);
}

shader::CheckedPair pair_from(const std::string& word) {
  if (const std::size_t comma = word.find(','); comma != std::string::npos) {
    return {{shader_from_file(word.substr(0, comma)), shader_from_file(word.substr(comma + 1))},
            {}};
  }
  if (!std::filesystem::is_directory(word)) {
    throw Error(ErrorKind::input,
                fmt::format("'{}' is no folder; name a folder with vs.asm and ps.asm, or write "
                            "VS,PS",
                            word));
  }
  shader::CheckedPair out{{shader_from_file(word + "/vs.asm"), shader_from_file(word + "/ps.asm")},
                          {}};
  const std::string path = word + "/constants.json";
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
                          shader::read_host_expression(one.value, path)});
    }
  }
  return out;
}

shader::MoveResult move_in_mode(const std::string& mode, const shader::Pair& pair,
                                const shader::MoveOptions& options) {
  if (mode == "paper") return shader::move_as_paper(pair, options);
  if (mode == "optimal") return shader::move_optimally(pair, options);
  throw Error(ErrorKind::input, fmt::format("unknown mode '{}'; known are paper, optimal", mode));
}

Allocation allocation_of(const std::string& mode, const shader::Pair& before,
                         const shader::MoveResult& after) {
  Allocation out{.provenance = provenance({}),
                 .mode = mode,
                 .vertex_file = before.vertex.name,
                 .fragment_file = before.fragment.name,
                 .before = slots_of_pair(before),
                 .after = slots_of_pair(after.pair),
                 .proved = mode == "optimal" && after.proved,
                 .without_gain = shader::reason_without_gain(before, after),
                 .instructions = {},
                 .constants = {}};
  const std::vector<shader::Instruction>& all = before.fragment.instructions;
  for (std::size_t i = 0; i < after.outcomes.size() && i < all.size(); ++i) {
    const shader::MoveOutcome& outcome = after.outcomes[i];
    AllocatedInstruction one{.line = count(all[i].place.line),
                             .text = shader::print(all[i]),
                             .condition = shader::name_of(outcome.condition),
                             .reason = outcome.reason,
                             .chain = {}};
    for (const int number : outcome.chain) {
      one.chain.push_back(count(all[static_cast<std::size_t>(number)].place.line));
    }
    out.instructions.push_back(std::move(one));
  }
  for (const shader::ConstantCopy& copy : after.copies) {
    out.constants.push_back({.vertex = count(copy.vertex),
                             .fragment = count(copy.fragment),
                             .to_fragment = copy.to_fragment});
  }
  for (const shader::HostConstant& one : after.host) {
    out.constants.push_back(
        {.vertex = one.of_fragment ? 0 : count(one.index),
         .fragment = one.of_fragment ? count(one.index) : 0,
         .to_fragment = one.of_fragment,
         .component = std::string(components.substr(static_cast<std::size_t>(one.component), 1)),
         .value = shader::print(one.value)});
  }
  return out;
}

void write_allocation(const std::string& folder, const Allocation& allocation,
                      const shader::MoveResult& result) {
  std::error_code code;
  std::filesystem::create_directories(folder, code);
  if (code) {
    throw Error(ErrorKind::check_failed,
                fmt::format("cannot make the folder '{}': {}", folder, code.message()));
  }
  write_whole(folder + "/vs.asm", shader::print_shader(result.pair.vertex));
  write_whole(folder + "/ps.asm", shader::print_shader(result.pair.fragment));
  write_whole(folder + "/constants.json", to_text(to_json(allocation.constants)));
  write_whole(folder + "/moves.json", to_text(to_json(allocation)));
}

}  // namespace plumb::cli
