// plumb/base/error.cpp - nesting and explaining errors.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/base/error.h"

#include <algorithm>
#include <numeric>
#include <vector>

namespace plumb {
namespace {

// Calls `visit` for `error` and then for each exception nested in it, outermost first.
template <class Visit>
void walk(const std::exception& error, const Visit& visit) {
  visit(error);
  try {
    std::rethrow_if_nested(error);
  } catch (const std::exception& inner) {
    walk(inner, visit);
  }
}

// Levenshtein's distance: how many letters to insert, delete or change.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = std::exchange(row[0], i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t change = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = std::exchange(row[j], std::min({row[j] + 1, row[j - 1] + 1, change}));
    }
  }
  return row.back();
}

}  // namespace

void rethrow_during(std::string_view doing) {
  try {
    throw;
  } catch (const std::exception& error) {
    std::throw_with_nested(Error(kind_of(error), std::string(doing)));
  }
}

std::string explain(const std::exception& error) {
  std::string text;
  walk(error, [&](const std::exception& e) {
    if (!text.empty()) text += ": ";
    text += e.what();
  });
  return text;
}

std::string details(const std::exception& error) {
  std::string text;
  walk(error, [&](const std::exception& e) {
    const auto* ours = dynamic_cast<const Error*>(&e);
    if (ours == nullptr || ours->detail().empty()) return;
    text += ours->detail();
    if (text.back() != '\n') text += '\n';
  });
  return text;
}

ErrorKind kind_of(const std::exception& error) {
  ErrorKind kind = ErrorKind::device;
  walk(error, [&](const std::exception& e) {
    if (const auto* ours = dynamic_cast<const Error*>(&e)) kind = ours->kind();
  });
  return kind;
}

std::string did_you_mean(std::string_view wrong, std::span<const std::string> known) {
  constexpr std::size_t longest = 100;  // the distance costs the product of the lengths
  if (wrong.size() > longest) return {};
  const std::string* best = nullptr;
  // At least one letter must agree: of very short names any would be near.
  std::size_t least = std::min(std::max<std::size_t>(2, wrong.size() / 3) + 1, wrong.size());
  for (const std::string& name : known) {
    if (name.size() > 2 * longest) continue;
    const std::size_t distance = edit_distance(wrong, name);
    if (distance >= least) continue;
    least = distance;
    best = &name;
  }
  return best == nullptr ? std::string{} : "; did you mean '" + *best + "'?";
}

}  // namespace plumb
