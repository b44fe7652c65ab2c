// cli/options.h - the options that commands share, their output and its provenance.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>

#include "cli/command_line.h"
#include "cli/commands.h"
#include "plumb/device/device.h"
#include "plumb/records/result.h"
#include "plumb/report/table.h"
#include "plumb/run/run_program.h"

namespace plumb::cli {

struct Options {
  std::string device;
  std::string format = "text";
  std::string output;
  bool quiet = false;
};

// -d, --format, -o, -q
void add_options(CommandLine& line, Options& options);

struct MeasureOptions {
  StopRule stop;
  bool cold = false;
  bool no_verify = false;
  bool strict = false;
};

// The stop rule, --cold, --no-verify, --strict.
void add_measure_options(CommandLine& line, MeasureOptions& options);
RunOptions run_options(const MeasureOptions& options);

// Fails at once, before any measuring, if `path` could not be written later.
void require_writable(const std::string& path);

// Where the record comes from: this program, this host, this device, now.
Provenance provenance(const DeviceDescription& device);

// Prints the tables in the chosen format, into --output if one was given.
void print(const Options& options, std::span<const Table> tables);

// Writes the tables and where they come from into --output, if one was given.
void keep(const Options& options, const device::Device& device, std::span<const Table> tables);
// Prints the tables in the chosen format and keeps them.
void print_and_keep(const Options& options, const device::Device& device,
                    std::span<const Table> tables);

}  // namespace plumb::cli
