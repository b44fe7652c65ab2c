// cli/frame/command_line.cpp - options by CLI11.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "cli/frame/command_line.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <iterator>
#include <string_view>
#include <utility>

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

// "90", "500ms", "5m", "1h30m": numbers with units, added.
Seconds time_from(const std::string& names, const std::string& text) {
  constexpr std::pair<std::string_view, double> units[] = {
      {"ms", 1e-3}, {"s", 1}, {"m", 60}, {"h", 3600}, {"", 1}};
  const auto refuse = [&](const std::string& why) {
    throw CLI::ValidationError(names.substr(names.find("--")), why);
  };
  if (text.starts_with('-')) refuse(fmt::format("'{}' is less than zero", text));
  double seconds = 0;
  std::string_view rest = text;
  do {
    double number = 0;
    const auto [end, code] = std::from_chars(rest.data(), rest.data() + rest.size(), number);
    rest.remove_prefix(static_cast<std::size_t>(end - rest.data()));
    const std::string_view unit = rest.substr(0, rest.find_first_of("0123456789."));
    const auto* known = std::ranges::find(units, unit, &std::pair<std::string_view, double>::first);
    const bool second_without_unit = unit.empty() && seconds > 0;
    if (code == std::errc::result_out_of_range) require_finite(names, HUGE_VAL);
    if (code != std::errc{} || !(number >= 0) || known == std::end(units) || second_without_unit)
      refuse(fmt::format("'{}' is not a time; write 90s, 5m or 1h30m, with the units ms, s, m, h",
                         text));
    seconds += number * known->second;
    rest.remove_prefix(unit.size());
  } while (!rest.empty());
  require_finite(names, seconds);
  return Seconds{seconds};
}

}  // namespace

CommandLine::CommandLine(const std::string& command)
    : command_(command), app_(std::make_unique<CLI::App>("", command)) {
  app_->set_help_flag();  // the command's page is the help, see main.cpp
}

CommandLine::~CommandLine() = default;

void CommandLine::text(const char* names, std::string& value, const char* environment) {
  app_->add_option(names, value)->check(not_empty);
  // CLI11's own way would count it as typed.
  const char* set = environment == nullptr ? nullptr : std::getenv(environment);
  if (set != nullptr) value = set;
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
  app_->add_option_function<std::string>(
      names, [&value, names](const std::string& text) { value = time_from(names, text); });
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

bool CommandLine::is_typed(const char* name) const { return app_->get_option(name)->count() > 0; }

}  // namespace plumb::cli
