// plumb/records/walked_program.h - a program whose steps are made one after the other, none kept.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <string>

#include "plumb/records/program.h"

namespace plumb {

// Called with every step in execution order. `part` numbers the top-level steps from 0, `name` is
// the part's name; a part that is a loop comes as many steps. The step is valid during the call.
using EachStep = std::function<void(std::size_t part, const std::string& name, const Step& step)>;

// Asked now and then during long work: `true` ends it with an Error of kind `interrupted`.
using Interrupted = std::function<bool()>;

// What a reader of millions of passes hands to a model: as a Program they would not fit in memory.
struct WalkedProgram {
  Program frame;      // everything but the steps
  Type element_type;  // decides which data paths of a profile are taken
  std::function<void(const EachStep& use, const Interrupted& interrupted)> each_step;
};

}  // namespace plumb
