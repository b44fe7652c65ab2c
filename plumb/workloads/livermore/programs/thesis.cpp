// plumb/workloads/livermore/programs/thesis.cpp - what the passes of the thesis share.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/workloads/livermore/programs/thesis.h"

#include <fmt/format.h>

#include "plumb/base/error.h"

namespace plumb::livermore {
namespace {

// More launches than this measure nothing but patience.
constexpr std::uint64_t most_launches = 1ULL << 17U;

constexpr std::uint64_t fan = 8;

std::vector<Argument> arguments_of(const Folds& folds, const std::string& from,
                                   const std::string& to, bool first, bool last) {
  if (!folds.places) return Parts::arguments(fmt::format("{} {}", from, last ? folds.result : to));
  const std::string before = first ? "odd" : from;  // the array itself has no places yet
  const std::string places = last ? folds.result : to + "_place";
  return Parts::arguments(fmt::format("{} {}_place {} {}", from, before, to, places),
                          {Parts::number(first ? 1 : 0)});
}

}  // namespace

void refuse_many(const Parts& parts, std::uint64_t launches) {
  if (launches <= most_launches) return;
  throw Error(ErrorKind::input,
              fmt::format("the thesis's kernel {} takes {} launches at this span, at most {} are "
                          "tried; take a shorter span or another variant",
                          parts.kernel(), launches, most_launches));
}

void add_rows_to_fold(Parts& parts, const Folds& folds) {
  for (const char* name : {"even", "odd"}) {
    parts.scratch(name, parts.scalar(), folds.length);
    if (folds.places) parts.scratch(std::string(name) + "_place", Scalar::i32, folds.length);
  }
}

void add_folds(Parts& parts, const Folds& folds) {
  std::string from = folds.from;
  std::uint64_t length = folds.length;
  for (bool first = true; first || length > 1; first = false) {
    const std::uint64_t shorter = (length + fan - 1) / fan;
    const std::string to = from == "even" ? "odd" : "even";
    std::vector<Argument> arguments = arguments_of(folds, from, to, first, shorter == 1);
    arguments.insert(arguments.end(), {Parts::count(length), Parts::count(shorter)});
    parts.add({.step = "fold",
               .source = "thesis",
               .entry = folds.entry,
               .items = {shorter, 1, 1},
               .group = 1,
               .arguments = std::move(arguments),
               .demands = {length, 1.125, 1, Pattern::reduction}});
    from = to;
    length = shorter;
  }
}

}  // namespace plumb::livermore
