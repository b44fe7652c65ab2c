// cli/trace/trace.cpp - plumb trace: finds the part that was asked for; the options the parts
// share.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "cli/trace/trace.h"

#include <algorithm>
#include <array>
#include <limits>
#include <optional>

#include <fmt/format.h>

#include "cli/frame/commands.h"
#include "plumb/base/error.h"

namespace plumb::cli {
namespace {

struct Part {
  std::string_view name;
  int (*run)(Arguments);
};

constexpr std::array parts{Part{"instrument", trace_instrument}, Part{"certify", trace_certify},
                           Part{"run", trace_run}, Part{"export", trace_export}};

constexpr std::uint32_t slots_with_addresses = 32;  // 138 MB on 132 SMs; 69 MB without addresses

std::uint32_t number(const char* option, std::uint64_t value) {
  if (value > 0 && value <= std::numeric_limits<std::uint32_t>::max())
    return static_cast<std::uint32_t>(value);
  throw Error(ErrorKind::input,
              fmt::format("{} {}: {}", option, value, value == 0 ? "at least 1" : "too large"));
}

// A number of a block or warp, from 0 on; not beside a share of them.
std::optional<std::uint32_t> chosen_number(const char* option, std::uint64_t value,
                                           const char* share, std::uint64_t shared) {
  if (value == not_given) return std::nullopt;
  if (shared != not_given) {
    throw Error(ErrorKind::input,
                fmt::format("{} {} and {} {}: one or the other", option, value, share, shared));
  }
  if (value >= std::numeric_limits<std::uint32_t>::max())
    throw Error(ErrorKind::input, fmt::format("{} {}: too large", option, value));
  return static_cast<std::uint32_t>(value);
}

trace::Sampling sampling_of(const InstrumentTexts& arguments, const trace::Sampling& otherwise) {
  const auto every = [](const char* option, std::uint64_t value) {
    return value == not_given ? 1 : number(option, value);
  };
  const std::array options{arguments.every_block, arguments.every_warp, arguments.every_record,
                           arguments.only_block, arguments.only_warp};
  const bool given =
      std::ranges::any_of(options, [](std::uint64_t value) { return value != not_given; });
  if (!given) return otherwise;
  return {.blocks = every("--every-block", arguments.every_block),
          .warps = every("--every-warp", arguments.every_warp),
          .records = every("--every-record", arguments.every_record),
          .block = chosen_number("--only-block", arguments.only_block, "--every-block",
                                 arguments.every_block),
          .warp = chosen_number("--only-warp", arguments.only_warp, "--every-warp",
                                arguments.every_warp)};
}

}  // namespace

void add_instrument_options(CommandLine& line, InstrumentTexts& arguments) {
  line.text("--method", arguments.method);
  line.texts("--kernel", arguments.kernels);
  line.texts("--line", arguments.lines);
  line.texts("--space", arguments.spaces);
  line.texts("--opcode", arguments.opcodes);
  line.texts("--access", arguments.accesses);
  line.count("--every-block", arguments.every_block);
  line.count("--every-warp", arguments.every_warp);
  line.count("--every-record", arguments.every_record);
  line.count("--only-block", arguments.only_block);
  line.count("--only-warp", arguments.only_warp);
  line.count("--processors", arguments.processors);
  line.count("--warps", arguments.warps);
  line.count("--slots", arguments.slots);
  line.flag("--first", arguments.first);
  line.flag("--addresses", arguments.addresses);
}

trace::InstrumentOptions instrument_options(const InstrumentTexts& arguments,
                                            const trace::Sampling& otherwise) {
  trace::InstrumentOptions options;
  options.method = stamp_method_from_name(arguments.method);
  options.selection.kernels = arguments.kernels;
  options.selection.lines = arguments.lines;
  options.selection.opcodes = arguments.opcodes;
  for (const std::string& name : arguments.spaces)
    options.selection.spaces.push_back(memory_space_from_name(name));
  if (!arguments.accesses.empty()) options.selection.accesses.clear();
  for (const std::string& name : arguments.accesses)
    options.selection.accesses.push_back(access_kind_from_name(name));
  options.sampling = sampling_of(arguments, otherwise);
  options.layout.processors = number("--processors", arguments.processors);
  options.layout.warps = number("--warps", arguments.warps);
  options.layout.addresses = arguments.addresses;
  if (arguments.addresses) options.layout.slots = slots_with_addresses;
  if (arguments.slots != not_given) options.layout.slots = number("--slots", arguments.slots);
  options.layout.first_only = arguments.first;
  return options;
}

int trace_command(Arguments arguments) {
  std::vector<std::string> names;
  for (const Part& part : parts) {
    names.emplace_back(part.name);
    if (!arguments.empty() && arguments.front() == part.name) return part.run(arguments.subspan(1));
  }
  if (arguments.empty())
    throw Error(ErrorKind::input,
                fmt::format("trace needs a subcommand: {}", fmt::join(names, ", ")));
  throw Error(ErrorKind::input,
              fmt::format("trace: unknown part '{}'{}; known are {}", arguments.front(),
                          did_you_mean(arguments.front(), names), fmt::join(names, ", ")));
}

}  // namespace plumb::cli
