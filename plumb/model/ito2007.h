// plumb/model/ito2007.h - the model of paper 000 as printed: the baseline of every prediction.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "plumb/model/model.h"

namespace plumb {

// T = T1 + I T2 + T3 with six parameters of the device: a bandwidth and a latency for each of the
// paths main memory -> video memory -> processors, and back. Too high where caches serve
// references; too low where launches change state more than those that L2 was measured with.
class Ito2007 : public Model {
 public:
  Ito2007(const Profile& profile, const PathSet* paths) : profile_(&profile), paths_(paths) {}
  [[nodiscard]] std::string_view name() const override { return "ito2007"; }
  [[nodiscard]] bool needs_paths() const override { return true; }
  [[nodiscard]] LaunchCost launch(const Launch& launch, bool recorded) const override;
  [[nodiscard]] std::optional<Cost> transfer(Direction direction, Bytes amount) const override;

 private:
  [[nodiscard]] Path path(const std::optional<MeasuredPath>& measured, std::string_view name) const;

  const Profile* profile_;
  const PathSet* paths_;
};

}  // namespace plumb
