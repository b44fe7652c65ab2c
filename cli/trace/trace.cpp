// cli/trace/trace.cpp - plumb trace: finds the part that was asked for; the options the parts
// share.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "cli/trace/trace.h"

#include <array>
#include <limits>

#include <fmt/format.h>

#include "cli/frame/commands.h"
#include "plumb/base/error.h"

namespace plumb::cli {
namespace {

struct Part {
  std::string_view name;
  int (*run)(Words);
};

constexpr std::array parts{Part{"instrument", trace_instrument}, Part{"certify", trace_certify},
                           Part{"run", trace_run}};

std::uint32_t number(const char* option, std::uint64_t value) {
  if (value > 0 && value <= std::numeric_limits<std::uint32_t>::max())
    return static_cast<std::uint32_t>(value);
  throw Error(ErrorKind::input,
              fmt::format("{} {}: {}", option, value, value == 0 ? "at least 1" : "too large"));
}

}  // namespace

void add_instrument_options(CommandLine& line, InstrumentTexts& words) {
  line.text("--method", words.method);
  line.texts("--kernel", words.kernels);
  line.texts("--line", words.lines);
  line.texts("--space", words.spaces);
  line.texts("--opcode", words.opcodes);
  line.texts("--access", words.accesses);
  line.count("--every-block", words.every_block);
  line.count("--every-warp", words.every_warp);
  line.count("--processors", words.processors);
  line.count("--warps", words.warps);
  line.count("--slots", words.slots);
}

trace::InstrumentOptions instrument_options(const InstrumentTexts& words) {
  trace::InstrumentOptions options;
  options.method = stamp_method_from_name(words.method);
  options.selection.kernels = words.kernels;
  options.selection.lines = words.lines;
  options.selection.opcodes = words.opcodes;
  for (const std::string& name : words.spaces)
    options.selection.spaces.push_back(memory_space_from_name(name));
  if (!words.accesses.empty()) options.selection.accesses.clear();
  for (const std::string& name : words.accesses)
    options.selection.accesses.push_back(access_kind_from_name(name));
  options.sampling.blocks = number("--every-block", words.every_block);
  options.sampling.warps = number("--every-warp", words.every_warp);
  options.layout.processors = number("--processors", words.processors);
  options.layout.warps = number("--warps", words.warps);
  options.layout.slots = number("--slots", words.slots);
  return options;
}

int trace_command(Words words) {
  std::vector<std::string> names;
  for (const Part& part : parts) {
    names.emplace_back(part.name);
    if (!words.empty() && words.front() == part.name) return part.run(words.subspan(1));
  }
  if (words.empty())
    throw Error(ErrorKind::input, fmt::format("trace: say what: {}", fmt::join(names, ", ")));
  throw Error(ErrorKind::input,
              fmt::format("trace: unknown part '{}'{}; known are {}", words.front(),
                          did_you_mean(words.front(), names), fmt::join(names, ", ")));
}

}  // namespace plumb::cli
