// plumb/device/opencl/pocl_cache.cpp - finding PoCL's cache folder and trying it.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/device/opencl/pocl_cache.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <system_error>

#include <fmt/format.h>
#include <unistd.h>

namespace plumb::device::opencl {
namespace {

// Empty when the folder can be written. Made where it is missing, as PoCL does.
std::string why_not_writable(const std::string& folder) {
  std::error_code code;
  std::filesystem::create_directories(folder, code);
  if (code) return code.message();
  return ::access(folder.c_str(), W_OK | X_OK) == 0 ? std::string() : std::strerror(errno);
}

}  // namespace

void forget_empty_cache_folder() {
  const char* chosen = std::getenv("POCL_CACHE_DIR");
  if (chosen != nullptr && *chosen == '\0') ::unsetenv("POCL_CACHE_DIR");
}

std::string pocl_cache_folder() {
  if (const char* chosen = std::getenv("POCL_CACHE_DIR")) return chosen;
  if (const char* cache = std::getenv("XDG_CACHE_HOME"))
    return fmt::format("{}/pocl/kcache", cache);
  if (const char* home = std::getenv("HOME")) return fmt::format("{}/.cache/pocl/kcache", home);
  return "/tmp/pocl/kcache";
}

PlatformProblem problem_of_pocl() {
  const std::string folder = pocl_cache_folder();
  const std::string why = why_not_writable(folder);
  if (why.empty())
    return {"PoCL is here but has no device", "set POCL_DEBUG=all, and PoCL prints the reason"};
  return {fmt::format("PoCL is here but has no device: it cannot write its cache folder '{}' ({})",
                      folder, why),
          "set POCL_CACHE_DIR to a folder that can be written"};
}

}  // namespace plumb::device::opencl
