// plumb/device/library.cpp - opening shared libraries and finding entry points.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/device/library.h"

#include <cstdlib>

#include <dlfcn.h>
#include <fmt/format.h>

#include "plumb/base/error.h"

namespace plumb::device {

Library::Library(const std::string& what, const char* variable,
                 const std::vector<std::string>& names, const char* preloaded) {
  const char* chosen = std::getenv(variable);
  const bool set = chosen != nullptr && *chosen != '\0';
  if (!set && preloaded != nullptr && ::dlsym(RTLD_DEFAULT, preloaded) != nullptr) {
    path_ = "what was loaded before the program";
    handle_ = RTLD_DEFAULT;
    return;
  }
  const std::vector<std::string> candidates = set ? std::vector<std::string>{chosen} : names;
  std::string reasons;
  for (const std::string& name : candidates) {
    handle_ = ::dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (handle_ != nullptr) {
      path_ = name;
      return;
    }
    reasons += fmt::format("{}\n", ::dlerror());
  }
  throw Error(ErrorKind::unavailable,
              fmt::format("{} '{}' could not be opened", what, candidates.front()), reasons);
}

void* Library::entry(const char* name, const char* needed) const {
  void* found = entry_or_null(name);
  if (found == nullptr) {
    throw Error(ErrorKind::unavailable,
                fmt::format("'{}' has no entry point '{}': {}", path_, name, needed));
  }
  return found;
}

void* Library::entry_or_null(const char* name) const { return ::dlsym(handle_, name); }

}  // namespace plumb::device
