// plumb/compare/fail_on.cpp - the rule of --fail-on, read and applied.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/compare/fail_on.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <vector>

#include <fmt/format.h>

#include "plumb/base/error.h"

namespace plumb {
namespace {

[[noreturn]] void refuse_rule(const std::string& word) {
  throw Error(ErrorKind::input,
              fmt::format("--fail-on: '{}' is not a rule; known are slower, slower:3%, ambiguous, "
                          "missing, never",
                          word));
}

double percentage_in(const std::string& word, std::string_view text) {
  if (text.ends_with('%')) text.remove_suffix(1);
  double percent = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), percent);
  if (error != std::errc{} || end != text.data() + text.size() || !std::isfinite(percent) ||
      percent < 0)
    refuse_rule(word);
  return percent / 100;
}

std::vector<std::string> rules_in(std::span<const std::string> words) {
  std::vector<std::string> rules;
  for (const std::string& word : words) {
    for (std::size_t begin = 0; begin <= word.size();) {
      const std::size_t end = std::min(word.find(',', begin), word.size());
      rules.push_back(word.substr(begin, end - begin));
      begin = end + 1;
    }
  }
  return rules;
}

}  // namespace

FailOn fail_on_from(std::span<const std::string> words) {
  if (words.empty()) return {.slower = 0};
  const std::vector<std::string> rules = rules_in(words);
  if (rules.size() == 1 && rules.front() == "never") return {.slower = {}};
  FailOn rule{.slower = {}};
  for (const std::string& word : rules) {
    if (word == "slower") {
      rule.slower = 0;
    } else if (word.starts_with("slower:")) {
      rule.slower = percentage_in(word, std::string_view(word).substr(7));
    } else if (word == "ambiguous") {
      rule.ambiguous = true;
    } else if (word == "missing") {
      rule.missing = true;
    } else {
      refuse_rule(word);
    }
  }
  return rule;
}

std::string failure_of(const RunComparison& comparison, const FailOn& rule) {
  const auto count = [&](const auto& fails) {
    return std::ranges::count_if(comparison.steps,
                                 [&](const ComparedStep& step) { return fails(step.judgement); });
  };
  std::vector<std::string> reasons;
  const auto add = [&](auto steps, const std::string& what) {
    if (steps > 0)
      reasons.push_back(fmt::format("{} {} {}", steps, steps == 1 ? "step is" : "steps are", what));
  };
  if (rule.slower) {
    add(count([&](const Judgement& judgement) {
          return judgement.change == Change::slower && judgement.ratio > 1 + *rule.slower;
        }),
        *rule.slower == 0 ? "slower"
                          : fmt::format("slower by more than {:g} %", *rule.slower * 100));
  }
  if (rule.ambiguous)
    add(count([](const Judgement& judgement) { return judgement.change == Change::ambiguous; }),
        "ambiguous");
  if (rule.missing) add(comparison.only_first.size(), "missing");
  return fmt::format("{}", fmt::join(reasons, ", "));
}

}  // namespace plumb
