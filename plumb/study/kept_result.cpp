// plumb/study/kept_result.cpp - writing results while they grow.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/study/kept_result.h"

#include <cerrno>
#include <cstring>
#include <filesystem>

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include "plumb/base/error.h"
#include "plumb/base/json.h"

namespace plumb::study {

void KeptResult::write() {
  if (path_.empty() || failed_) return;
  try {
    write_whole(path_, to_text(to_json(*result_)));
  } catch (const Error& error) {
    watch_->failed(error);
    failed_ = true;
  }
}

void require_writable(const std::string& path) {
  if (path.empty()) return;
  const std::filesystem::path parent = std::filesystem::path(path).parent_path();
  const std::string folder = parent.empty() ? "." : parent.string();
  const auto refuse = [&](const char* why) {
    throw Error(ErrorKind::check_failed,
                fmt::format("cannot write '{}': {}; nothing was run", path, why));
  };
  std::error_code code;
  if (std::filesystem::is_directory(path, code)) refuse("it is a folder");
  if (::access(folder.c_str(), W_OK | X_OK) != 0) refuse(std::strerror(errno));
}

}  // namespace plumb::study
