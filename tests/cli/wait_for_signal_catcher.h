// tests/cli/wait_for_signal_catcher.h - waits until a child process catches a signal.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <system_error>

#include <sched.h>
#include <sys/types.h>

namespace plumb {

// Returns true as soon as the system reports that `child` runs `program` and has a function for
// `signal`, false once it has ended without one. Before it is `program` it has the functions of its
// parent, a compiler inside a driver may have added some. Nothing announces the change, so the
// report is read again.
inline bool wait_for_signal_catcher(pid_t child, const std::string& program, int signal) {
  const std::string folder = "/proc/" + std::to_string(child);
  const std::string path = folder + "/status";
  while (true) {
    std::error_code code;
    const bool is_program = std::filesystem::equivalent(folder + "/exe", program, code) && !code;
    std::ifstream status(path);
    std::uint64_t caught = 0;
    bool alive = false;  // a process that has ended has a report, too, until it is waited for
    for (std::string line; std::getline(status, line);) {
      if (line.starts_with("State:")) alive = line.find('Z') == std::string::npos;
      if (line.starts_with("SigCgt:")) caught = std::stoull(line.substr(7), nullptr, 16);
    }
    if (is_program && (caught >> (static_cast<unsigned>(signal) - 1U) & 1U) != 0) return true;
    if (!alive) return false;
    ::sched_yield();
  }
}

}  // namespace plumb
