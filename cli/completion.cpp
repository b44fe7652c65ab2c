// cli/completion.cpp - plumb completion: scripts for shells, made of the option table.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "cli/completion.h"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "plumb/base/error.h"
#include "plumb/workloads/workload.h"

namespace plumb::cli {
namespace {

// What may follow the first words of a line: a pattern of the shell, and the candidates.
struct CompletionCase {
  std::string pattern;
  std::string candidates;
};

std::vector<std::string> split_at_bars(std::string_view text) {
  std::vector<std::string> parts;
  while (!text.empty()) {
    const std::string_view part = text.substr(0, text.find('|'));
    parts.emplace_back(part);
    text.remove_prefix(std::min(text.size(), part.size() + 1));
  }
  return parts;
}

// Every command declares its options before it does anything: asked for them, it stops there.
std::vector<std::string> options_of(const CompletedCommand& command, const std::string& part) {
  std::vector<std::string> words;
  if (!part.empty()) words.push_back(part);
  words.emplace_back(CommandLine::list_options);
  try {
    (void)command.run(words);
  } catch (const OptionNames& listed) {
    return listed.names;
  }
  throw Error(ErrorKind::input, fmt::format("'{} {}' declares no options", command.name, part));
}

std::string options_of_workload(const Workload& workload) {
  std::string text = "--variant --seed";
  for (const Parameter& parameter : workload.parameters)
    text += fmt::format(" --{}", parameter.name);
  return text;
}

std::string names_of_all_workloads() {
  std::string text;
  for (const Workload& workload : catalogue())
    text += fmt::format("{}{}", text.empty() ? "" : " ", workload.name);
  return text;
}

std::vector<CompletionCase> cases_of(const CompletedCommand& command) {
  std::vector<CompletionCase> cases;
  for (const std::string& part : split_at_bars(command.parts)) {
    cases.push_back({fmt::format("'{} {}'", command.name, part),
                     fmt::format("{}", fmt::join(options_of(command, part), " "))});
  }
  if (!cases.empty()) {
    cases.push_back({fmt::format("'{} '*", command.name),
                     fmt::format("{}", fmt::join(split_at_bars(command.parts), " "))});
    return cases;
  }
  const std::string options = fmt::format("{}", fmt::join(options_of(command, ""), " "));
  const auto own = std::ranges::find(catalogue(), command.name, &Workload::name);
  if (own != catalogue().end())  // a short name
    return {{fmt::format("'{} '*", command.name), options + " " + options_of_workload(*own)}};
  const bool takes_workload =
      command.name == "run" || command.name == "tune" || command.name == "predict";
  if (takes_workload) {
    for (const Workload& workload : catalogue()) {
      cases.push_back({fmt::format("'{} {}'", command.name, workload.name),
                       options + " " + options_of_workload(workload)});
    }
  }
  cases.push_back({fmt::format("'{} '*", command.name),
                   takes_workload ? names_of_all_workloads() + " " + options : options});
  return cases;
}

constexpr const char* formats = "text csv md json";

std::string bash_script(const std::string& names, const std::vector<CompletionCase>& cases) {
  std::string text = fmt::format(
      "# bash completion of plumb; written by 'plumb completion bash'\n"
      "_plumb() {{\n"
      "  local current=${{COMP_WORDS[COMP_CWORD]}} candidates=\n"
      "  if [ \"$COMP_CWORD\" -eq 1 ]; then\n"
      "    candidates='{}'\n"
      "  elif [ \"${{COMP_WORDS[COMP_CWORD-1]}}\" = --format ]; then\n"
      "    candidates='{}'\n"
      "  else\n"
      "    case \"${{COMP_WORDS[1]}} ${{COMP_WORDS[2]}}\" in\n",
      names, formats);
  for (const CompletionCase& one : cases)
    text += fmt::format("      {}) candidates='{}' ;;\n", one.pattern, one.candidates);
  return text +
         "    esac\n  fi\n"
         "  COMPREPLY=($(compgen -W \"$candidates\" -- \"$current\"))\n"
         "}\n"
         "complete -o default -F _plumb plumb  # files where nothing fits\n";
}

std::string zsh_script(const std::string& names, const std::vector<CompletionCase>& cases) {
  std::string text = fmt::format(
      "#compdef plumb\n"
      "# zsh completion of plumb; written by 'plumb completion zsh'\n"
      "_plumb() {{\n"
      "  local -a candidates\n"
      "  if (( CURRENT == 2 )); then\n"
      "    candidates=({})\n"
      "  elif [[ $words[CURRENT-1] == --format ]]; then\n"
      "    candidates=({})\n"
      "  else\n"
      "    case \"$words[2] $words[3]\" in\n",
      names, formats);
  for (const CompletionCase& one : cases)
    text += fmt::format("      {}) candidates=({}) ;;\n", one.pattern, one.candidates);
  return text +
         "    esac\n  fi\n"
         "  compadd -- $candidates\n"
         "  _files\n"
         "}\n"
         "if [[ $funcstack[1] == _plumb ]]; then _plumb \"$@\"; else compdef _plumb plumb; fi\n";
}

}  // namespace

std::string completion_script(std::string_view shell, std::span<const CompletedCommand> commands) {
  const std::vector<std::string> shells{"bash", "zsh"};
  if (std::ranges::find(shells, shell) == shells.end()) {
    throw Error(ErrorKind::input,
                fmt::format("unknown shell '{}'; known are {}{}", shell, fmt::join(shells, ", "),
                            did_you_mean(shell, shells)));
  }
  std::string names = "completion help";
  std::vector<CompletionCase> cases{{"'completion '*", "bash zsh"}};
  for (const CompletedCommand& command : commands) {
    names += fmt::format(" {}", command.name);
    std::ranges::move(cases_of(command), std::back_inserter(cases));
  }
  return shell == "bash" ? bash_script(names, cases) : zsh_script(names, cases);
}

int completion_command(Arguments arguments, std::span<const CompletedCommand> commands) {
  CommandLine line("completion");
  std::string shell;
  line.required_text("shell", shell);
  line.parse(arguments);
  fmt::print("{}", completion_script(shell, commands));
  return 0;
}

}  // namespace plumb::cli
