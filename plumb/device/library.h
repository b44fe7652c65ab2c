// plumb/device/library.h - a shared library that is opened while the program runs.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace plumb::device {

// Stays loaded until the program ends: drivers keep threads in theirs.
class Library {
 public:
  // Opens the file that the environment variable `variable` names, if it is set; else takes what
  // was loaded before the program and has the entry point `preloaded` (tools like oclgrind put
  // themselves in the place of a library so); else the first of `names` that can be opened.
  // ErrorKind::unavailable "the CUDA driver 'libcuda.so.1' could not be opened" otherwise, with the
  // loader's words as detail.
  Library(const std::string& what, const char* variable, const std::vector<std::string>& names,
          const char* preloaded = nullptr);

  // The address of an entry point; ErrorKind::unavailable that names it and says what is `needed`.
  [[nodiscard]] void* entry(const char* name, const char* needed) const;

  // The same for one that older versions lack: null when it is not there.
  [[nodiscard]] void* entry_or_null(const char* name) const;

 private:
  std::string path_;
  void* handle_ = nullptr;  // also that of what was loaded before the program
};

}  // namespace plumb::device
