// plumb/device/source_text.h - the text that a compiler sees of a Source.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "plumb/device/device.h"

namespace plumb::device {

// Definitions become lines of the source, so that any text can be a value; then #line makes the
// compiler speak of `name` and its own line numbers.
std::string text_with_definitions(const Source& source);

// The text of a source in C or PTX with a blank in the place of every comment.
std::string without_comments(std::string_view text);

// Whether the text has an #include: then what is compiled depends on files that the text does not
// show, and may not be kept from run to run.
bool includes_files(std::string_view text);

// Where a compiler looks for the files that a source includes: from the folder in which the program
// was started, then from that of the source. None where it includes no file.
std::vector<std::string> include_folders(const Source& source);

// What to try where a compiler's log says that an included file was not found; else empty.
std::string_view include_remedy(std::string_view text, std::string_view log);

}  // namespace plumb::device
