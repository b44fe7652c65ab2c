// plumb/shader/language/condition.h - the condition of an #if.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace plumb::shader {

// Whether "defined(NAME) && VALUE >= 2" holds: integers, ! - + * == != < <= > >= && || and
// brackets. `text_of` gives what a name stands for, in lower case; a name without a definition is
// 0. What is not such a condition is an input error without a place.
bool condition_holds(std::string_view text,
                     const std::function<std::optional<std::string>(const std::string&)>& text_of);

}  // namespace plumb::shader
