// plumb/device/source_text.cpp - the text that a compiler sees of a Source.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/device/source_text.h"

#include <fmt/format.h>

namespace plumb::device {

std::string text_with_definitions(const Source& source) {
  std::string text;
  for (const auto& [macro, value] : source.definitions)
    text += fmt::format("#define {} {}\n", macro, value);
  return text + fmt::format("#line 1 \"{}\"\n", source.name) + source.text;
}

}  // namespace plumb::device
