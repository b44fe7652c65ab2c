// plumb/model/plumbline/pattern_term.cpp - probed classes of references against a stream.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/model/plumbline/pattern_term.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string_view>

#include <fmt/format.h>

#include "plumb/model/model.h"
#include "plumb/model/plumbline/caches.h"
#include "plumb/model/plumbline/traffic.h"

namespace plumb {
namespace {

constexpr std::array<std::string_view, 6> class_names{"random",    "scatter",   "stride.k2",
                                                      "stride.k4", "stride.k8", "stride.k16"};
constexpr std::array<std::string_view, 2> level_names{"cache", "memory"};

// What a class may differ from the access that it stands for: another stride between two that were
// probed, another order of random places.
constexpr double nearest = 0.3;
// The same where the quick probe left the class out and another one stands in.
constexpr double stand_in = 0.6;

constexpr double line_bytes = 64;  // of a processor

// Bytes of a processor's lines that come along and are not asked for, where so many references of a
// point lie within a row of the array.
double unused_bytes(double references, double bytes, double row) {
  const double lines = row < line_bytes ? std::min(1.0, references) * row / line_bytes
                                        : std::min(references, row / line_bytes);
  return std::max(0.0, lines * line_bytes - references * bytes);
}

constexpr double few_words = 1024;  // that the probe `patterns` has atomic operations on
// Where they were not probed: a word takes about so many operations a second on devices of today,
// and some take ten times as long or short.
constexpr double unknown_turns = 1e9;
constexpr double most_off = 9;

std::optional<double> rate(const Profile& profile, std::string_view pattern, int width,
                           std::string_view level) {
  const Finding* found =
      finding_named(profile, fmt::format("patterns.{}.{}B.{}", pattern, width, level));
  if (found == nullptr || !(found->value.value > 0)) return std::nullopt;
  return found->value.value;
}

// A stream of the probe `elements` at the size that the class was probed with: what twice as much
// takes longer.
std::optional<double> rate_of_copy(const Profile& profile, int width, std::string_view level) {
  const Curve* curve = curve_named(profile, "elements.r1w1.4B");
  const Finding* side = finding_named(profile, fmt::format("patterns.side.{}", level));
  if (curve == nullptr || side == nullptr || !(side->value.value >= 1)) return std::nullopt;
  const TimeCurve time(*curve);
  if (time.empty()) return std::nullopt;
  const double bytes = 2 * width * side->value.value * side->value.value;
  const double seconds = time.at(2 * bytes) - time.at(bytes);
  return seconds > 0 ? std::optional(bytes / seconds) : std::nullopt;
}

// What references one after another would take. A processor has its vectors for them, not for those
// of the probe, whose places are computed: there a stream is faster.
std::optional<double> rate_of_stream(const Profile& profile, int width, std::string_view level) {
  const std::optional<double> self = rate(profile, "self", width, level);
  const std::optional<double> copy = rate_of_copy(profile, width, level);
  return !self || !copy ? self : std::max(*self, *copy);
}

}  // namespace

PatternTerm::PatternTerm(const Profile& profile)
    : gathers_(profile),
      most_words_(few_words),
      cached_(largest_cache(profile)),
      units_(static_cast<double>(profile.provenance.device.compute_units)),
      is_cpu_(profile.provenance.device.kind == "cpu"),
      profile_(&profile) {
  if (const Finding* own = finding_named(profile, "capacity.level1")) own_ = own->value.value;
  if (const Curve* curve = curve_named(profile, "atomic.random"); curve != nullptr) {
    atomic_ = TimeCurve(*curve);
    if (!atomic_.empty()) most_words_ = curve->points.back().x;
  }
  fill(extra_,
       [&](int width, std::string_view level) { return rate(profile, "self", width, level); });
  if (!is_cpu_) return;
  fill(beyond_vectors_,
       [&](int width, std::string_view level) { return rate_of_stream(profile, width, level); });
}

template <class RateOfStream>
void PatternTerm::fill(Extras& extra, const RateOfStream& rate_of) const {
  for (std::size_t level = 0; level < level_names.size(); ++level) {
    for (std::size_t c = 0; c < classes; ++c) {
      for (std::size_t w = 0; w < 3; ++w) {
        const int width = 4 << w;
        const std::optional<double> stream = rate_of(width, level_names.at(level));
        const auto probed = rate(*profile_, class_names.at(c), width, level_names.at(level));
        double& one = extra.at(level).at(c).at(w);
        one = -1;
        if (!stream || !probed) continue;
        // A cell is read and one written; random and scatter read an index besides.
        const double own = c < 2 ? 4 : 0;
        one = std::max(0.0, (2 * width + own) / *probed - (2 * width + own) / *stream);
      }
    }
  }
}

// Between the probed numbers of counters, straight in their logarithms.
std::optional<double> PatternTerm::rate_on(double words) const {
  const Finding* one = finding_named(*profile_, "patterns.atomic.1");
  const Finding* most = finding_named(*profile_, "patterns.atomic.1024");
  if (one == nullptr || most == nullptr || !(one->value.value > 0) || !(most->value.value > 0))
    return std::nullopt;
  const double between = std::log(std::max(1.0, words)) / std::log(few_words);
  return std::pow(one->value.value, 1 - between) * std::pow(most->value.value, between);
}

// Operations on few words take turns, whoever makes them.
Estimate PatternTerm::on_few_words(const Access& access, double points, double words) const {
  const double operations = executed_references(access) * points;
  if (!atomic_.empty()) {
    const Estimate one = atomic_.estimate(words);
    return operations * Estimate{one.seconds, root_of_squares(one.spread, nearest * one.seconds)};
  }
  if (const std::optional<double> rate = rate_on(words))
    return {operations / *rate, nearest * operations / *rate};
  const double seconds = operations / unknown_turns;
  return {seconds, most_off * seconds};
}

// Units that have nothing to do refer to nothing.
double PatternTerm::missing_own_cache(const Access& access, double points, double share) const {
  constexpr double sector = 32;
  const double touched = distinct_bytes(access, points);
  if (own_ <= 0 || units_ <= 0 || touched <= 0) return 1;
  const double drawn =
      executed_references(access) * points / (units_ * share) * sector / touched;  // R / F
  if (!(drawn > 0)) return 1;
  return std::max(1 - own_ / touched, -std::expm1(-drawn) / drawn);
}

Estimate PatternTerm::estimate(const Access& access, double points, double share,
                               bool vectors) const {
  Class wanted = Class::random;
  switch (access.pattern) {
    case Pattern::random:
      break;
    case Pattern::atomic:
      if (const double words =
              distinct_bytes(access, points) / static_cast<double>(access.bytes.count);
          words <= most_words_)
        return on_few_words(access, points, words);
      [[fallthrough]];  // words that hardly anybody shares are written like any others
    case Pattern::scatter:
      wanted = Class::scatter;
      break;
    case Pattern::strided: {
      const double elements = static_cast<double>(access.row_bytes.count) /
                              static_cast<double>(std::max<std::uint64_t>(1, access.bytes.count));
      if (elements < 2) return {};
      wanted = elements < 3    ? Class::stride2
               : elements < 6  ? Class::stride4
               : elements < 12 ? Class::stride8
                               : Class::stride16;
      break;
    }
    default:
      return {};
  }
  if (wanted == Class::random && gathers_.knows(access.bytes.count)) {
    const double footprint = distinct_bytes(access, points);
    // Memory is shared by all units, the way to a cache is each one's own.
    const double busy = footprint <= cached_ ? share : 1;
    const double seconds = gathers_.estimate(access.bytes.count, footprint) *
                           executed_references(access) * points / busy;
    constexpr std::uint64_t widest_probed = 8;
    return {seconds, (access.bytes.count > widest_probed ? stand_in : nearest) * seconds};
  }
  const std::size_t level = distinct_bytes(access, points) <= cached_ ? 0 : 1;
  const auto width = static_cast<std::size_t>(access.bytes.count <= 4   ? 0
                                              : access.bytes.count <= 8 ? 1
                                                                        : 2);
  const auto [extra, error] =
      found(vectors && is_cpu_ ? beyond_vectors_ : extra_, level, wanted, width);
  if (extra < 0)
    refuse_missing(*profile_,
                   fmt::format("patterns.{}.{}B.{} (plumb probe --full --only patterns)",
                               class_names.at(static_cast<std::size_t>(wanted)), 4 << width,
                               level_names.at(level)),
                   "plumbline");
  // Memory is shared by all units, the way to a cache is each one's own.
  const double busy = level == 0 ? share : 1;
  const double missing = wanted == Class::random ? missing_own_cache(access, points, share) : 1;
  const double seconds = missing * extra * strides_of(access, wanted, width) * points / busy;
  return {seconds, error * seconds};
}

// References of a point as the probe made them, one in each row: those that share lines with others
// cost a processor only what they leave unused.
double PatternTerm::strides_of(const Access& access, Class probed, std::size_t width) const {
  const double references = executed_references(access);
  if (!is_cpu_ || probed < Class::stride2) return references;
  const auto steps = static_cast<int>(probed) - static_cast<int>(Class::stride2) + 1;
  const double element = std::ldexp(4.0, static_cast<int>(width));
  return unused_bytes(references, static_cast<double>(access.bytes.count),
                      static_cast<double>(access.row_bytes.count)) /
         unused_bytes(1, element, std::ldexp(element, steps));
}

// A longer stride costs at least what a shorter one does, a wider element no less per reference. On
// a processor fewer lines cost less, of 64 bytes each.
PatternTerm::Extra PatternTerm::found(const Extras& extras, std::size_t level, Class wanted,
                                      std::size_t width) const {
  const auto& classes_there = extras.at(level);
  const auto own = static_cast<std::size_t>(wanted);
  if (const double extra = classes_there.at(own).at(width); extra >= 0) return {extra, nearest};
  const bool strided = wanted >= Class::stride2;
  const auto last = strided ? static_cast<std::size_t>(Class::stride16) : own;
  const auto lines = [&](std::size_t c, std::size_t w) {
    const auto two = static_cast<int>(c - static_cast<std::size_t>(Class::stride2)) + 1;
    return std::min(1.0, std::ldexp(4.0, two + static_cast<int>(w)) / line_bytes);
  };
  for (std::size_t w = width + 1; w-- > 0;) {
    for (std::size_t c = own; c <= last; ++c) {
      const double extra = classes_there.at(c).at(w);
      if (extra < 0) continue;
      const double dearer = is_cpu_ && strided ? lines(own, width) / lines(c, w)
                                               : static_cast<double>(1U << (width - w));
      return {extra * dearer, stand_in};
    }
  }
  return {-1, 0};
}

}  // namespace plumb
