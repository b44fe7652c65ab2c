// tests/shader/oracle/machine.h - runs programs in double, as the Direct3D 9 reference reads.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <string>

#include "tests/shader/oracle/program.h"

namespace plumb::oracle {

using Registers = std::map<std::string, std::map<int, Four>>;  // by file and number

// What a texture read gives: sampler, kind of texture, coordinates, bias.
using Texture = std::function<Four(int, const std::string&, const Four&, double)>;

struct Outcome {
  Registers registers;  // all, outputs among them
  bool killed = false;
  bool undefined = false;  // something was infinite or not a number, as rsq of 0: devices differ
};

// `given` holds the inputs and constants; the program's numbers go over them.
Outcome run(const Program& program, const Registers& given, const Texture& texture);

}  // namespace plumb::oracle
