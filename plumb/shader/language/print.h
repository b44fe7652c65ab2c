// plumb/shader/language/print.h - a program as text that the reader takes back.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "plumb/shader/language/shader.h"

namespace plumb::shader {

// The version, declarations, definitions and instructions, one per line.
std::string print_shader(const Shader& shader);

// "add r0.xy, r0, t0"
std::string print(const Instruction& instruction);
std::string print(const Source& source);
std::string print(const Destination& destination);

// ".xy"; empty for all four.
std::string print_mask(int mask);

}  // namespace plumb::shader
