// plumb/model/plumbline/form_term.cpp - kernels of the probe that the model has not seen.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/model/plumbline/form_term.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "plumb/base/statistics.h"
#include "plumb/model/plumbline/estimate.h"

namespace plumb {
namespace {

// Streams that were not tried are still those of the elements that were.
constexpr double stream_not_tried = 0.1;
constexpr double other_not_tried = 0.3;
// A processor's compiler makes vectors of a kernel or does not: within a factor of two.
constexpr double other_of_processors = 1;
constexpr std::size_t fewest = 3;  // kernels, for the largest miss to mean something

struct Tried {
  std::string_view name;
  double references = 1;  // of a point, its own cell among them
  Pattern pattern = Pattern::self;
  double integers = 0;  // of a reference beyond the first
  double before = 0;    // integers of a point: where its loops begin and end
};

// As in the PTX of the probe's loops, which make four references a turn: 27 in a square, 41 in a
// row, whose centre is left out by a comparison and a choice; the machine code of the square for
// sm_90 has 27 as well. Passes of workloads are counted the same way.
constexpr double integers_of_square = 7;
constexpr double integers_of_row = 10;
constexpr double integers_of_array = 2;  // its place is a sum of 64 bits
constexpr double before_loops = 12;

Pass pass_of(const Tried& tried, double side, std::uint64_t width) {
  const bool is_stream = tried.pattern == Pattern::self;
  Pass pass{.name = std::string(tried.name),
            .points = static_cast<std::uint64_t>(side * side),
            .accesses = {}};
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

constexpr Tried streams[] = {{"multiple", 4, Pattern::self, integers_of_array}};

constexpr Tried row_of(std::string_view name, double k) {
  return {name, k, Pattern::neighbourhood, integers_of_row, before_loops};
}
constexpr Tried square_of(std::string_view name, double k) {
  return {name, 1 + k * k, Pattern::neighbourhood, integers_of_square, before_loops};
}
constexpr Tried others[] = {{"relative", 2, Pattern::relative, integers_of_square},
                            {"symmetric", 2, Pattern::relative, integers_of_square},
                            row_of("row.k2", 2),
                            row_of("row.k4", 4),
                            row_of("row.k8", 8),
                            row_of("row.k16", 16),
                            square_of("square.k2", 2),
                            square_of("square.k4", 4),
                            square_of("square.k8", 8),
                            square_of("square.k16", 16)};

// What the model asks for where it predicts them.
bool can_be_predicted(const Profile& profile) {
  const bool computes = finding_named(profile, "compute.add.f32.throughput") != nullptr &&
                        finding_named(profile, "compute.integer.throughput") != nullptr;
  return computes && (finding_named(profile, "bandwidth.private.read.level1") != nullptr ||
                      curve_named(profile, "bandwidth.private.read") != nullptr);
}

// One of the probe's rates, "patterns.row.k4.8B.cache".
struct Probed {
  std::string_view name;  // "row.k4"
  std::uint64_t width = 0;
  std::string_view level;
  double rate = 0;
};

std::optional<Probed> probed_of(const Finding& finding) {
  constexpr std::string_view first = "patterns.";
  std::string_view name = finding.name;
  if (!name.starts_with(first) || !(finding.value.value > 0)) return std::nullopt;
  name.remove_prefix(first.size());
  const std::size_t level = name.rfind('.');
  if (level == std::string_view::npos || level == 0) return std::nullopt;
  const std::size_t width = name.rfind('.', level - 1);
  if (width == std::string_view::npos) return std::nullopt;
  const std::string_view bytes = name.substr(width + 1, level - width - 1);
  return Probed{.name = name.substr(0, width),
                .width = bytes == "4B"    ? 4U
                         : bytes == "8B"  ? 8U
                         : bytes == "16B" ? 16U
                                          : 0U,
                .level = name.substr(level + 1),
                .rate = finding.value.value};
}

// By level; 0: not known.
struct Sides {
  double cache = 0;
  double memory = 0;
};

double side_of(const Profile& profile, std::string_view level) {
  const Finding* found = finding_named(profile, fmt::format("patterns.side.{}", level));
  constexpr double largest = 1 << 20U;
  const double side = found == nullptr ? 0 : found->value.value;
  return side >= 1 && side <= largest ? side : 0;
}

class Trials {
 public:
  Trials(const Profile& profile, const FormTerm::Predicted& predicted)
      : predicted_(&predicted), cpu_(profile.provenance.device.kind == "cpu") {
    if (!can_be_predicted(profile)) return;
    const Sides sides{side_of(profile, "cache"), side_of(profile, "memory")};
    for (const Finding& finding : profile.parameters) {
      const std::optional<Probed> probed = probed_of(finding);
      if (!probed || probed->width == 0) continue;
      const double side = probed->level == "cache" ? sides.cache : sides.memory;
      if (side <= 0) continue;
      compare(*probed, side, streams, of_streams_);
      compare(*probed, side, others, of_others_);
    }
  }

  [[nodiscard]] double of_streams() const { return largest(of_streams_, stream_not_tried); }
  [[nodiscard]] double of_others() const {
    return largest(of_others_, cpu_ ? other_of_processors : other_not_tried);
  }

 private:
  void compare(const Probed& probed, double side, std::span<const Tried> all,
               std::vector<double>& off) const {
    const auto tried = std::ranges::find(all, probed.name, &Tried::name);
    if (tried == all.end()) return;
    const double points = side * side;
    const double bytes = points * static_cast<double>(probed.width) * (tried->references + 1);
    const double model = (*predicted_)(pass_of(*tried, side, probed.width), cpu_ ? side : points);
    off.push_back(std::abs(model * probed.rate / bytes - 1));
  }

  // Kernels of users differ from these more than these from each other.
  static double largest(const std::vector<double>& off, double not_tried) {
    return off.size() < fewest ? not_tried : *std::ranges::max_element(off);
  }

  const FormTerm::Predicted* predicted_;
  bool cpu_;
  std::vector<double> of_streams_;
  std::vector<double> of_others_;
};

// Of devices that are shared with programs of others it is a third, of others next to nothing.
double drift_of(const Profile& profile) {
  std::vector<double> spreads;
  for (const Finding& finding : profile.parameters) {
    const std::string& unit = finding.value.unit;
    if (unit == "s" || unit.ends_with("/s")) spreads.push_back(relative_spread(finding.value));
  }
  return spreads.empty() ? 0 : quantile(spreads, 0.5);
}

}  // namespace

FormTerm::FormTerm(const Profile& profile, const Predicted& predicted) {
  Trials trials(profile, predicted);
  const double drift = drift_of(profile);
  of_streams_ = root_of_squares(trials.of_streams(), drift);
  of_others_ = root_of_squares(trials.of_others(), drift);
}

}  // namespace plumb
