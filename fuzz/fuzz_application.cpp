// fuzz/fuzz_application.cpp - any text as an application file.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "plumb/base/error.h"
#include "plumb/base/json.h"
#include "plumb/model/application.h"
#include "plumb/model/write_application.h"

namespace {

constexpr std::size_t most_steps = 2000;  // a longer walk tells nothing new

std::string no_file(const std::string& path) {
  if (path.size() % 2 == 1) return "__kernel void k() {}";
  throw plumb::Error(plumb::ErrorKind::input, "no such file");
}

// A program of few steps, or an Error.
plumb::Program resolved(std::string_view text) {
  const plumb::Application application = plumb::read_application(text, "fuzz.toml", no_file);
  std::size_t steps = 0;
  application.each_step([&](std::size_t, const std::string&, const plumb::Step&) {
    if (++steps > most_steps) throw plumb::Error(plumb::ErrorKind::input, "too long");
  });
  return application.program();
}

}  // namespace

// Only plumb::Error may be thrown; what was accepted can be written as a program of numbers, is
// accepted again, and is then written alike.
// NOLINTNEXTLINE(readability-identifier-naming): libFuzzer gives the name.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  plumb::Json first;
  try {
    const plumb::Program program =
        resolved(std::string_view(reinterpret_cast<const char*>(bytes), size));
    first = plumb::to_json(program);
    (void)plumb::application_text(program);
  } catch (const plumb::Error&) {
    return 0;
  }
  const plumb::Json parsed = plumb::parse_json(plumb::to_text(first), "again.json");
  const plumb::Program again = plumb::program_from_json(plumb::JsonView(parsed, "again.json"));
  if (plumb::to_json(again) != parsed) {
    std::fputs("read again, the program differs\n", stderr);
    std::abort();
  }
  return 0;
}
