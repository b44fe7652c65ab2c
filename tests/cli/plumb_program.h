// tests/cli/plumb_program.h - running the built program: its output, messages and exit code.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "plumb/base/json.h"
#include "plumb/base/units.h"
#include "plumb/device/open.h"
#include "tests/cli/wait_for_file.h"
#include "tests/cli/wait_for_signal_catcher.h"

namespace plumb {

struct Outcome {
  int code = -1;
  std::string out;
  std::string error;
  Bytes memory;  // largest resident set
};

// What this program was started with. A driver that looks for GPUs may set variables of its own,
// which the program under test would then inherit: NVIDIA's OpenCL was seen to show no GPU to a
// child.
inline std::vector<std::string> environment_at_start() {
  std::ifstream file("/proc/self/environ", std::ios::binary);
  std::vector<std::string> variables;
  for (std::string variable; std::getline(file, variable, '\0');) variables.push_back(variable);
  return variables;
}

class PlumbProgram : public testing::Test {
 protected:
  void SetUp() override {
    folder = (std::filesystem::temp_directory_path() / ("plumb_cli_" + std::to_string(::getpid())))
                 .string();
    std::filesystem::remove_all(folder);
    std::filesystem::create_directories(folder);
  }
  void TearDown() override { std::filesystem::remove_all(folder); }

  // Starts plumb with its output in files; `environment` as "NAME=value" words;
  // "NAME" alone takes the variable away.
  pid_t start(const std::vector<std::string>& words,
              const std::vector<std::string>& environment = {}) {
    const pid_t child = ::fork();
    if (child != 0) return child;
    ::clearenv();
    for (const std::string& variable : environment_at_start()) ::putenv(::strdup(variable.c_str()));
    for (const std::string& variable : environment) ::putenv(::strdup(variable.c_str()));
    if (::freopen((folder + "/out").c_str(), "w", stdout) == nullptr) ::_exit(99);
    if (::freopen((folder + "/error").c_str(), "w", stderr) == nullptr) ::_exit(99);
    std::vector<char*> arguments{::strdup(PLUMB_PROGRAM)};
    for (const std::string& word : words) arguments.push_back(::strdup(word.c_str()));
    arguments.push_back(nullptr);
    ::execv(PLUMB_PROGRAM, arguments.data());
    ::_exit(98);
  }

  // Interrupts it as soon as it has written `path`; one that ended before is not waited for.
  Outcome interrupt_once_written(pid_t child, const std::string& path) {
    wait_for_file(child, path);
    ::kill(child, SIGINT);
    return finish(child);
  }

  // Interrupts it as soon as it catches interrupts, before it has done anything else.
  Outcome interrupt_once_caught(pid_t child) {
    wait_for_signal_catcher(child, PLUMB_PROGRAM, SIGINT);
    ::kill(child, SIGINT);
    return finish(child);
  }

  Outcome finish(pid_t child) {
    int status = 0;
    rusage used{};
    ::wait4(child, &status, 0, &used);
    const int code = WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
    return {code, read_text_file(folder + "/out"), read_text_file(folder + "/error"),
            Bytes{static_cast<std::uint64_t>(used.ru_maxrss) << 10U}};
  }

  Outcome plumb(const std::vector<std::string>& words,
                const std::vector<std::string>& environment = {}) {
    return finish(start(words, environment));
  }

  std::string folder;
};

// The same where there is a device.
class PlumbOnDevice : public PlumbProgram {
 protected:
  void SetUp() override {
    PlumbProgram::SetUp();
    if (device::find_devices().devices.empty())
      GTEST_SKIP() << "no device on this machine, and no PoCL, which scripts/setup installs";
  }
};

}  // namespace plumb
