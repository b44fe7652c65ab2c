// cli/frame/crash.cpp - the handler and what it says.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "cli/frame/crash.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <csignal>
#include <cstddef>

#include <fmt/format.h>
#include <unistd.h>

#include "cli/frame/signal_text.h"
#include "plumb/base/error.h"
#include "plumb/device/in_flight.h"
#include "plumb/study/crash_record.h"
#include "plumb/study/origin.h"

namespace plumb::cli {
namespace {

// The only objects that the handler reads besides those of in_flight.h and crash_record.h.
std::array<char, 1024> advice{};
std::array<std::byte, 65536> own_stack{};  // for a main thread whose stack is full

struct Crash {
  int signal;
  const char* name;
  const char* cause;
};

constexpr std::array<Crash, 6> crashes{{
    {SIGSEGV, "SIGSEGV", "it probably accesses memory outside its buffers"},
    {SIGBUS, "SIGBUS", "it probably accesses memory outside its buffers"},
    {SIGILL, "SIGILL", "it was probably compiled for another processor"},
    {SIGFPE, "SIGFPE", "it probably divides an integer by zero"},
    {SIGTRAP, "SIGTRAP", "it ran into a trap, as after code that cannot be reached"},
    {SIGABRT, "SIGABRT", "it probably writes outside its buffers"},
}};

std::array<bool, crashes.size()> is_ours{};

std::atomic<bool> is_reported;

void add_cause(SignalText& text, const device::HostKernels& last, const Crash& crash) {
  if (last.running) {
    text.add("error: ").add(last.kernels).add(" crashed with ").add(crash.name);
    text.add(": ").add(crash.cause);
  } else {  // noticed later, by the allocator or at a damaged address
    text.add("error: ").add(crash.name).add(" after ").add(last.kernels);
    text.add(" had run: it probably writes outside its buffers");
  }
  text.add("; find the access with: ").add(advice.data());
}

// "error: the driver crashed with SIGSEGV while it compiled 'k.cl' for 'cpu'"
void add_compiled(SignalText& text, const device::LastKernels& compiled, const Crash& crash) {
  text.add("error: the driver crashed with ").add(crash.name).add(" while it compiled ");
  text.add(compiled).add("; choose another device with -d, or make the source simpler");
}

// A crash that is neither a kernel's nor a compiler's ends the process as if nobody had looked:
// returning repeats what failed, now without a handler. Of several threads that crash at once the
// first one speaks; the others wait for the end.
extern "C" void on_crash(int signal) {
  const device::HostKernels last = device::last_kernels_in_host_memory();
  const device::LastKernels now = device::running_kernels();
  const bool compiles = !last.running && now.count > 0 && now.phase == device::Phase::compiling;
  if (last.kernels.count == 0 && !compiles) {
    std::signal(signal, SIG_DFL);
    return;
  }
  while (is_reported.exchange(true)) ::pause();
  const auto* crash = std::ranges::find(crashes, signal, &Crash::signal);
  SignalText text;
  if (compiles) {
    add_compiled(text, now, *crash);
  } else {
    add_cause(text, last, *crash);
  }
  const char* const kept = study::write_crash_record();
  if (kept != nullptr) {
    text.add(study::crash_record_has_points() ? "; finished points are kept in '"
                                              : "; the crash is recorded in '");
    text.add(kept).add("'");
  } else if (study::crash_record_shows_points()) {
    text.add("; the finished points are printed");
  }
  text.add("\n").print();
  // Last: whoever reads it may have gone or may never read.
  std::signal(SIGPIPE, SIG_IGN);
  study::print_crash_record();
  ::_exit(static_cast<int>(ErrorKind::device));
}

}  // namespace

std::string oclgrind_line(std::span<const std::string> arguments) {
  constexpr std::array<std::string_view, 4> with_value{"-d", "--device", "-o", "--output"};
  const auto holds_value = [](const std::string& word) {  // "--device=cpu", "-dcpu"
    return word.starts_with("--device=") || word.starts_with("--output=") ||
           word.starts_with("-d") || word.starts_with("-o");
  };
  std::string line = "oclgrind plumb";
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string& word = arguments[i];
    if (std::ranges::find(with_value, word) != with_value.end()) {
      ++i;
    } else if (!holds_value(word)) {
      line += " " + study::quoted_for_shell(word);
    }
  }
  return line + " -d oclgrind";
}

void catch_crashes(std::span<const std::string> arguments) {
  const std::string line = oclgrind_line(arguments).substr(0, advice.size() - 1);
  std::ranges::copy(line, advice.begin());
  stack_t stack{};
  stack.ss_sp = own_stack.data();
  stack.ss_size = own_stack.size();
  ::sigaltstack(&stack, nullptr);
  for (std::size_t i = 0; i < crashes.size(); ++i) {
    struct sigaction before{};
    ::sigaction(crashes[i].signal, nullptr, &before);
    is_ours[i] = before.sa_handler == SIG_DFL;
  }
  catch_crashes_again();
}

void catch_crashes_again() {
  struct sigaction action{};
  action.sa_handler = on_crash;
  action.sa_flags = SA_ONSTACK;
  for (std::size_t i = 0; i < crashes.size(); ++i)
    if (is_ours[i]) ::sigaction(crashes[i].signal, &action, nullptr);
}

}  // namespace plumb::cli
