// fuzz/fuzz_application.cpp - any text as an application file.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "plumb/application/application.h"
#include "plumb/application/write_application.h"
#include "plumb/base/error.h"
#include "plumb/base/json.h"

namespace {

constexpr std::size_t most_steps = 2000;  // a longer walk tells nothing new
constexpr std::size_t largest_text = 1U << 18U;

std::string no_file(const std::string& path) {
  if (path.size() % 2 == 1) return "__kernel void k() {}";
  throw plumb::Error(plumb::ErrorKind::input, "no such file");
}

[[noreturn]] void complain(const char* what, const std::string& text) {
  std::fprintf(stderr, "%s:\n%s\n", what, text.c_str());
  std::abort();
}

// A program of few steps, or an Error. Counted, its launches are as many.
plumb::Program resolved(std::string_view text) {
  const plumb::Application application = plumb::read_application(text, "fuzz.toml", no_file);
  std::size_t steps = 0;
  std::uint64_t launches = 0;
  application.each_step([&](std::size_t, const std::string&, const plumb::Step& step) {
    if (++steps > most_steps) throw plumb::Error(plumb::ErrorKind::input, "too long");
    launches += plumb::demand_of(step).launches;
  });
  std::uint64_t counted = 0;
  application.each_counted_step(
      [&](const std::string&, const plumb::Step& step, std::uint64_t times) {
        counted += times * plumb::demand_of(step).launches;
      });
  if (counted != launches) complain("counted otherwise than walked", std::string(text));
  return application.program();
}

std::optional<std::string> file_of(const plumb::Program& program) {
  try {
    return plumb::application_text(program);
  } catch (const plumb::Error&) {
    return std::nullopt;  // what files cannot say
  }
}

// As an application file the program has the same buffers, checks and demand; from then on the file
// does not change any more.
void require_round_trip(const plumb::Program& program) {
  const std::optional<std::string> text = file_of(program);
  if (!text || text->size() > largest_text) return;
  const plumb::Program again = plumb::read_application(*text, "again.toml", no_file).program();
  const auto demand = [](const plumb::Program& whole) {
    return plumb::demand_of(plumb::Step{"all", plumb::Repeat{1, whole.steps}});
  };
  const plumb::Json was = plumb::to_json(program);
  const plumb::Json is = plumb::to_json(again);
  if (was["buffers"] != is["buffers"] || was["verification"] != is["verification"] ||
      demand(program).bytes != demand(again).bytes ||
      demand(program).launches != demand(again).launches) {
    complain("read again, this file means something else", *text);
  }
  const std::optional<std::string> second = file_of(again);
  if (!second) complain("read again, this file cannot be written", *text);
  const plumb::Program third = plumb::read_application(*second, "third.toml", no_file).program();
  if (file_of(third) != second) complain("written again, this file changes", *second);
}

}  // namespace

// Only plumb::Error may be thrown; what was accepted can be written as a program of numbers and as
// an application file, is accepted again, and is then written alike.
// NOLINTNEXTLINE(readability-identifier-naming): libFuzzer gives the name.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  plumb::Json first;
  plumb::Program accepted;
  try {
    const plumb::Program program =
        resolved(std::string_view(reinterpret_cast<const char*>(bytes), size));
    first = plumb::to_json(program);
    accepted = program;
  } catch (const plumb::Error&) {
    return 0;
  }
  require_round_trip(accepted);
  const plumb::Json parsed = plumb::parse_json(plumb::to_text(first), "again.json");
  const plumb::Program again = plumb::program_from_json(plumb::JsonView(parsed, "again.json"));
  if (plumb::to_json(again) != parsed) {
    std::fputs("read again, the program differs\n", stderr);
    std::abort();
  }
  return 0;
}
