// plumb/device/in_flight.h - which kernels were launched last, and whether they have ended; what is
// compiled now.
//
// For the last words of a process: a signal handler asks it which kernel runs, and a second thread
// how long it has been running. Neither may allocate, lock or trust the heap (a kernel of a CPU
// device may have damaged it), so everything lies in static memory and is written in place.
//
//   InFlight in_flight(true);                  // one per queue; its kernels run in our memory
//   in_flight.add("kernel 'k' of 'k.cl' on 'cpu'");  // before every launch: 15 ns, 80 after a wait
//   in_flight.end();                                 // after every wait
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace plumb::device {

// "kernel 'sum' of 'sum.cl' on 'pthread'": what add() takes.
std::string described_kernel(std::string_view entry, std::string_view source,
                             std::string_view device);

// What one queue has launched. Queues beyond the 64th at a time are not recorded.
class InFlight {
 public:
  // `in_host_memory`: the kernels can reach the program's own memory.
  explicit InFlight(bool in_host_memory);
  ~InFlight();
  InFlight(const InFlight&) = delete;
  InFlight& operator=(const InFlight&) = delete;
  void add(std::string_view described);
  // The same for the first launch of a kernel, at which a driver may compile it. `begin` takes what
  // is returned once the kernel runs, from any thread; until then the compilation is waited for.
  void* add_uncompiled(std::string_view described);
  static void begin(void* launched);
  void end();

 private:
  struct Slot* slot_;
};

// Says that a source is being compiled for a device, as long as it lives.
class BuildInFlight {
 public:
  BuildInFlight(std::string_view source, std::string_view device);

 private:
  InFlight slot_{false};
};

enum class Phase { running, compiling, running_or_compiling };

// Kernels of all queues and sources that are compiled, each once; texts that stay readable as long
// as the process lives. While the first of a queue is compiled, that one alone.
struct LastKernels {
  static constexpr std::size_t most = 8;
  std::array<const char*, most> described{};
  std::size_t count = 0;
  Phase phase = Phase::running;
};

// Those that run now. Safe in a signal handler, as is the next function.
LastKernels running_kernels();

// Those that run now in the program's own memory; where none runs, the last ones that ran in it.
struct HostKernels {
  LastKernels kernels;
  bool running = false;
};
HostKernels last_kernels_in_host_memory();

// Since when a queue has had kernels to run: the earliest of all queues; absent when none runs.
std::optional<std::chrono::steady_clock::time_point> running_since();

}  // namespace plumb::device
