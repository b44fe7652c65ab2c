// plumb/device/source_text.cpp - the text that a compiler sees of a Source.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/device/source_text.h"

#include <filesystem>

#include <fmt/format.h>

namespace plumb::device {

std::string text_with_definitions(const Source& source) {
  std::string text;
  for (const auto& [macro, value] : source.definitions)
    text += fmt::format("#define {} {}\n", macro, value);
  return text + fmt::format("#line 1 \"{}\"\n", source.name) + source.text;
}

std::string without_comments(std::string_view text) {
  std::string kept;
  while (!text.empty()) {
    const bool line = text.starts_with("//");
    if (line || text.starts_with("/*")) {
      const std::size_t end = line ? text.find('\n') : text.find("*/", 2);
      text.remove_prefix(end == std::string_view::npos ? text.size() : end + (line ? 0 : 2));
      kept += ' ';
    } else {
      kept += text.front();
      text.remove_prefix(1);
    }
  }
  return kept;
}

std::vector<std::string> include_folders(const Source& source) {
  if (!includes_files(source.text)) return {};
  std::vector<std::string> folders{"."};
  std::string own = std::filesystem::path(source.name).parent_path().string();
  // Options of OpenCL are words between blanks, without a way to quote one.
  if (!own.empty() && own.find_first_of(" \t\n") == std::string::npos)
    folders.push_back(std::move(own));
  return folders;
}

std::string_view include_remedy(std::string_view text, std::string_view log) {
  const bool missing = log.find("file not found") != std::string_view::npos ||
                       log.find("cannot open source file") != std::string_view::npos;
  if (!missing || !includes_files(text)) return {};
  return "; included files are looked for from the folder in which plumb is started and from that "
         "of the source: start it there, or write the whole path";
}

bool includes_files(std::string_view text) {
  constexpr std::string_view blanks = " \t\r\n";
  for (std::size_t at = text.find('#'); at != std::string_view::npos; at = text.find('#', at + 1)) {
    const std::size_t word = text.find_first_not_of(blanks, at + 1);
    if (word != std::string_view::npos && text.substr(word).starts_with("include")) return true;
  }
  return false;
}

}  // namespace plumb::device
