// plumb/records/verdict.cpp - a point's status and verification as one verdict.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/records/verdict.h"

#include <array>

#include "plumb/records/names.h"

namespace plumb {
namespace {

constexpr std::array<std::string_view, 5> words{"right", "WRONG", "not checked", "refused",
                                                "error"};

}  // namespace

Verdict verdict_of(const Point& point) {
  switch (point.status) {
    case Status::wrong:
      return Verdict::wrong;
    case Status::error:
      return Verdict::failed;
    case Status::skipped:
      return Verdict::refused;
    case Status::ok:
    case Status::unreliable:
      break;
  }
  return point.verification.checked ? Verdict::right : Verdict::not_checked;
}

bool is_noisy(const Point& point) { return point.status == Status::unreliable; }

bool has_times(const Point& point) { return !point.steps.empty() && point.status != Status::wrong; }

std::string name_of(Verdict verdict) { return name_in(words, verdict); }

std::string verdict_text(const Point& point) {
  return name_of(verdict_of(point)) + (is_noisy(point) ? ", noisy" : "");
}

}  // namespace plumb
