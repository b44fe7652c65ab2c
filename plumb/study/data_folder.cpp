// plumb/study/data_folder.cpp - the XDG base directory for data.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/study/data_folder.h"

#include <cstdlib>

#include <fmt/format.h>

namespace plumb::study {

std::string data_folder(std::string_view kind) {
  const char* data = std::getenv("XDG_DATA_HOME");
  const char* home = std::getenv("HOME");
  if (data != nullptr && *data != '\0') return fmt::format("{}/plumbline/{}", data, kind);
  return fmt::format("{}/.local/share/plumbline/{}", home == nullptr ? "" : home, kind);
}

}  // namespace plumb::study
