// cli/frame/overdue.cpp - a thread that looks at what runs.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "cli/frame/overdue.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <csignal>
#include <mutex>

#include "cli/frame/signal_text.h"
#include "plumb/device/in_flight.h"

namespace plumb::cli {
namespace {

using Clock = std::chrono::steady_clock;

void report() {
  SignalText text;
  text.add("--timeout is over: ").add_wait(device::running_kernels());
  text.add("; Ctrl-C twice ends plumb at once\n").print();
}

// Each wait that is too long is reported once, and the next one must be twice as long: a program
// that is merely slow is not reported at every execution.
void watch(const std::stop_token& stop, Clock::duration limit) {
  std::mutex mutex;
  std::condition_variable_any woken;
  std::unique_lock lock(mutex);
  Clock::time_point reported{};
  Clock::time_point look = Clock::now() + limit;
  while (!woken.wait_until(lock, stop, look, [] { return false; }) && !stop.stop_requested()) {
    const Clock::time_point now = Clock::now();
    const auto since = device::running_since();
    look = since && *since != reported ? *since + limit : now + limit;
    if (look > now) continue;
    report();
    reported = *since;
    limit *= 2;
    look = now + limit;
  }
}

// Looking more often would disturb what is measured; a day is as good as forever, and no clock
// overflows.
Clock::duration first_limit(Seconds timeout) {
  return std::chrono::duration_cast<Clock::duration>(
      std::clamp(timeout, Seconds{0.01}, Seconds{86400}));
}

}  // namespace

OverdueReport::OverdueReport(Seconds timeout) {
  // Signals are for the threads that work.
  sigset_t all;
  sigset_t before;
  ::sigfillset(&all);
  ::pthread_sigmask(SIG_SETMASK, &all, &before);
  watcher_ = std::jthread(
      [limit = first_limit(timeout)](const std::stop_token& stop) { watch(stop, limit); });
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

}  // namespace plumb::cli
