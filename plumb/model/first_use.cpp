// plumb/model/first_use.cpp - the sources of a program by what the first use of one takes.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/model/first_use.h"

#include <algorithm>
#include <set>

namespace plumb {

std::optional<FirstUse> first_use(const Profile& profile, const Program& frame) {
  const Finding* first = finding_named(profile, "launch.first");
  const Finding* second = finding_named(profile, "launch.second");
  if (first == nullptr || second == nullptr) return std::nullopt;
  std::set<std::pair<std::string, std::vector<std::pair<std::string, std::string>>>> built;
  for (const Kernel& kernel : frame.kernels) built.emplace(kernel.source, kernel.definitions);
  const std::uint64_t sources = std::max<std::uint64_t>(1, built.size());
  const double one = std::max(0.0, first->value.value - second->value.value);
  return FirstUse{.time = Seconds{static_cast<double>(sources) * one}, .sources = sources};
}

}  // namespace plumb
