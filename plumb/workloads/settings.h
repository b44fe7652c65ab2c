// plumb/workloads/settings.h - the parameters of a workload and the values chosen for them.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace plumb {

// shape: one of the choices, or `parts` whole numbers joined by x ("128x128x256").
enum class ParameterType { count, choice, choice_or_count, shape };

struct Parameter {
  std::string_view name;
  ParameterType type = ParameterType::count;
  std::string_view default_value;
  std::string_view choices;  // choice: "f32|f64"
  std::uint64_t least = 1;   // count
  std::uint64_t most = 1ULL << 40U;
  std::string_view help;
  std::string_view cpu_default = {};     // on CPUs, where it differs
  std::string_view hopper_default = {};  // on GPUs with bulk copies, where it differs
  unsigned parts = 0;                    // shape
};

// "a|b|c" -> {"a", "b", "c"}
std::vector<std::string> choices_of(const Parameter& parameter);

// "64x16" -> {64, 16}; absent if it is anything but whole numbers joined by x.
std::optional<std::vector<std::uint64_t>> shape_of(std::string_view text);

// Refuses (input error) what the parameter does not take: "--elements 0: must be 1 to ...".
void check(const Parameter& parameter, const std::string& value);

// Values by name, in the order of the parameters; all were checked.
class Settings {
 public:
  explicit Settings(std::vector<std::pair<std::string, std::string>> values)
      : values_(std::move(values)) {}
  [[nodiscard]] const std::string& text(std::string_view name) const;
  [[nodiscard]] std::uint64_t count(std::string_view name) const;
  [[nodiscard]] const std::vector<std::pair<std::string, std::string>>& values() const {
    return values_;
  }

 private:
  std::vector<std::pair<std::string, std::string>> values_;
};

}  // namespace plumb
