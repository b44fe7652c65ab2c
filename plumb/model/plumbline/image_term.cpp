// plumb/model/plumbline/image_term.cpp - probed reads of images by what an access says of its own.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/model/plumbline/image_term.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "plumb/model/model.h"
#include "plumb/model/plumbline/traffic.h"

namespace plumb {
namespace {

struct PixelName {
  std::string_view name;
  unsigned bytes;
};
constexpr std::array<PixelName, 4> pixel_names{
    {{"u8x1", 1}, {"u8x4", 4}, {"f32x1", 4}, {"f32x4", 16}}};

// What another pixel, or an image of other axes, may differ by.
constexpr double unlike_pixels = 0.3;
// A walk of the probe has the places that rays and filters have, not those of every kernel.
constexpr double unlike_walks = 0.15;

using Findings = std::vector<const Finding*>;

// Few of a profile's parameters, which are looked through for every name.
Findings findings_of_images(const Profile& profile) {
  Findings findings;
  for (const Finding& finding : profile.parameters)
    if (finding.name.starts_with("images.")) findings.push_back(&finding);
  return findings;
}

Estimate seconds_of_read(const Findings& findings, const std::string& name, bool is_rate) {
  const auto found = std::ranges::find(findings, name, &Finding::name);
  if (found == findings.end() || !((*found)->value.value > 0)) return {};
  const Quantity& value = (*found)->value;
  const double seconds = is_rate ? 1 / value.value : value.value;
  return {seconds, root_of_squares(relative_spread(value), unlike_walks) * seconds};
}

// Of a linear read, which mixes eight pixels or four; another width does not say how many.
bool may_have(unsigned axes, const Access& access) {
  constexpr std::uint64_t of_a_volume = 8;
  constexpr std::uint64_t of_a_picture = 4;
  const std::uint64_t pixels = access.width / std::max<std::uint64_t>(1, access.bytes.count);
  if (pixels == of_a_volume) return axes == 3;
  return pixels != of_a_picture || axes == 2;
}

}  // namespace

ImageTerm::ImageTerm(const Profile& profile)
    : units_(std::max(1.0, static_cast<double>(profile.provenance.device.compute_units))),
      is_cpu_(profile.provenance.device.kind == "cpu"),
      profile_(&profile) {
  if (const Finding* own = finding_named(profile, "capacity.level1")) own_ = own->value.value;
  const Findings findings = findings_of_images(profile);
  if (findings.empty()) return;
  for (const unsigned axes : {2U, 3U}) {
    for (const Sampler sampler : {Sampler::nearest, Sampler::linear}) {
      for (const PixelName& pixel : pixel_names) {
        const std::string name =
            fmt::format("images.{}d.{}.{}", axes, name_of(sampler), pixel.name);
        Probed one{.axes = axes,
                   .sampler = sampler,
                   .bytes = pixel.bytes,
                   .own = seconds_of_read(findings, name + ".own.rate", true),
                   .shared = seconds_of_read(findings, name + ".shared.rate", true),
                   .own_latency = seconds_of_read(findings, name + ".own.latency", false),
                   .shared_latency = seconds_of_read(findings, name + ".shared.latency", false)};
        if (one.own.seconds > 0) probed_.push_back(one);
      }
    }
  }
}

bool ImageTerm::knows(Sampler sampler) const {
  return sampler == Sampler::none ||
         std::ranges::find(probed_, sampler, &Probed::sampler) != probed_.end();
}

Estimate ImageTerm::slowest(const Access& access, Estimate Probed::* of) const {
  const bool linear = access.sampler == Sampler::linear;
  // As it is stated; then of other pixels, then of other axes.
  for (const bool same_axes : {true, false}) {
    for (const bool same_pixel : {true, false}) {
      Estimate most;
      for (const Probed& one : probed_) {
        if (one.sampler != access.sampler || !((one.*of).seconds > 0)) continue;
        if (linear && same_axes && !may_have(one.axes, access)) continue;
        if (same_pixel && one.bytes != access.bytes.count) continue;
        if ((one.*of).seconds > most.seconds) most = one.*of;
      }
      if (most.seconds <= 0) continue;
      const bool as_stated = same_axes && same_pixel;
      return {most.seconds,
              as_stated ? most.spread : root_of_squares(most.spread, unlike_pixels * most.seconds)};
    }
  }
  return {};
}

Estimate ImageTerm::known(const Access& access, Estimate Probed::* of,
                          std::string_view part) const {
  const Estimate found = slowest(access, of);
  if (found.seconds <= 0)
    refuse_missing(
        *profile_,
        fmt::format("images.*.{}.*.{} (plumb probe --only images)", name_of(access.sampler), part),
        "plumbline");
  return found;
}

double ImageTerm::missing(const Access& access, double points) const {
  const double touched = distinct_bytes(access, points);
  if (own_ <= 0 || touched <= own_) return 0;
  if (access.pattern == Pattern::random) return 1 - own_ / touched;
  const double asked =
      points * executed_references(access) * static_cast<double>(access.bytes.count);
  return asked > 0 ? std::min(1.0, touched / asked) : 0;
}

Estimate ImageTerm::estimate(const Pass& pass, double share) const {
  Estimate sum;
  const auto points = static_cast<double>(pass.points);
  for (const Access& access : pass.accesses) {
    const double reads = points * executed_references(access);
    if (!is_sampled(access) || reads <= 0) continue;
    const Estimate own = known(access, &Probed::own, "own.rate");
    const Estimate probed = slowest(access, &Probed::shared);
    const Estimate shared = probed.seconds > own.seconds ? probed : own;
    const Estimate one = between(own, shared, missing(access, points));
    double waiting = is_cpu_ ? points * access.dependent : 0;
    Estimate in_turn;
    if (waiting > 0) {
      in_turn = 1 / units_ * latency(access, points);
      if (in_turn.seconds < one.seconds) in_turn = one;
    }
    sum = sum + (reads - waiting) / share * one + waiting / share * in_turn;
  }
  return sum;
}

Estimate ImageTerm::latency(const Access& access, double points) const {
  const double touched = access.footprint.count > 0 ? static_cast<double>(access.footprint.count)
                                                    : distinct_bytes(access, points);
  const Estimate own = known(access, &Probed::own_latency, "own.latency");
  if (own_ <= 0 || touched <= own_) return own;
  const Estimate shared = slowest(access, &Probed::shared_latency);
  return shared.seconds > own.seconds ? shared : own;
}

}  // namespace plumb
