// cli/frame/progress.cpp - overwriting one line of the terminal.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "cli/frame/progress.h"

#include <cstdio>

#include <fmt/format.h>
#include <unistd.h>

#include "plumb/base/printable.h"

namespace plumb::cli {

Progress::Progress(bool quiet) : active_(!quiet && ::isatty(STDERR_FILENO) == 1) {}
Progress::~Progress() { clear(); }

void Progress::show(const std::string& text) {
  if (!active_) return;
  fmt::print(stderr, "\r\033[K{}", printable_line(text).substr(0, 100));
  std::fflush(stderr);
}

void Progress::clear() {
  if (!active_) return;
  fmt::print(stderr, "\r\033[K");
  std::fflush(stderr);
}

}  // namespace plumb::cli
