// plumb/base/error.h - failures: what was being done, to what, the cause, and whose fault it is.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <exception>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace plumb {

// The kind decides the exit code of the program; the values are those codes.
enum class ErrorKind {
  check_failed = 1,   // a result is wrong, or an output could not be written
  input = 2,          // wrong usage, unknown workload, unreadable or invalid input file
  unavailable = 3,    // no such device, back end or ability
  unreliable = 4,     // too noisy, and --strict was given
  device = 5,         // the device or its compiler failed
  skipped = 77,       // nothing to do here
  interrupted = 130,  // stopped by the user; what was finished is kept
};

class Error : public std::runtime_error {
 public:
  // `detail` is a block of text for below the one-line message: a build log, the offending line.
  Error(ErrorKind kind, const std::string& message, std::string detail = {})
      : std::runtime_error(message), kind_(kind), detail_(std::move(detail)) {}
  [[nodiscard]] ErrorKind kind() const { return kind_; }
  [[nodiscard]] const std::string& detail() const { return detail_; }

 private:
  ErrorKind kind_;
  std::string detail_;
};

// Adds `doing` as the outer message to the exception being handled, keeping its kind.
[[noreturn]] void rethrow_during(std::string_view doing);

// Runs `step`; if it throws, adds what we were doing as the outer message.
//   during("building kernel 'copy' (copy.cl)", [&] { return build(source); });
template <class Step>
auto during(std::string_view doing, Step&& step) -> std::invoke_result_t<Step> {
  try {
    return std::forward<Step>(step)();
  } catch (...) {
    rethrow_during(doing);
  }
}

// "outer: inner: cause", on one line.
std::string explain(const std::exception& error);

// The detail blocks of the error and of those nested in it, each ending in a line break.
std::string details(const std::exception& error);

// The kind of the innermost Error; `device` for anything else that was thrown.
ErrorKind kind_of(const std::exception& error);

// "; did you mean 'stream'?" with the name among `known` nearest to `wrong`, or "" when none is
// near.
std::string did_you_mean(std::string_view wrong, std::span<const std::string> known);

}  // namespace plumb
