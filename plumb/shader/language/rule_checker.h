// plumb/shader/language/rule_checker.h - what all that check rules have: a program and a list of
// what it breaks.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "plumb/shader/language/rules.h"

namespace plumb::shader {

class RuleChecker {
 protected:
  RuleChecker(const Shader& shader, std::vector<Violation>& violations)
      : shader_(shader), violations_(violations) {}

  template <class... Arguments>
  void add(Place place, std::string_view rule, fmt::format_string<Arguments...> message,
           Arguments&&... arguments) {
    violations_.push_back(
        {place, rule, fmt::format(message, std::forward<Arguments>(arguments)...)});
  }

  [[nodiscard]] const Shader& shader() const { return shader_; }
  [[nodiscard]] std::vector<Violation>& violations() const { return violations_; }

 private:
  const Shader& shader_;
  std::vector<Violation>& violations_;
};

}  // namespace plumb::shader
