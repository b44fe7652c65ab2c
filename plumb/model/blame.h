// plumb/model/blame.h - which term made a part slower or faster than predicted.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "plumb/records/explanation.h"
#include "plumb/records/profile.h"
#include "plumb/records/result.h"

namespace plumb {

// All that the rules look at.
struct Evidence {
  const Point& point;
  const Profile* profile = nullptr;
  const DeviceDescription& ran_on;
  std::vector<const PartPrediction*> parts;  // that the model gave for the step
  Seconds measured{};
  Seconds predicted{};
  // The profile is of another device: its rates say nothing of this one.
  bool is_other_device = false;
  [[nodiscard]] bool slower() const { return measured > predicted; }
  // Of the parts together.
  [[nodiscard]] Cost cost() const;
  [[nodiscard]] double bytes() const;
  [[nodiscard]] double calls() const;
  // The parameter's value; 0 where it is not known.
  [[nodiscard]] double probed(std::string_view parameter) const;
};

struct Blame {
  Term term = Term::none;
  std::string seen = {};
  std::string to_try = {};
};

Blame blame_for_transfers(const Evidence& evidence);
Blame blame_for_host(const Evidence& evidence);
Blame blame_for_step(const Evidence& evidence);

}  // namespace plumb
