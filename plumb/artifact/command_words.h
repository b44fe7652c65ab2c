// plumb/artifact/command_words.h - the command of a record, taken apart again.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace plumb::artifact {

// The words of a command line as records keep it: quoted with '...' where a shell needs it. Refuses
// (input error) a quote that does not end.
std::vector<std::string> words_of_command(std::string_view command);

// The words after "plumb" that measure the same once more and write the result to `output`: without
// the user's own output, format and progress. Empty where the command is not one whose times can be
// compared.
std::vector<std::string> words_to_rerun(const std::vector<std::string>& words,
                                        const std::string& output);

}  // namespace plumb::artifact
