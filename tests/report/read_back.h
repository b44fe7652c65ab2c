// tests/report/read_back.h - a record as a later command would find it in its file.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <nlohmann/json.hpp>

#include "plumb/base/json.h"

namespace plumb {

// `read` turns the JSON of the written text into a record.
template <class Record, class Read>
Record read_back(const Record& record, const Read& read) {
  const std::string text = to_text(to_json(record));
  const Json json = parse_json(text, "record.json");
  return read(JsonView(json, "record.json"));
}

}  // namespace plumb
