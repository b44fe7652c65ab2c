// plumb/report/which_point.cpp - settings that differ between points.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/report/which_point.h"

#include <map>
#include <set>

#include <fmt/format.h>

namespace plumb {

std::vector<std::string> varying_settings(std::span<const Point> points) {
  std::vector<std::string> names;
  std::map<std::string, std::set<std::string>> values;
  for (const Point& point : points) {
    if (point.roof) continue;
    for (const auto& [name, value] : point.settings) {
      if (values[name].empty()) names.push_back(name);
      values[name].insert(value);
    }
  }
  std::erase_if(names, [&](const std::string& name) { return values[name].size() < 2; });
  return names;
}

std::string which_point(const Point& point, const std::vector<std::string>& varying) {
  std::string text;
  for (const std::string& name : varying) {
    const std::string* value = text_named(point.settings, name);
    if (value != nullptr) text += fmt::format("{}{} {}", text.empty() ? "" : ", ", name, *value);
  }
  return text;
}

}  // namespace plumb
