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

#include "plumb/records/meaning.h"
#include "plumb/records/named_texts.h"
#include "plumb/records/traits.h"

namespace plumb {

// shape: one of the choices, or `parts` whole numbers joined by x ("128x128x256"); number: any from
// `least` to `most`; text: one of the choices or anything else, which the workload reads (a file).
enum class ParameterType { count, choice, choice_or_count, shape, number, text };

struct Parameter {
  std::string_view name;
  ParameterType type = ParameterType::count;
  std::string_view default_value;
  std::string_view choices;  // choice: "f32|f64"
  std::uint64_t least = 1;   // count, number
  std::uint64_t most = 1ULL << 40U;
  std::string_view help;
  unsigned parts = 0;             // shape
  std::string_view because = {};  // count: said where the value is not a number
  // On that device, where it differs; empty: default_value.
  std::string (*default_for)(const DeviceTraits& device) = nullptr;
  Meaning meaning = Meaning::own;  // known to the workload alone
};

// "a|b|c" -> {"a", "b", "c"}
std::vector<std::string> choices_of(const Parameter& parameter);

// "64x16" -> {64, 16}; absent if it is anything but whole numbers joined by x.
std::optional<std::vector<std::uint64_t>> shape_of(std::string_view text);

// Refuses (input error) what the parameter does not take: "--elements 0: must be 1 to ...".
void check(const Parameter& parameter, const std::string& value);

// Values by name, in the order of the parameters; all were checked. They are for a device, of which
// a workload may know the traits.
class Settings {
 public:
  explicit Settings(NamedTexts values, const DeviceTraits& device = {})
      : values_(std::move(values)), device_(device) {}
  [[nodiscard]] const std::string& text(std::string_view name) const;
  [[nodiscard]] std::uint64_t count(std::string_view name) const;
  [[nodiscard]] double number(std::string_view name) const;
  [[nodiscard]] const NamedTexts& values() const { return values_; }
  [[nodiscard]] const DeviceTraits& device() const { return device_; }
  // The same with another value.
  [[nodiscard]] Settings with(const std::string& name, const std::string& value) const {
    return Settings(with_text(values_, name, value), device_);
  }

 private:
  NamedTexts values_;
  DeviceTraits device_;
};

}  // namespace plumb
