// plumb/base/units.cpp - quantities as short texts.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/base/units.h"

#include <array>
#include <cmath>
#include <span>

#include <fmt/format.h>

namespace plumb {
namespace {

struct Prefix {
  double scale;
  const char* name;
};

// The largest prefix that leaves at least one whole unit; the first one for anything smaller.
std::string scaled(double value, const char* unit, std::span<const Prefix> prefixes) {
  const Prefix* best = prefixes.data();
  for (const Prefix& prefix : prefixes) {
    if (std::fabs(value) >= prefix.scale) best = &prefix;
  }
  return fmt::format("{:.4g} {}{}", value / best->scale, best->name, unit);
}

constexpr std::array<Prefix, 5> binary{
    {{1.0, ""}, {0x1p10, "Ki"}, {0x1p20, "Mi"}, {0x1p30, "Gi"}, {0x1p40, "Ti"}}};
constexpr std::array<Prefix, 5> decimal{
    {{1.0, ""}, {1e3, "k"}, {1e6, "M"}, {1e9, "G"}, {1e12, "T"}}};
constexpr std::array<Prefix, 4> fraction_prefixes{
    {{1e-9, "n"}, {1e-6, "u"}, {1e-3, "m"}, {1.0, ""}}};

}  // namespace

std::string to_text(Bytes amount) { return scaled(static_cast<double>(amount.count), "B", binary); }
std::string to_text(Seconds time) { return scaled(time.count(), "s", fraction_prefixes); }
std::string to_text(BytesPerSecond rate) { return scaled(rate.value, "B/s", decimal); }
std::string to_text(FlopsPerSecond rate) { return scaled(rate.value, "FLOP/s", decimal); }
std::string to_text(Hertz frequency) { return scaled(frequency.value, "Hz", decimal); }

}  // namespace plumb
