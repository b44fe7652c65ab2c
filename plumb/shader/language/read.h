// plumb/shader/language/read.h - a vs_1_1, vs_2_0 or ps_2_0 program from its text.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "plumb/shader/language/shader.h"

namespace plumb::shader {

// Reads the text called `name` and checks every rule of its profile (rules.h). The first mistake is
// an input error "name:line:column: message" with the line and, where one was broken, the rule.
Shader read_shader(std::string_view text, std::string_view name);

// Reads without the rules: only what cannot be written down as a Shader is refused.
Shader parse_shader(std::string_view text, std::string_view name);

}  // namespace plumb::shader
