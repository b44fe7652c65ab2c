// plumb/model/plumbline/group_term.cpp - groups over the rate at which they begin.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/model/plumbline/group_term.h"

#include <cmath>

#include "plumb/model/plumbline/unit_share.h"

namespace plumb {

GroupTerm::GroupTerm(const Profile& profile) {
  if (profile.provenance.device.kind == "cpu") return;
  if (const Curve* curve = curve_named(profile, "launch.group")) one_ = TimeCurve(*curve);
}

Estimate GroupTerm::estimate(const Launch& launch) const {
  const auto group = static_cast<double>(group_of(launch));
  if (one_.empty() || group <= 0) return {};
  return std::ceil(static_cast<double>(items_of(launch)) / group) * one_.estimate(group);
}

}  // namespace plumb
