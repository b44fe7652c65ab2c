// plumb/model/part_names.h - the parts of a prediction by number.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace plumb {

// The passes of a program by step and name, numbered as they come; all models share the numbers.
class PartNames {
 public:
  std::size_t number_of(const std::string& step, const std::string& name) {
    // Passes alternate inside a loop: the next one is mostly the last one or the one after it.
    for (std::size_t at = last_; at < std::min(names_.size(), last_ + 2); ++at) {
      if (names_[at].second == name && names_[at].first == step) return last_ = at;
    }
    return last_ = found_or_added(step, name);
  }
  [[nodiscard]] const std::pair<std::string, std::string>& operator[](std::size_t number) const {
    return names_[number];
  }

 private:
  // Not a plain sum: a step often has the name of its pass.
  static std::size_t hash_of(const std::string& step, const std::string& name) {
    const std::size_t first = std::hash<std::string>()(step);
    return std::hash<std::string>()(name) ^ (first << 6U) ^ (first >> 7U);
  }

  // A table of numbers with open addressing: a map's node for every pass would cost as much as its
  // prediction. At most half full, so that a free place always ends the search.
  std::size_t found_or_added(const std::string& step, const std::string& name) {
    if (2 * (names_.size() + 1) > numbers_.size()) grow();
    std::size_t& place = place_of(step, name);
    if (place == none) {
      place = names_.size();
      names_.emplace_back(step, name);
    }
    return place;
  }

  std::size_t& place_of(const std::string& step, const std::string& name) {
    std::size_t at = hash_of(step, name) % numbers_.size();
    while (numbers_[at] != none &&
           (names_[numbers_[at]].second != name || names_[numbers_[at]].first != step)) {
      at = (at + 1) % numbers_.size();
    }
    return numbers_[at];
  }

  void grow() {
    numbers_.assign(std::max<std::size_t>(16, 4 * names_.size()), none);
    for (std::size_t i = 0; i < names_.size(); ++i) place_of(names_[i].first, names_[i].second) = i;
  }

  static constexpr std::size_t none = SIZE_MAX;
  std::vector<std::pair<std::string, std::string>> names_;
  std::vector<std::size_t> numbers_;  // by hash; `none` where the place is free
  std::size_t last_ = 0;
};

}  // namespace plumb
