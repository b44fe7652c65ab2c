// cli/frame/command_line.cpp - options by CLI11.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "cli/frame/command_line.h"

#include <algorithm>
#include <cmath>
#include <map>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "plumb/base/error.h"

namespace plumb::cli {
namespace {

// What is wrong with it, as CLI11 wants it; empty: nothing.
std::string not_empty(const std::string& text) {
  return text.empty() ? "it is empty; leave the option out for its default" : "";
}

// 1e400 is read as infinity.
void require_finite(const std::string& names, double value) {
  if (!std::isfinite(value))
    throw CLI::ValidationError(names.substr(names.find("--")), "it is not a finite number");
}

}  // namespace

CommandLine::CommandLine(const std::string& command)
    : command_(command), app_(std::make_unique<CLI::App>("", command)) {
  app_->set_help_flag();  // the command's page is the help, see main.cpp
}

CommandLine::~CommandLine() = default;

void CommandLine::text(const char* names, std::string& value, const char* environment) {
  CLI::Option* option = app_->add_option(names, value)->check(not_empty);
  if (environment != nullptr) option->envname(environment);
}

void CommandLine::output(const char* names, std::string& path, std::function<void()> prints) {
  app_->add_option_function<std::string>(
          names,
          [&path, prints = std::move(prints)](const std::string& text) {
            path = text == "-" ? "" : text;
            if (text == "-") prints();
          })
      ->check(not_empty);
}

void CommandLine::required_text(const char* names, std::string& value) {
  app_->add_option(names, value)->required();
}

void CommandLine::texts(const char* names, std::vector<std::string>& values) {
  const bool positional = *names != '-';  // the rest of the words; an option takes one at a time
  app_->add_option(names, values)->allow_extra_args(positional);
}

// Read as unsigned, -1 would be the largest number there is.
void CommandLine::count(const char* names, std::uint64_t& value) {
  app_->add_option(names, value)->check([](const std::string& text) {
    return text.starts_with('-') ? fmt::format("'{}' is less than zero", text) : std::string();
  });
}

void CommandLine::time(const char* names, Seconds& value) {
  const std::map<std::string, double> units{{"ms", 1e-3}, {"s", 1}, {"m", 60}, {"h", 3600}};
  const auto not_negative = [](const std::string& text) {
    return text.starts_with('-') ? fmt::format("'{}' is less than zero", text) : std::string();
  };
  app_->add_option_function<double>(names,
                                    [&value, names](double seconds) {
                                      require_finite(names, seconds);
                                      value = Seconds{seconds};
                                    })
      ->check(not_negative)
      ->transform(CLI::AsNumberWithUnit(units, CLI::AsNumberWithUnit::CASE_SENSITIVE));
}

void CommandLine::percent(const char* names, double& value) {
  app_->add_option_function<double>(names, [&value, names](double percent) {
    require_finite(names, percent);
    value = percent / 100;
  });
}

void CommandLine::flag(const char* names, bool& value) { app_->add_flag(names, value); }

void CommandLine::parse(Arguments arguments) {
  if (arguments.size() == 1 && arguments.front() == list_options) {
    OptionNames declared;
    for (const CLI::Option* option : app_->get_options()) {
      for (const std::string& name : option->get_snames()) declared.names.push_back("-" + name);
      for (const std::string& name : option->get_lnames()) declared.names.push_back("--" + name);
    }
    throw declared;
  }
  std::vector<std::string> reversed(arguments.rbegin(),
                                    arguments.rend());  // CLI11 takes them from the back
  try {
    app_->parse(reversed);
  } catch (const CLI::ParseError& error) {
    std::string why = error.what();
    std::ranges::replace(why, '\n', ' ');
    throw Error(ErrorKind::input,
                fmt::format("{}; 'plumb {} --help' shows the options", why, command_));
  }
}

std::vector<std::string> CommandLine::parse_known(Arguments arguments) {
  app_->allow_extras();
  parse(arguments);
  return app_->remaining();
}

}  // namespace plumb::cli
