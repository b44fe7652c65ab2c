// cli/frame/interrupt.cpp - the signal handler and its one flag.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "cli/frame/interrupt.h"

#include <cerrno>
#include <csignal>

#include "cli/frame/signal_text.h"
#include "plumb/device/in_flight.h"

namespace plumb::cli {
namespace {

// The only object that the signal handler writes.
volatile std::sig_atomic_t pending = 0;

// A kernel cannot be stopped: whoever waits for one that does not end learns how to leave.
void say_what_is_waited_for() {
  const device::LastKernels running = device::running_kernels();
  SignalText text;
  text.add("interrupted: ");
  if (running.count == 0) {
    text.add("ending with what is finished");
  } else {
    text.add_wait(running);
  }
  text.add("; a second Ctrl-C ends plumb at once\n").print();
}

extern "C" void on_signal(int signal) {
  pending = 1;
  std::signal(signal, SIG_DFL);
  const int kept = errno;
  say_what_is_waited_for();
  errno = kept;
}

// A handler, not SIG_IGN: programs that are started here get the default again.
extern "C" void on_size_limit(int /*signal*/) {}

}  // namespace

void catch_interrupts() {
  std::signal(SIGINT, on_signal);
  std::signal(SIGTERM, on_signal);
}

void catch_size_limit() { std::signal(SIGXFSZ, on_size_limit); }

bool interrupted() { return pending != 0; }

}  // namespace plumb::cli
