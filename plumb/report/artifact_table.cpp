// plumb/report/artifact_table.cpp - a row per record.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/report/artifact_table.h"

#include <fmt/format.h>

namespace plumb {

Table artifact_table(const VerifiedArtifact& verified) {
  Table table{.title = verified.folder,
              .columns = {{"record"}, {"result"}, {"detail"}, {"command"}}};
  for (const VerifiedRecord& record : verified.records) {
    table.rows.push_back(
        {record.file, name_of(record.reproduction), record.detail, record.command});
  }
  table.notes.push_back(fmt::format("{} files have the checksums that are listed", verified.files));
  for (const std::string& change : verified.changed) table.notes.push_back(change);
  if (!verified.changed.empty()) table.notes.emplace_back("nothing was run");
  return table;
}

}  // namespace plumb
