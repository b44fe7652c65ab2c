// cli/rival.cpp - reading --against.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "cli/rival.h"

#include <cctype>
#include <cmath>
#include <cstdlib>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "cli/frame/interrupt.h"
#include "plumb/base/error.h"
#include "plumb/study/profiles.h"

namespace plumb::cli {
namespace {

// "2s", "450ms"; else the name of a profile, which may begin with digits too.
std::optional<Seconds> time_in(const std::string& text) {
  constexpr std::pair<std::string_view, double> units[] = {
      {"us", 1e-6}, {"ms", 1e-3}, {"s", 1}, {"m", 60}};
  char* end = nullptr;
  const double number = std::strtod(text.c_str(), &end);
  const std::string_view unit = end;
  if (end == text.c_str()) return std::nullopt;
  if (unit.empty())
    throw Error(ErrorKind::input,
                fmt::format("--against {}: a time needs its unit: us, ms, s or m", text));
  for (const auto& [name, seconds] : units) {
    if (unit != name) continue;
    if (!(number > 0 && std::isfinite(number)))
      throw Error(ErrorKind::input,
                  fmt::format("--against {}: a time must be finite and larger than zero", text));
    return Seconds{number * seconds};
  }
  return std::nullopt;
}

// What begins with a digit may have been meant as a time.
Profile profile_or_time(const std::string& text) {
  try {
    return study::find_profile(text);
  } catch (const Error& error) {
    if (kind_of(error) != ErrorKind::input ||
        std::isdigit(static_cast<unsigned char>(text[0])) == 0)
      throw;
    throw Error(ErrorKind::input,
                fmt::format("--against {}: neither a time, whose units are us, ms, s and m (of 60 "
                            "s), nor a profile: {}",
                            text, explain(error)));
  }
}

}  // namespace

Rival rival_in(const std::string& against, const std::string& application) {
  Rival rival;
  rival.time = time_in(against);
  if (rival.time) return rival;
  rival.profile = profile_or_time(against);
  rival.program.emplace(application, traits_of(rival.profile->provenance.device), interrupted);
  return rival;
}

}  // namespace plumb::cli
