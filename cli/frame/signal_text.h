// cli/frame/signal_text.h - one line on standard error, from a signal handler.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include "plumb/device/in_flight.h"

namespace plumb::cli {

// Put together in place: no heap, no lock, nothing that a handler may not call. What does not fit
// is cut off.
class SignalText {
 public:
  SignalText& add(std::string_view text);
  SignalText& add(const device::LastKernels& kernels);  // "A or B"
  // "waiting for A or B to end", or for the driver to compile them.
  SignalText& add_wait(const device::LastKernels& kernels);
  // On a terminal the progress line is cleared first.
  void print() const;

 private:
  std::array<char, 4096> text_{};
  std::size_t length_ = 0;
};

}  // namespace plumb::cli
