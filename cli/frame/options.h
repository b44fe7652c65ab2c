// cli/frame/options.h - the options that commands share, and their output.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>

#include "cli/frame/command_line.h"
#include "cli/frame/progress.h"
#include "plumb/records/result.h"
#include "plumb/report/table.h"
#include "plumb/study/measure_options.h"

namespace plumb::cli {

struct Options {
  std::string device;
  std::string format = "text";
  std::string output;               // a file; empty: none
  bool to_standard_output = false;  // `-o -` asked for that
  bool quiet = false;
};

// -d, --format, -o (a record), -q
void add_options(CommandLine& line, Options& options);

// -o of a record: on standard output it is JSON, instead of the tables.
void add_record_output(CommandLine& line, Options& options);

// --format, -o (what is printed), -q: a command without a device.
void add_page_options(CommandLine& line, Options& options);

// The stop rule, --cold, --no-verify, --no-timing, --strict.
void add_measure_options(CommandLine& line, study::MeasureOptions& options);

// Progress and failures on standard error, interrupts from the keyboard; `progress` must outlive
// it.
study::Watch watch_of(Progress& progress);

// Beside text, csv, md and json, for a result: the JSON of Google Benchmark.
inline constexpr const char* google_benchmark_format = "google-benchmark";

// Refuses (input error) what is neither that nor a format of tables.
void require_result_format(const std::string& format);

// Prints the tables in the chosen format, into --output if one was given.
void print(const Options& options, std::span<const Table> tables);

// On standard error, with the file where one was asked for.
void report_interrupt(const Options& options, std::size_t finished, std::size_t points);

// What a measuring command shows: the record as JSON, else the tables; empty where a file was asked
// for quietly.
std::string shown_text(const Options& options, const Result& result, std::span<const Table> tables);
void show(const Options& options, const Result& result, std::span<const Table> tables);

}  // namespace plumb::cli
