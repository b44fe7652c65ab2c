// cli/options.cpp - shared options, output and provenance.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "cli/options.h"

#include <cerrno>
#include <cstring>
#include <filesystem>

#include <fmt/format.h>
#include <nlohmann/json.hpp>
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

void add_options(CommandLine& line, Options& options) {
  line.text("-d,--device", options.device, "PLUMB_DEVICE");
  line.text("--format", options.format);
  line.text("-o,--output", options.output);
  line.flag("-q,--quiet", options.quiet);
}

void add_measure_options(CommandLine& line, MeasureOptions& options) {
  line.time("--min-time", options.stop.min_time);
  line.time("--timeout", options.stop.timeout);
  line.count("--min-samples", options.stop.min_samples);
  line.count("--max-samples", options.stop.max_samples);
  line.count("--warm-up", options.stop.warm_up);
  line.percent("--max-noise", options.stop.max_noise);
  line.flag("--cold,!--warm", options.cold);
  line.flag("--no-verify,!--verify", options.no_verify);
  line.flag("--strict", options.strict);
}

RunOptions run_options(const MeasureOptions& options) {
  check(options.stop);
  RunOptions run;
  run.stop = options.stop;
  run.caches = options.cold ? CacheState::cold : CacheState::warm;
  run.verify = !options.no_verify;
  run.interrupted = interrupted;
  // Asked before the first point: later the load is our own.
  if (const std::string note = load_note(); !note.empty()) run.notes.push_back(note);
  return run;
}

void require_writable(const std::string& path) {
  if (path.empty()) return;
  const std::filesystem::path parent = std::filesystem::path(path).parent_path();
  const std::string folder = parent.empty() ? "." : parent.string();
  const auto refuse = [&](const char* why) {
    throw Error(ErrorKind::check_failed,
                fmt::format("cannot write '{}': {}; nothing was run", path, why));
  };
  std::error_code code;
  if (std::filesystem::is_directory(path, code)) refuse("it is a folder");
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

void keep(const Options& options, const device::Device& device, std::span<const Table> tables) {
  if (options.output.empty()) return;
  Json record = {{"provenance", to_json(provenance(describe(device.info())))},
                 {"tables", Json::array()}};
  for (const Table& table : tables)
    record["tables"].push_back(parse_json(render(table, Format::json), "table"));
  write_whole(options.output, to_text(record));
}

void print_and_keep(const Options& options, const device::Device& device,
                    std::span<const Table> tables) {
  Options shown = options;
  shown.output.clear();
  print(shown, tables);
  keep(options, device, tables);
}

}  // namespace plumb::cli
