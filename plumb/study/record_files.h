// plumb/study/record_files.h - the records that the words of a command name.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <vector>

namespace plumb::study {

// FILE stays, FOLDER becomes its .json files in the order of their names. Refuses (input error) a
// folder without any.
std::vector<std::string> record_files(std::span<const std::string> words);

}  // namespace plumb::study
