// bench/run_bench.h - what every benchmark's main() does.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/options.h"
#include "plumb/base/error.h"
#include "plumb/base/json.h"
#include "plumb/device/open.h"

namespace plumb::bench {

// Runs the benchmark with the words of the command line; an error is printed once and gives the
// exit code of its kind.
inline int run_bench(const char* name, int argc, char** argv, int (*run)(cli::Words)) {
  try {
    const std::vector<std::string> words(argv + 1, argv + argc);
    cli::remember_command_line(name, words);
    return run(words);
  } catch (const std::exception& error) {
    fmt::print(stderr, "error: {}\n{}", explain(error), details(error));
    return static_cast<int>(kind_of(error));
  }
}

// Prints the table, and writes it with the device it is of (none for work on the host) where -o
// asks for it.
inline void show_and_keep(const Table& table, const DeviceDescription& device,
                          const cli::Options& options) {
  fmt::print("{}", render(table, format_from_name(options.format)));
  if (options.output.empty()) return;
  const Json record = {{"provenance", to_json(cli::provenance(device))},
                       {"table", parse_json(render(table, Format::json), "table")}};
  write_whole(options.output, to_text(record));
}

inline void show_and_keep(const Table& table, const device::Device& device,
                          const cli::Options& options) {
  show_and_keep(table, describe(device.info()), options);
}

}  // namespace plumb::bench
