// plumb/run/read_back.cpp - reading scalars back, with what is expected of them.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/run/read_back.h"

#include <algorithm>

#include "plumb/records/fill.h"

namespace plumb {
namespace {

constexpr std::size_t scalars_at_once = 1U << 20U;  // scalars read at a time

std::vector<double> expected_of(const Program& program, const Reading& reading,
                                const Reference& reference) {
  const auto check = std::ranges::find(program.verification, reading.buffer, &Check::buffer);
  if (check == program.verification.end()) return {};
  std::vector<double> expected(reading.count);
  if (!check->expected.empty()) {
    std::copy_n(check->expected.begin() + static_cast<std::ptrdiff_t>(reading.element),
                reading.count, expected.begin());
    return expected;
  }
  if (!reference) return {};
  reference(reading.buffer, reading.element, expected);
  return expected;
}

}  // namespace

Reader reader_of(const LoadedProgram& loaded) {
  return [&loaded](std::string_view name, std::uint64_t first, std::span<double> out) {
    const Scalar scalar = buffer_named(loaded.program(), name).type.scalar;
    const std::uint64_t size = size_of(Type{scalar, 1}).count;
    std::vector<std::byte> bytes(std::min(scalars_at_once, out.size()) * size);
    for (std::size_t at = 0; at < out.size(); at += scalars_at_once) {
      const std::size_t n = std::min(scalars_at_once, out.size() - at);
      const std::span<std::byte> part = std::span(bytes).first(n * size);
      loaded.read(name, Bytes{(first + at) * size}, part);
      values_of(part, scalar, out.subspan(at, n));
    }
  };
}

std::vector<ReadingResult> readings_of(const LoadedProgram& loaded, const Reference& reference) {
  const Reader reader = reader_of(loaded);
  std::vector<ReadingResult> results;
  for (const Reading& reading : loaded.program().readings) {
    std::vector<double> values(reading.count);
    reader(reading.buffer, reading.element, values);
    results.push_back({.name = reading.name,
                       .unit = reading.unit,
                       .values = std::move(values),
                       .expected = expected_of(loaded.program(), reading, reference)});
  }
  return results;
}

}  // namespace plumb
