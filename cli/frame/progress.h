// cli/frame/progress.h - one line on stderr that says what is going on; only on a terminal.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace plumb::cli {

class Progress {
 public:
  // Silent when `quiet` or when stderr is not a terminal.
  explicit Progress(bool quiet);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  void show(const std::string& text);
  void clear();

 private:
  bool active_;
};

}  // namespace plumb::cli
