// plumb/artifact/create.h - records, profiles, environment and commands in one folder, with
// checksums, so that others can check and repeat a measurement.
//
//   create({.folder = "sc-artifact", .records = {"stream.json"}, .environment = text});
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace plumb::artifact {

// The file with the checksums, in the form of sha256sum.
inline constexpr const char* checksum_file = "CHECKSUMS";
inline constexpr const char* record_folder = "records";
inline constexpr const char* input_folder = "inputs";

struct ArtifactParts {
  std::string folder;                // must not exist
  std::vector<std::string> records;  // files
  std::vector<std::string> inputs;   // further files that the commands read; relative paths
  std::vector<std::pair<std::string, std::string>> profiles;  // name and text
  std::string environment;                                    // what is installed here, as a table
};

// Writes the folder whole or not at all. Refused: a folder that exists or cannot be written
// (check_failed), a file that is missing or not a record of plumb, two records of one name, an
// input outside the current folder (input error).
void create(const ArtifactParts& parts);

}  // namespace plumb::artifact
