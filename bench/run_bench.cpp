// bench/run_bench.cpp - parsing, errors and output of the benchmarks.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "bench/run_bench.h"

#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "plumb/base/error.h"
#include "plumb/base/json.h"
#include "plumb/device/traits.h"
#include "plumb/study/origin.h"

namespace plumb::bench {

namespace {

// --help: not an error, but nothing else is to be done.
struct HelpAsked {
  std::string text;
};

}  // namespace

OptionLine::OptionLine(Options& options)
    : app_(std::make_unique<CLI::App>(
          fmt::format("The head of bench/{}.cpp explains these options.", this_bench.name),
          this_bench.name)) {
  text("-d,--device", options.device);
  text("--format", options.format);
  text("-o,--output", options.output);
  count("--rounds", options.rounds);
}
OptionLine::~OptionLine() = default;

void OptionLine::text(const char* names, std::string& value) { app_->add_option(names, value); }
void OptionLine::count(const char* names, std::uint64_t& value) { app_->add_option(names, value); }
void OptionLine::flag(const char* names, bool& value) { app_->add_flag(names, value); }

void OptionLine::parse(Arguments arguments) {
  std::vector<std::string> reversed(arguments.rbegin(), arguments.rend());
  try {
    app_->parse(reversed);  // takes them from the back
  } catch (const CLI::CallForHelp&) {
    throw HelpAsked{.text = app_->help()};
  } catch (const CLI::ParseError& error) {
    throw Error(ErrorKind::input, error.what());
  }
}

void show_and_keep(const Table& table, const DeviceDescription& device, const Options& options) {
  fmt::print("{}", render(table, format_from_name(options.format)));
  if (options.output.empty()) return;
  const Json record = {{"provenance", to_json(study::provenance(device))},
                       {"table", parse_json(render(table, Format::json), "table")}};
  write_whole(options.output, to_text(record));
}

void show_and_keep(const Table& table, const device::Device& device, const Options& options) {
  show_and_keep(table, describe(device.info()), options);
}

}  // namespace plumb::bench

// An error is printed once and gives the exit code of its kind.
int main(int argc, char** argv) {
  using namespace plumb;
  try {
    const std::vector<std::string> arguments(argv + 1, argv + argc);
    study::remember_command_line(bench::this_bench.name, arguments);
    return bench::this_bench.run(arguments);
  } catch (const bench::HelpAsked& asked) {
    fmt::print("{}", asked.text);
    return 0;
  } catch (const std::exception& error) {
    fmt::print(stderr, "error: {}\n{}", explain(error), details(error));
    return static_cast<int>(kind_of(error));
  }
}
