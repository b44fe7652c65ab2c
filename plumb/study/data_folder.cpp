// plumb/study/data_folder.cpp - the XDG base directory for data.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/study/data_folder.h"

#include <fmt/format.h>

#include "plumb/device/user_folder.h"

namespace plumb::study {

std::string data_folder(std::string_view kind) {
  const std::string folder = device::user_folder("XDG_DATA_HOME", ".local/share");
  // Of a user without a home: nothing is found there, and what cannot be written says where.
  if (folder.empty()) return fmt::format("/.local/share/plumbline/{}", kind);
  return fmt::format("{}/{}", folder, kind);
}

}  // namespace plumb::study
