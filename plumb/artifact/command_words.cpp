// plumb/artifact/command_words.cpp - quotes, and the options that a second run has of its own.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/artifact/command_words.h"

#include <algorithm>

#include <fmt/format.h>

#include "plumb/base/error.h"

namespace plumb::artifact {

std::vector<std::string> words_of_command(std::string_view command) {
  std::vector<std::string> words;
  std::string word;
  bool in_word = false;
  bool quoted = false;
  for (std::size_t i = 0; i < command.size(); ++i) {
    const char c = command[i];
    if (c == '\'') {
      quoted = !quoted;
      in_word = true;
    } else if (!quoted && c == '\\' && i + 1 < command.size()) {
      word += command[++i];
      in_word = true;
    } else if (!quoted && c == ' ') {
      if (in_word) words.push_back(std::exchange(word, {}));
      in_word = false;
    } else {
      word += c;
      in_word = true;
    }
  }
  if (quoted)
    throw Error(ErrorKind::input, fmt::format("the command \"{}\" has an open quote", command));
  if (in_word) words.push_back(word);
  return words;
}

std::vector<std::string> words_to_rerun(const std::vector<std::string>& words,
                                        const std::string& output) {
  constexpr std::string_view measuring[] = {"run", "himeno", "livermore", "poisson"};
  if (words.size() < 2 || words.front() != "plumb") return {};
  if (std::ranges::find(measuring, words[1]) == std::end(measuring)) return {};
  std::vector<std::string> kept{words[1]};
  for (std::size_t i = 2; i < words.size(); ++i) {
    const std::string& word = words[i];
    const std::string name = word.substr(0, word.find('='));
    if (name == "-q" || name == "--quiet") continue;
    if (name == "-o" || name == "--output" || name == "--format") {
      if (name == word) ++i;  // its value is the next word
      continue;
    }
    kept.push_back(word);
  }
  kept.insert(kept.end(), {"-q", "-o", output});
  return kept;
}

}  // namespace plumb::artifact
