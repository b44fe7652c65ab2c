// plumb/model/plumbline/form_term.cpp - kernels of the probe that the model has not seen.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/model/plumbline/form_term.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <fmt/format.h>

namespace plumb {
namespace {

// Streams that were not tried are still those of the elements that were.
constexpr double stream_not_tried = 0.1;
constexpr double other_not_tried = 0.3;
constexpr std::size_t fewest = 4;  // kernels, for a decile to mean something

struct Tried {
  std::string name;
  double references = 1;  // of a point, its own cell among them
  Pattern pattern = Pattern::self;
  double integers = 4;  // of a reference beyond the first: a sum, a mask, its place, the loop
  double before = 0;    // integers of a point: where its loops begin and end
};

// A row's kernel leaves its centre out: a comparison and a choice for every reference.
constexpr double integers_of_row = 6;
constexpr double before_loops = 12;

Pass pass_of(const Tried& tried, double side, std::uint64_t width) {
  const bool is_stream = tried.pattern == Pattern::self;
  Pass pass{.name = tried.name, .points = static_cast<std::uint64_t>(side * side), .accesses = {}};
  pass.accesses.push_back(
      {.references = tried.references,
       .bytes = Bytes{width},
       .width = width,
       .pattern = tried.pattern,
       .streams = is_stream ? static_cast<std::uint64_t>(tried.references) : 1});
  pass.accesses.push_back({.bytes = Bytes{width}, .width = width, .use = Use::write});
  pass.operations.add = (tried.references - 1) * static_cast<double>(width) / 4;
  pass.operations.integer = tried.before + (tried.references - 1) * tried.integers;
  return pass;
}

std::vector<Tried> streams() {
  return {{.name = "relative", .references = 2, .pattern = Pattern::relative},
          {.name = "multiple", .references = 4},
          {.name = "symmetric", .references = 2, .pattern = Pattern::relative}};
}

std::vector<Tried> neighbourhoods() {
  std::vector<Tried> all;
  for (const int k : {2, 4, 8, 16}) {
    all.push_back({.name = fmt::format("row.k{}", k),
                   .references = static_cast<double>(k),
                   .pattern = Pattern::neighbourhood,
                   .integers = integers_of_row,
                   .before = before_loops});
    all.push_back({.name = fmt::format("square.k{}", k),
                   .references = 1.0 + k * k,
                   .pattern = Pattern::neighbourhood,
                   .before = before_loops});
  }
  return all;
}

bool knows_their_arithmetic(const Profile& profile) {
  return finding_named(profile, "compute.add.f32.throughput") != nullptr &&
         finding_named(profile, "compute.integer.throughput") != nullptr;
}

double decile(const Profile& profile, const FormTerm::Predicted& predicted,
              const std::vector<Tried>& all, double not_tried) {
  if (!knows_their_arithmetic(profile)) return not_tried;
  const bool cpu = profile.provenance.device.kind == "cpu";
  std::vector<double> off;
  for (const char* level : {"cache", "memory"}) {
    const Finding* side = finding_named(profile, fmt::format("patterns.side.{}", level));
    if (side == nullptr) continue;
    const double points = side->value.value * side->value.value;
    for (const Tried& tried : all) {
      for (const std::uint64_t width : {4U, 8U, 16U}) {
        const Finding* rate =
            finding_named(profile, fmt::format("patterns.{}.{}B.{}", tried.name, width, level));
        if (rate == nullptr || !(rate->value.value > 0)) continue;
        const double bytes = points * static_cast<double>(width) * (tried.references + 1);
        const double probed = bytes / rate->value.value;
        const double model =
            predicted(pass_of(tried, side->value.value, width), cpu ? side->value.value : points);
        off.push_back(std::abs(model / probed - 1));
      }
    }
  }
  if (off.size() < fewest) return not_tried;
  const auto ninth = off.begin() + static_cast<std::ptrdiff_t>(off.size() * 9 / 10);
  std::ranges::nth_element(off, ninth);
  return *ninth;
}

}  // namespace

FormTerm::FormTerm(const Profile& profile, const Predicted& predicted)
    : of_streams_(decile(profile, predicted, streams(), stream_not_tried)),
      of_others_(decile(profile, predicted, neighbourhoods(), other_not_tried)) {}

}  // namespace plumb
