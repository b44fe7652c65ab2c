// plumb/device/user_folder.cpp - the XDG base directories.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/device/user_folder.h"

#include <cstdlib>

#include <fmt/format.h>

namespace plumb::device {

std::string user_folder(const char* variable, const char* below_home) {
  if (const char* chosen = std::getenv(variable); chosen != nullptr && *chosen == '/')
    return fmt::format("{}/plumbline", chosen);
  if (const char* home = std::getenv("HOME"); home != nullptr && *home == '/')
    return fmt::format("{}/{}/plumbline", home, below_home);
  return {};
}

}  // namespace plumb::device
