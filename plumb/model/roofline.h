// plumb/model/roofline.h - the time that peak bandwidth and peak arithmetic alone would need.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "plumb/model/model.h"

namespace plumb {

// T = sum over launches of max(bytes / peak bandwidth, flops / peak flops): no launches, no
// transfers, no latency. Without a data sheet the largest probed rates are the peaks. A lower
// bound, unless caches serve references.
class Roofline : public Model {
 public:
  explicit Roofline(const Profile& profile);
  [[nodiscard]] std::string_view name() const override { return "roofline"; }
  [[nodiscard]] LaunchCost launch(const Launch& launch, bool recorded) const override;
  [[nodiscard]] std::optional<Cost> transfer(Direction direction, Bytes amount) const override;

 private:
  [[nodiscard]] Cost cost_of(const Pass& pass) const;

  const Profile* profile_;
  double bandwidth_ = 0;  // of the data sheet, else probed; 0: not known
  double flops_ = 0;
};

}  // namespace plumb
