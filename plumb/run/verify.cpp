// plumb/run/verify.cpp - reading back and comparing, piece by piece.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/run/verify.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include <fmt/format.h>

#include "plumb/base/error.h"
#include "plumb/records/fill.h"

namespace plumb {
namespace {

constexpr std::uint64_t piece = 1U << 20U;  // scalars compared at a time

// What one core of the host computes may take a millisecond per scalar: whoever interrupts waits
// for few of them.
constexpr std::size_t computed_at_once = 1U << 13U;

void expected_values(const Check& wanted, const Reference& reference, std::uint64_t first,
                     std::span<double> out, const std::function<bool()>& interrupted) {
  if (!wanted.expected.empty()) {
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = wanted.expected.at(first + i);
    return;
  }
  for (std::size_t done = 0; done < out.size(); done += computed_at_once) {
    if (interrupted()) throw Error(ErrorKind::interrupted, "interrupted");
    const std::size_t n = std::min(computed_at_once, out.size() - done);
    reference(wanted.buffer, first + done, out.subspan(done, n));
  }
}

// Not a number agrees with not a number only; an infinity with itself.
double error_of(double found, double expected, const Check& wanted) {
  if (found == expected || (std::isnan(found) && std::isnan(expected))) return 0;
  const double allowed = wanted.absolute + wanted.relative * std::fabs(expected);
  const double error = std::fabs(found - expected) / allowed;
  return std::isfinite(error) ? error : HUGE_VAL;
}

// Of whole numbers every digit.
std::string printed(double value) {
  constexpr double exact = 0x1p53;
  const bool whole = std::fabs(value) <= exact && value == std::trunc(value);
  return whole ? fmt::format("{:.0f}", value) : fmt::format("{:.9g}", value);
}

void compare(const Check& wanted, std::uint64_t first, std::span<const double> found,
             std::span<const double> expected, Verification& verification) {
  for (std::size_t i = 0; i < found.size(); ++i) {
    const double error = error_of(found[i], expected[i], wanted);
    verification.worst_error = std::max(verification.worst_error, error);
    if (error <= 1 || !verification.complaint.empty()) continue;
    verification.complaint = fmt::format("{}[{}] is {}, the reference says {}", wanted.buffer,
                                         first + i, printed(found[i]), printed(expected[i]));
  }
  verification.elements += found.size();
}

void verify(const LoadedProgram& loaded, const Check& wanted, const Reference& reference,
            const std::function<bool()>& interrupted, Verification& verification) {
  const Buffer& buffer = buffer_named(loaded.program(), wanted.buffer);
  const std::uint64_t scalars = buffer.count * buffer.type.width;
  const std::uint64_t scalar_bytes = size_of(Type{buffer.type.scalar, 1}).count;
  if (wanted.expected.empty() && !reference) {
    throw Error(
        ErrorKind::input,
        fmt::format("nothing says what '{}' must hold; give expected values", wanted.buffer));
  }
  std::vector<std::byte> bytes(std::min(piece, scalars) * scalar_bytes);
  std::vector<double> found(std::min(piece, scalars));
  std::vector<double> expected(found.size());
  for (std::uint64_t first = 0; first < scalars; first += piece) {
    const std::uint64_t n = std::min(piece, scalars - first);
    const std::span<std::byte> part = std::span(bytes).first(n * scalar_bytes);
    loaded.read(wanted.buffer, Bytes{first * scalar_bytes}, part);
    values_of(part, buffer.type.scalar, std::span(found).first(n));
    expected_values(wanted, reference, first, std::span(expected).first(n), interrupted);
    compare(wanted, first, std::span(found).first(n), std::span(expected).first(n), verification);
  }
}

}  // namespace

Verification verify(const LoadedProgram& loaded, const Reference& reference,
                    const std::function<bool()>& interrupted) {
  Verification verification;
  for (const Check& wanted : loaded.program().verification) {
    during(fmt::format("verifying buffer '{}'", wanted.buffer),
           [&] { verify(loaded, wanted, reference, interrupted, verification); });
    verification.checked = true;
  }
  // JSON has no infinity: a wrong element with a tolerance of zero counts as a very large error.
  verification.worst_error = std::min(verification.worst_error, 1e300);
  return verification;
}

}  // namespace plumb
