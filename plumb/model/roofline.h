// plumb/model/roofline.h - the time that peak bandwidth and peak arithmetic alone would need.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "plumb/model/model.h"

namespace plumb {

// T = sum over launches of max(bytes / peak bandwidth, flops / peak flops): no launches, no
// transfers, no latency. A lower bound, unless caches serve references.
class Roofline : public Model {
 public:
  explicit Roofline(const Profile& profile) : profile_(&profile) {}
  [[nodiscard]] std::string_view name() const override { return "roofline"; }
  [[nodiscard]] LaunchCost launch(const Launch& launch, bool recorded) const override;
  [[nodiscard]] std::optional<Cost> transfer(Direction direction, Bytes amount) const override;

 private:
  [[nodiscard]] Cost cost_of(const Pass& pass) const;

  const Profile* profile_;
};

}  // namespace plumb
