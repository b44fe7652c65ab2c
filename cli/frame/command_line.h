// cli/frame/command_line.h - the options of one command; the only face of CLI11, which is slow to
// compile.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "plumb/base/error.h"
#include "plumb/base/units.h"

namespace CLI {  // NOLINT(readability-identifier-naming): CLI11's own
class App;
}

namespace plumb::cli {

using Arguments = std::span<const std::string>;

// Thrown by CommandLine::parse where the one argument is `list_options`: what was declared.
struct OptionNames : Error {
  OptionNames() : Error(ErrorKind::input, "--list-options is for plumb completion alone") {}
  std::vector<std::string> names;  // "-o", "--output", ...; positional words are left out
};

// Each declaration binds an option to a variable, which keeps its value when the option is absent.
// Names are written as CLI11 does: "-o,--output"; a name without dashes is a positional word.
class CommandLine {
 public:
  static constexpr const char* list_options = "--list-options";

  explicit CommandLine(const std::string& command);
  ~CommandLine();
  CommandLine(const CommandLine&) = delete;
  CommandLine& operator=(const CommandLine&) = delete;

  // Where it is not typed, the variable `environment` of the system decides, if that is set.
  void text(const char* names, std::string& value, const char* environment = nullptr);
  void required_text(const char* names, std::string& value);
  // An option may be given several times; a positional name takes all the words.
  void texts(const char* names, std::vector<std::string>& values);
  // A file; "-" is standard output: it leaves the path empty and calls `prints`.
  void output(const char* names, std::string& path, std::function<void()> prints = [] {});
  void count(const char* names, std::uint64_t& value);
  // 500ms, 2s, 5m, 1h30m, not less than zero; plain numbers are seconds.
  void time(const char* names, Seconds& value);
  void percent(const char* names, double& value);  // 0.5 -> 0.005
  void flag(const char* names, bool& value);       // "--cold,!--warm"

  // A mistake is an input error in CLI11's words with the way to the command's page.
  void parse(Arguments arguments);
  // The same, returning the words that no option took instead of refusing them.
  std::vector<std::string> parse_known(Arguments arguments);

  // After parsing: whether the words had this option, "--device".
  [[nodiscard]] bool is_typed(const char* name) const;

 private:
  std::string command_;
  std::unique_ptr<CLI::App> app_;
};

}  // namespace plumb::cli
