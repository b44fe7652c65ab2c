// plumb/study/measure_options.h - how a user wants something measured, and who watches it.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>

#include "plumb/base/error.h"
#include "plumb/measure/sampling.h"
#include "plumb/records/result.h"
#include "plumb/run/run_program.h"

namespace plumb::study {

struct MeasureOptions {
  StopRule stop;
  bool cold = false;
  bool no_verify = false;
  bool no_timing = false;
  bool strict = false;
};

// Who sees what goes on: a command with its progress line, or nobody.
struct Watch {
  std::function<void(const std::string& line)> progress = [](const std::string&) {};
  std::function<void(const std::exception&)> failed = [](const std::exception&) {};
  std::function<bool()> interrupted = [] { return false; };
  // What the command will print of a result: asked for before a kernel that may end the program.
  std::function<std::string(const Result&)> shown = [](const Result&) { return std::string(); };
};

// Refuses (input error) a rule that cannot be met. Asks for the machine's load now: later it is our
// own.
RunOptions run_options(const MeasureOptions& options, const Watch& watch);

// A few unverified samples: for races and searches.
RunOptions lap_options(const RunOptions& options, std::uint64_t samples);

}  // namespace plumb::study
