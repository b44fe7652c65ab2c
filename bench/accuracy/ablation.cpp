// bench/accuracy/ablation.cpp - profiles in which one term has nothing to say.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "bench/accuracy/ablation.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace plumb::bench {
namespace {

constexpr double endless = 1e30;  // bytes or operations per second
constexpr double hidden = 64;     // an exponent that is as good as a maximum
// Seconds that add nothing. Zero would mean that the probe found none, and the model takes another
// time in place of it or refuses the pass.
constexpr double next_to_nothing = 1e-30;

void set(Quantity& quantity, double value) {
  quantity = {.value = value, .unit = quantity.unit, .low = value, .high = value, .samples = {}};
}

template <typename Chosen>
Profile with(const Profile& profile, double value, Chosen chosen) {
  Profile changed = profile;
  for (Finding& finding : changed.parameters)
    if (chosen(std::string_view(finding.name))) set(finding.value, value);
  return changed;
}

// Every class costs what a stream does.
Profile without_patterns(const Profile& profile) {
  Profile changed = profile;
  for (Finding& finding : changed.parameters) {
    const std::string_view name = finding.name;
    constexpr std::string_view first = "patterns.";
    if (!name.starts_with(first)) continue;
    for (const std::string_view known : {"random.", "scatter.", "stride."}) {
      if (!name.substr(first.size()).starts_with(known)) continue;
      const std::size_t level = name.rfind('.');
      const std::size_t width = name.rfind('.', level - 1);
      const Finding* stream =
          finding_named(profile, "patterns.self" + std::string(name.substr(width)));
      if (stream != nullptr) finding.value = stream->value;
    }
  }
  return changed;
}

// Loads stand for barriers that no probe found: as if one had found them.
Profile without_barriers(const Profile& profile) {
  Profile changed = with(profile, next_to_nothing, [](std::string_view name) {
    return name.starts_with("barrier.") && name != "barrier.kernel.time";
  });
  for (const char* name : {"barrier.time", "barrier.cluster.time"}) {
    if (finding_named(profile, name) != nullptr) continue;
    Finding& added = changed.parameters.emplace_back();
    added.name = name;
    added.value.unit = "s";
    set(added.value, next_to_nothing);
  }
  return changed;
}

Profile without_curve(Profile profile, std::string_view name) {
  std::erase_if(profile.curves, [name](const Curve& curve) { return curve.name == name; });
  return profile;
}

// Every recorded launch follows the one before it as an empty one does.
Profile without_turns(const Profile& profile) {
  const Finding* empty = finding_named(profile, "launch.batch");
  const double least = empty == nullptr ? 0 : empty->value.value;
  Profile changed =
      with(profile, least, [](std::string_view name) { return name == "launch.batch.element"; });
  return without_curve(changed, "launch.batch.elements");
}

Profile without_curves(Profile profile, std::string_view begin) {
  std::erase_if(profile.curves,
                [begin](const Curve& curve) { return curve.name.starts_with(begin); });
  return profile;
}

// Every amount takes what the least does.
Profile with_flat_curves(Profile profile, std::string_view begin) {
  for (Curve& curve : profile.curves) {
    if (!curve.name.starts_with(begin) || curve.points.empty()) continue;
    double least = curve.points.front().y.value;
    for (const CurvePoint& point : curve.points) least = std::min(least, point.y.value);
    for (CurvePoint& point : curve.points) set(point.y, least);
  }
  return profile;
}

Profile without_units(const Profile& profile) {
  Profile changed = profile;
  changed.provenance.device.compute_units = 0;
  return changed;
}

}  // namespace

std::vector<LeftOut> without_each(const Profile& profile) {
  const auto exactly = [&](std::string_view wanted, double value) {
    return with(profile, value, [wanted](std::string_view name) { return name == wanted; });
  };
  const auto ending = [&](std::string_view begin, std::string_view end, double value) {
    return with(profile, value, [begin, end](std::string_view name) {
      return name.starts_with(begin) && name.ends_with(end);
    });
  };
  std::vector<LeftOut> all;
  all.push_back({"transfers", with_flat_curves(profile, "transfer.")});
  all.push_back({"bytes of a launch", with_flat_curves(profile, "elements.")});
  all.push_back({"patterns", without_patterns(profile)});
  all.push_back({"gathers", without_curve(profile, "latency.random")});
  all.push_back({"atomic operations by their words", without_curve(profile, "atomic.random")});
  all.push_back({"reuse", exactly("bandwidth.private.read.level1", endless)});
  all.push_back({"mix of levels", exactly("mix.exponent", hidden)});
  all.push_back({"overlap", ending("overlap.", "exponent", hidden)});
  all.back().profile = without_curves(std::move(all.back().profile), "overlap.");
  all.push_back({"arithmetic", ending("compute.", ".throughput", endless)});
  for (Finding& finding : all.back().profile.parameters)
    if (finding.name.starts_with("compute.") && finding.name.ends_with(".latency"))
      set(finding.value, 0);
  all.push_back({"barriers", without_barriers(profile)});
  all.push_back({"chains", ending("latency.", ".time", 0)});
  for (Finding& finding : all.back().profile.parameters)
    if (finding.name == "barrier.kernel.time") set(finding.value, next_to_nothing);
  all.push_back({"loops", exactly("threads.group256.flight1.per_item", endless)});
  if (profile.provenance.device.kind == "gpu")
    all.push_back({"units of few groups", without_units(profile)});
  all.push_back({"groups", without_curve(profile, "launch.group")});
  all.push_back({"turns of recorded launches", without_turns(profile)});
  all.push_back({"calls of the host", exactly("launch.same", 0)});
  all.push_back({"the final wait", exactly("launch.sync", 0)});
  return all;
}

}  // namespace plumb::bench
