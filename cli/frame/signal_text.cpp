// cli/frame/signal_text.cpp - putting a line together without the heap.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "cli/frame/signal_text.h"

#include <algorithm>

#include <unistd.h>

namespace plumb::cli {
namespace {

void write_to_error(const char* text, std::size_t length) {
  // Nothing can be done about an error here, and the line is short enough to be written at once.
  [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, text, length);
}

}  // namespace

SignalText& SignalText::add(std::string_view text) {
  const std::size_t fitting = std::min(text.size(), text_.size() - length_);
  std::ranges::copy(text.substr(0, fitting), text_.begin() + static_cast<std::ptrdiff_t>(length_));
  length_ += fitting;
  return *this;
}

SignalText& SignalText::add(const device::LastKernels& kernels) {
  for (std::size_t i = 0; i < kernels.count; ++i) {
    if (i > 0) add(" or ");
    add(kernels.described[i]);
  }
  return *this;
}

SignalText& SignalText::add_wait(const device::LastKernels& kernels) {
  if (kernels.phase == device::Phase::compiling)
    return add("waiting for the driver to compile ").add(kernels);
  add("waiting for ").add(kernels);
  return add(kernels.phase == device::Phase::running ? " to end" : " to be compiled or to end");
}

void SignalText::print() const {
  constexpr std::string_view clear_line = "\r\033[K";
  if (::isatty(STDERR_FILENO) == 1) write_to_error(clear_line.data(), clear_line.size());
  write_to_error(text_.data(), length_);
}

}  // namespace plumb::cli
