// fuzz/read_write_read.h - what every reader of records promises for any text whatever.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include <nlohmann/json.hpp>

#include "plumb/base/error.h"
#include "plumb/base/json.h"

namespace plumb {

// Only plumb::Error may be thrown, and only by the first reading: what was accepted can be written,
// is accepted again, and is then written alike.
template <class Read>
int read_write_read(const std::uint8_t* bytes, std::size_t size, const Read& read) {
  const std::string_view text(reinterpret_cast<const char*>(bytes), size);
  Json first;
  try {
    const Json parsed = parse_json(text, "fuzz.json");
    first = to_json(read(JsonView(parsed, "fuzz.json")));
  } catch (const Error&) {
    return 0;
  }
  const Json parsed = parse_json(to_text(first), "again.json");
  if (to_json(read(JsonView(parsed, "again.json"))) != first) {
    std::fputs("read again, the record differs\n", stderr);
    std::abort();
  }
  return 0;
}

}  // namespace plumb
