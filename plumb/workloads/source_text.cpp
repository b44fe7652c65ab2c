// plumb/workloads/source_text.cpp - finding embedded files by their paths.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/workloads/source_text.h"

#include <algorithm>

#include <fmt/format.h>

#include "plumb/base/error.h"
#include "plumb/workloads/embedded.h"

namespace plumb {

std::string source_text(std::initializer_list<std::string_view> files) {
  std::string text;
  for (const std::string_view file : files) {
    const auto all = embedded::workloads_all();
    const auto found = std::ranges::find(all, file, [](const auto& entry) { return entry.first; });
    if (found == all.end())
      throw Error(ErrorKind::check_failed, fmt::format("'{}' is not part of this program", file));
    text += fmt::format("#line 1 \"{}\"\n{}", file, found->second());
  }
  return text;
}

}  // namespace plumb
