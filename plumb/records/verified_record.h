// plumb/records/verified_record.h - what became of one record of an artifact when it was measured
// again.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace plumb {

enum class Reproduction {
  same,
  different,
  ambiguous,
  elsewhere,  // its device is not here
  failed,     // the command did not give a result
  not_rerun,  // its command measures no times that can be compared, or was not asked for
};

std::string_view name_of(Reproduction reproduction);

struct VerifiedRecord {
  std::string file;
  std::string command;
  Reproduction reproduction = Reproduction::not_rerun;
  std::string detail;  // "4 same, 1 ambiguous", or why
};

struct VerifiedArtifact {
  std::string folder;
  std::size_t files = 0;             // whose checksums are right
  std::vector<std::string> changed;  // "records/a.json: changed", "... missing", "... not listed"
  std::vector<VerifiedRecord> records;
  bool interrupted = false;
};

}  // namespace plumb
