// tests/application/application_text.h - applications from texts, for the tests of this folder.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "plumb/application/application.h"
#include "plumb/base/error.h"

namespace plumb {

// Reads `text` as "app.toml"; every file that it names holds `file`.
inline Application application(const std::string& text, const std::string& file = "kernel text") {
  return read_application(text, "app.toml", [&](const std::string& path) {
    if (path.starts_with("missing")) {
      throw Error(ErrorKind::input, "cannot read '" + path + "': No such file or directory");
    }
    return file;
  });
}

// The file of this repository at `path`.
inline Application application_at(const std::string& path) {
  return read_application_file(std::string(PLUMB_SOURCE_DIR) + "/" + path);
}

// The points of every launch in execution order; a repetition gives its launches count times.
inline void collect_points(const Step& step, std::vector<std::uint64_t>& points) {
  if (const auto* launch = std::get_if<Launch>(&step.action)) {
    points.push_back(launch->pass.points);
  } else if (const auto* repeat = std::get_if<Repeat>(&step.action)) {
    for (std::uint64_t i = 0; i < repeat->count; ++i) {
      for (const Step& inner : repeat->steps) collect_points(inner, points);
    }
  }
}

inline std::vector<std::uint64_t> points_of(const Application& application) {
  std::vector<std::uint64_t> points;
  application.each_step(
      [&](std::size_t, const std::string&, const Step& step) { collect_points(step, points); });
  return points;
}

}  // namespace plumb
