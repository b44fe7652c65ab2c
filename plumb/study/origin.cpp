// plumb/study/origin.cpp - the command line of this process, and provenance made of it.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/study/origin.h"

#include <string_view>

#include <fmt/format.h>

#include "plumb/study/build_version.h"

namespace plumb::study {
namespace {

// One per process, set before any command runs.
std::string& typed() {
  static std::string line;
  return line;
}

}  // namespace

std::string quoted_for_shell(const std::string& word) {
  const std::string_view plain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./:=,+%@";
  if (!word.empty() && word.find_first_not_of(plain) == std::string::npos) return word;
  std::string text = "'";
  for (const char c : word) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return text + "'";
}

void remember_command_line(const std::string& program, std::span<const std::string> words) {
  typed() = program;
  for (const std::string& word : words) typed() += fmt::format(" {}", quoted_for_shell(word));
}

Provenance provenance(const DeviceDescription& device) {
  return {.version = version,
          .command = typed(),
          .time = utc_time(),
          .host = describe_host(),
          .device = device};
}

}  // namespace plumb::study
