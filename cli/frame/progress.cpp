// cli/frame/progress.cpp - overwriting one line of the terminal.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "cli/frame/progress.h"

#include <cstdio>
#include <cstdlib>
#include <string_view>

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "plumb/base/printable.h"

namespace plumb::cli {

namespace {

// A terminal that knows no control sequences would show them.
bool is_dumb() {
  const char* terminal = std::getenv("TERM");
  return terminal != nullptr && std::string_view(terminal) == "dumb";
}

// A line that wraps cannot be overwritten; the last column is left to the cursor.
std::size_t columns_of_terminal() {
  constexpr std::size_t usual = 80;
  winsize size{};
  const bool known = ::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 1;
  return (known ? size.ws_col : usual) - 1;
}

}  // namespace

Progress::Progress(bool quiet) : active_(!quiet && ::isatty(STDERR_FILENO) == 1 && !is_dumb()) {}
Progress::~Progress() { clear(); }

void Progress::show(const std::string& text) {
  if (!active_) return;
  fmt::print(stderr, "\r\033[K{}", printable_line(text).substr(0, columns_of_terminal()));
  std::fflush(stderr);
}

void Progress::clear() {
  if (!active_) return;
  fmt::print(stderr, "\r\033[K");
  std::fflush(stderr);
}

}  // namespace plumb::cli
