// plumb/records/walked_program.h - a program whose steps are made one after the other, none kept.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>

#include "plumb/records/program.h"

namespace plumb {

// Called with every step in execution order. `part` numbers the top-level steps from 0, `name` is
// the part's name; a part that is a loop comes as many steps. The step is valid during the call.
using EachStep = std::function<void(std::size_t part, const std::string& name, const Step& step)>;

// Called with a step and how often it happens, each time by itself. `name`: of the part.
using EachCountedStep =
    std::function<void(const std::string& name, const Step& step, std::uint64_t times)>;

// Asked now and then during long work: `true` ends it with an Error of kind `interrupted`.
using Interrupted = std::function<bool()>;

// What a reader of millions of passes hands to a model: as a Program they would not fit in memory.
struct WalkedProgram {
  Program frame;      // everything but the steps
  Type element_type;  // decides which data paths of a profile are taken
  // In no particular order within a part, but each pass for the first time in that of execution: a
  // program with several queues, whose order matters, is not walked.
  std::function<void(const EachCountedStep& use, const Interrupted& interrupted)> each_step;
};

}  // namespace plumb
