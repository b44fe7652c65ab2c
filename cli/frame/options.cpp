// cli/frame/options.cpp - shared options and output.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "cli/frame/options.h"

#include <algorithm>
#include <cstdio>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/frame/crash.h"
#include "cli/frame/interrupt.h"
#include "cli/frame/print_error.h"
#include "plumb/base/error.h"
#include "plumb/base/json.h"
#include "plumb/records/google_benchmark.h"

namespace plumb::cli {

void add_options(CommandLine& line, Options& options) {
  line.text("-d,--device", options.device, "PLUMB_DEVICE");
  line.text("--format", options.format);
  add_record_output(line, options);
  line.flag("-q,--quiet", options.quiet);
}

void add_record_output(CommandLine& line, Options& options) {
  line.output("-o,--output", options.output, [&options] {
    options.to_standard_output = true;
    options.format = "json";
  });
}

void add_page_options(CommandLine& line, Options& options) {
  line.text("--format", options.format);
  line.output("-o,--output", options.output);
  line.flag("-q,--quiet", options.quiet);
}

void add_measure_options(CommandLine& line, study::MeasureOptions& options) {
  line.time("--min-time", options.stop.min_time);
  line.time("--timeout", options.stop.timeout);
  line.count("--min-samples", options.stop.min_samples);
  line.count("--max-samples", options.stop.max_samples);
  line.count("--warm-up", options.stop.warm_up);
  line.percent("--max-noise", options.stop.max_noise);
  line.flag("--cold,!--warm", options.cold);
  line.flag("--no-verify,!--verify", options.no_verify);
  line.flag("--no-timing", options.no_timing);
  line.flag("--strict", options.strict);
}

study::Watch watch_of(Progress& progress) {
  return {.progress =
              [&progress](const std::string& line) {
                catch_crashes_again();  // a phase may have built kernels
                if (line.empty()) {
                  progress.clear();
                } else {
                  progress.show(line);
                }
              },
          .failed =
              [&progress](const std::exception& error) {
                progress.clear();
                print_error(error);
              },
          .interrupted = interrupted};
}

void require_result_format(const std::string& format) {
  if (format == google_benchmark_format) return;
  const std::vector<std::string> known{"text", "csv", "md", "json", google_benchmark_format};
  if (std::ranges::find(known, format) != known.end()) return;
  throw Error(ErrorKind::input, fmt::format("unknown format '{}'; known are {}{}", format,
                                            fmt::join(known, ", "), did_you_mean(format, known)));
}

namespace {

std::string rendered(const Options& options, std::span<const Table> tables) {
  const Format format = format_from_name(options.format);
  return tables.size() == 1 ? render(tables.front(), format) : render(tables, format);
}

}  // namespace

void print(const Options& options, std::span<const Table> tables) {
  const std::string text = rendered(options, tables);
  if (options.output.empty()) {
    fmt::print("{}", text);
  } else {
    write_whole(options.output, text);
  }
}

void report_interrupt(const Options& options, std::size_t finished, std::size_t points) {
  fmt::print(stderr, "interrupted; {} of {} points are finished{}\n", finished, points,
             finished == 0 || options.output.empty()
                 ? ""
                 : fmt::format(" and kept in '{}'", options.output));
}

std::string shown_text(const Options& options, const Result& result,
                       std::span<const Table> tables) {
  if (options.quiet && !options.output.empty()) return {};
  if (options.format == google_benchmark_format) return to_text(google_benchmark_json(result));
  if (format_from_name(options.format) == Format::json) return to_text(to_json(result));
  return rendered(options, tables);
}

void show(const Options& options, const Result& result, std::span<const Table> tables) {
  fmt::print("{}", shown_text(options, result, tables));
}

}  // namespace plumb::cli
