// cli/trace/trace.h - the parts of plumb trace, and the options they share.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "cli/frame/command_line.h"
#include "plumb/trace/stamp/instrument.h"

namespace plumb::cli {

int trace_instrument(Arguments arguments);
int trace_certify(Arguments arguments);
int trace_run(Arguments arguments);
int trace_export(Arguments arguments);

inline constexpr std::uint64_t not_given = std::numeric_limits<std::uint64_t>::max();

// What the options of an instrumenting command say, as texts.
struct InstrumentTexts {
  std::string method = "dependence";
  std::vector<std::string> kernels;
  std::vector<std::string> lines;
  std::vector<std::string> spaces;
  std::vector<std::string> opcodes;
  std::vector<std::string> accesses;
  std::uint64_t every_block = not_given;
  std::uint64_t every_warp = not_given;
  std::uint64_t every_record = not_given;
  std::uint64_t only_block = not_given;
  std::uint64_t only_warp = not_given;
  std::uint64_t processors = trace::LogLayout{}.processors;
  std::uint64_t warps = trace::LogLayout{}.warps;
  std::uint64_t slots = not_given;
  bool first = false;
  bool addresses = false;
};
void add_instrument_options(CommandLine& line, InstrumentTexts& arguments);
// With `otherwise` where nothing is said about which blocks, warps and records.
trace::InstrumentOptions instrument_options(const InstrumentTexts& arguments,
                                            const trace::Sampling& otherwise);

}  // namespace plumb::cli
