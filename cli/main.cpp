// cli/main.cpp - finds the command, runs it, and turns errors into one line and an exit code.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <cctype>
#include <cstdio>
#include <exception>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include <fmt/format.h>

#include "cli/build_info.h"
#include "cli/completion.h"
#include "cli/frame/commands.h"
#include "cli/frame/crash.h"
#include "cli/frame/interrupt.h"
#include "cli/frame/print_error.h"
#include "plumb/base/error.h"
#include "plumb/cli/embedded.h"
#include "plumb/device/open.h"
#include "plumb/study/origin.h"

namespace plumb::cli {
namespace {

struct Command {
  std::string_view name;
  int (*run)(Arguments);
  std::string_view (*page)();   // docs/commands/<name>.md: manual and --help in one
  std::string_view parts = {};  // "create|verify"; for completion
};

int completion_of_all(Arguments arguments);

constexpr std::array<Command, 19> commands{{
    {"artifact", artifact_command, embedded::cli_artifact_md, "create|verify"},
    {"compare", compare_command, embedded::cli_compare_md},
    {"completion", completion_of_all, embedded::cli_completion_md},
    {"devices", devices_command, embedded::cli_devices_md},
    {"doctor", doctor_command, embedded::cli_doctor_md},
    {"explain", explain_command, embedded::cli_explain_md},
    {"export", export_command, embedded::cli_export_md},
    {"list", list_command, embedded::cli_list_md},
    {"himeno", himeno_command, embedded::cli_himeno_md},
    {"livermore", livermore_command, embedded::cli_livermore_md},
    {"poisson", poisson_command, embedded::cli_poisson_md},
    {"predict", predict_command, embedded::cli_predict_md},
    {"probe", probe_command, embedded::cli_probe_md},
    {"report", report_command, embedded::cli_report_md},
    {"run", run_command, embedded::cli_run_md},
    {"shader", shader_command, embedded::cli_shader_md, "slots|move|check|paper"},
    {"survey", survey_command, embedded::cli_survey_md},
    {"trace", trace_command, embedded::cli_trace_md, "instrument|certify|run|export"},
    {"tune", tune_command, embedded::cli_tune_md},
}};

int completion_of_all(Arguments arguments) {
  std::vector<CompletedCommand> completed;
  for (const Command& command : commands) {
    if (command.run != completion_of_all)
      completed.push_back({command.name, command.run, command.parts});
  }
  return completion_command(arguments, completed);
}

bool asks_for(Arguments arguments, std::string_view brief, std::string_view full) {
  for (const std::string& word : arguments) {
    if (word == "--") return false;
    if (word == brief || word == full) return true;
  }
  return false;
}

int show_version(bool verbose) {
  fmt::print("plumb {}\n", version);
  if (!verbose) return 0;
  fmt::print("compiler   {}, {}\nlibraries  {}\n", compiler, build_type, libraries);
  const device::Found found = device::find_devices();
  for (const device::Info& info : found.devices) {
    fmt::print("device     {}:{} ({}, driver {})\n", info.backend, info.name, info.platform,
               info.driver);
  }
  for (const device::MissingBackend& missing : found.missing) {
    fmt::print("missing    {}: {}; {}\n", missing.backend, missing.missing, missing.remedy);
  }
  return 0;
}

const Command& command_named(std::string_view name) {
  std::vector<std::string> names;
  for (const Command& command : commands) {
    if (command.name == name) return command;
    names.emplace_back(command.name);
  }
  throw Error(ErrorKind::input, fmt::format("unknown command '{}'; known are {}{}", name,
                                            fmt::join(names, ", "), did_you_mean(name, names)));
}

// plumb --help, plumb help, plumb help COMMAND; of a part of a command (trace run) the page that
// shows it.
int show_help(Arguments rest) {
  std::vector<std::string> words(rest.begin(), rest.end());
  std::erase_if(words, [](const std::string& word) {
    return word == "help" || word == "--help" || word == "-h";
  });
  const std::string_view page =
      words.empty() ? embedded::cli_plumb_md() : command_named(words.front()).page();
  if (words.size() > 1) {
    const std::string asked = fmt::format("plumb {}", fmt::join(words, " "));
    const std::size_t found = page.find(asked);
    const bool whole_word =
        found != std::string_view::npos && found + asked.size() < page.size() &&
        std::isalnum(static_cast<unsigned char>(page[found + asked.size()])) == 0;
    if (!whole_word)
      throw Error(ErrorKind::input, fmt::format("no help page describes '{}'; try plumb help {}",
                                                asked, words.front()));
  }
  fmt::print("{}", page);
  return 0;
}

int dispatch(Arguments arguments) {
  if (arguments.empty()) {
    throw Error(ErrorKind::input, "no command given; 'plumb --help' lists them");
  }
  const std::string& name = arguments.front();
  const Arguments rest = arguments.subspan(1);
  if (name == "--version") return show_version(asks_for(rest, "-v", "--verbose"));
  if (name == "--help" || name == "-h" || name == "help") return show_help(rest);
  const Command& command = command_named(name);
  if (!asks_for(rest, "-h", "--help")) return command.run(rest);
  fmt::print("{}", command.page());
  return 0;
}

}  // namespace
}  // namespace plumb::cli

namespace {

[[noreturn]] void refuse_output() {
  throw plumb::Error(plumb::ErrorKind::check_failed, "the output could not be written");
}

// A long output meets a full disk while it is printed, a short one at the end.
int dispatch_and_flush(const std::vector<std::string>& arguments) {
  int code = 0;
  try {
    code = plumb::cli::dispatch(arguments);
  } catch (const std::system_error&) {
    if (std::ferror(stdout) != 0) refuse_output();
    throw;
  }
  if (std::fflush(stdout) != 0) refuse_output();
  return code;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    const std::vector<std::string> arguments(argv + 1, argv + argc);
    plumb::cli::catch_interrupts();
    plumb::cli::catch_size_limit();
    plumb::cli::catch_crashes(arguments);
    plumb::study::remember_command_line("plumb", arguments);
    return dispatch_and_flush(arguments);
  } catch (const std::exception& error) {
    std::fflush(stdout);
    plumb::cli::print_error(error);
    return static_cast<int>(plumb::kind_of(error));
  }
}
