// cli/options.cpp - shared options, output and provenance.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "cli/options.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>

#include <fmt/format.h>
#include <unistd.h>

#include "cli/build_info.h"
#include "cli/interrupt.h"
#include "plumb/base/error.h"
#include "plumb/base/json.h"

namespace plumb::cli {
namespace {

// One per process, set before any command runs.
std::string& typed() {
  static std::string line;
  return line;
}

std::string quoted(const std::string& word) {
  const std::string_view plain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./:=,+%@";
  if (!word.empty() && word.find_first_not_of(plain) == std::string::npos) return word;
  std::string text = "'";
  for (const char c : word) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return text + "'";
}

}  // namespace

void remember_command_line(const std::string& program, Words words) {
  typed() = program;
  for (const std::string& word : words) typed() += fmt::format(" {}", quoted(word));
}

const std::string& command_line() { return typed(); }

void add_options(CLI::App& app, Options& options) {
  app.set_help_flag();  // the page is the help, see main.cpp
  app.add_option("-d,--device", options.device)->envname("PLUMB_DEVICE");
  app.add_option("--format", options.format);
  app.add_option("-o,--output", options.output);
  app.add_flag("-q,--quiet", options.quiet);
  app.add_flag("-v,--verbose", options.verbose);
}

void add_measure_options(CLI::App& app, MeasureOptions& options) {
  const std::map<std::string, double> time_units{{"s", 1}, {"ms", 1e-3}, {"m", 60}, {"h", 3600}};
  const auto time = [&](const char* name, Seconds& target) {
    app.add_option_function<double>(name, [&target](double value) { target = Seconds{value}; })
        ->transform(CLI::AsNumberWithUnit(time_units, CLI::AsNumberWithUnit::CASE_SENSITIVE));
  };
  time("--min-time", options.stop.min_time);
  time("--timeout", options.stop.timeout);
  app.add_option("--min-samples", options.stop.min_samples);
  app.add_option("--max-samples", options.stop.max_samples);
  app.add_option("--warm-up", options.stop.warm_up);
  app.add_option_function<double>(
      "--max-noise", [&options](double percent) { options.stop.max_noise = percent / 100; });
  app.add_flag("--cold,!--warm", options.cold);
  app.add_flag("--no-verify,!--verify", options.no_verify);
  app.add_flag("--strict", options.strict);
}

RunOptions run_options(const MeasureOptions& options) {
  check(options.stop);
  RunOptions run;
  run.stop = options.stop;
  run.caches = options.cold ? CacheState::cold : CacheState::warm;
  run.verify = !options.no_verify;
  run.interrupted = interrupted;
  return run;
}

void parse(CLI::App& app, Words words) {
  std::vector<std::string> reversed(words.rbegin(),
                                    words.rend());  // CLI11 takes them from the back
  try {
    app.parse(reversed);
  } catch (const CLI::ParseError& error) {
    std::string why = error.what();
    std::ranges::replace(why, '\n', ' ');
    throw Error(ErrorKind::input,
                fmt::format("{}; 'plumb {} --help' shows the options", why, app.get_name()));
  }
}

void require_writable(const std::string& path) {
  if (path.empty()) return;
  const std::filesystem::path parent = std::filesystem::path(path).parent_path();
  const std::string folder = parent.empty() ? "." : parent.string();
  const auto refuse = [&](const char* why) {
    throw Error(ErrorKind::check_failed,
                fmt::format("cannot write '{}': {}; nothing was run", path, why));
  };
  if (std::filesystem::is_directory(path)) refuse("it is a folder");
  if (::access(folder.c_str(), W_OK | X_OK) != 0) refuse(std::strerror(errno));
}

Provenance provenance(const DeviceDescription& device) {
  return {.version = version,
          .command = command_line(),
          .time = utc_time(),
          .host = describe_host(),
          .device = device};
}

void print(const Options& options, std::span<const Table> tables) {
  const Format format = format_from_name(options.format);
  const std::string text =
      tables.size() == 1 ? render(tables.front(), format) : render(tables, format);
  if (options.output.empty()) {
    fmt::print("{}", text);
  } else {
    write_whole(options.output, text);
  }
}

}  // namespace plumb::cli
