// bench/run_bench.h - the frame of every benchmark: options, errors, table and record.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>

#include "plumb/base/units.h"
#include "plumb/device/device.h"
#include "plumb/records/provenance.h"
#include "plumb/report/table.h"

namespace CLI {  // NOLINT(readability-identifier-naming): CLI11's own
class App;
}

namespace plumb::bench {

using Arguments = std::span<const std::string>;

// What every benchmark defines, once; main() stands in run_bench.cpp.
struct Bench {
  const char* name;
  int (*run)(Arguments);  // gives the exit code
};
extern const Bench this_bench;

struct Options {
  std::string device = {};
  std::string format = "text";
  std::string output = {};
  std::uint64_t rounds = 0;
  bool require = false;  // exit code 1 if a limit is missed
};

// Each declaration binds an option to a variable, which keeps its value when the option is absent.
class OptionLine {
 public:
  // -d, --format, -o and --rounds are there already.
  explicit OptionLine(Options& options);
  ~OptionLine();
  OptionLine(const OptionLine&) = delete;
  OptionLine& operator=(const OptionLine&) = delete;

  void text(const char* names, std::string& value);
  void count(const char* names, std::uint64_t& value);
  void flag(const char* names, bool& value);
  void parse(Arguments arguments);  // a mistake is an input error

 private:
  std::unique_ptr<CLI::App> app_;
};

// Prints the table, and writes it with the device it is of (none for work on the host) where -o
// asks for it.
void show_and_keep(const Table& table, const DeviceDescription& device, const Options& options);
void show_and_keep(const Table& table, const device::Device& device, const Options& options);

// By the host's clock.
inline double seconds(const std::function<void()>& action) {
  const auto start = std::chrono::steady_clock::now();
  action();
  return Seconds(std::chrono::steady_clock::now() - start).count();
}

}  // namespace plumb::bench
