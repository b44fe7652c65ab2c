// plumb/compare/fail_on.h - what makes a comparison fail: plumb compare --fail-on.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <string>

#include "plumb/compare/compare.h"

namespace plumb {

struct FailOn {
  std::optional<double> slower;  // a step that is slower, by more than this; absent: none
  bool ambiguous = false;
  bool missing = false;  // a step that only the first side has
};

// "slower", "slower:3%", "ambiguous", "missing", several separated by commas; "never" alone.
// Without any: slower.
FailOn fail_on_from(std::span<const std::string> words);

// Why the comparison fails, "2 steps are slower"; empty: it does not.
std::string failure_of(const RunComparison& comparison, const FailOn& rule);

}  // namespace plumb
