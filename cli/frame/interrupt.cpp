// cli/frame/interrupt.cpp - the signal handler and its one flag.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "cli/frame/interrupt.h"

#include <csignal>

namespace plumb::cli {
namespace {

// The only object that a signal handler may touch.
volatile std::sig_atomic_t pending = 0;

extern "C" void on_signal(int signal) {
  pending = 1;
  std::signal(signal, SIG_DFL);
}

}  // namespace

void catch_interrupts() {
  std::signal(SIGINT, on_signal);
  std::signal(SIGTERM, on_signal);
}

bool interrupted() { return pending != 0; }

}  // namespace plumb::cli
