// plumb/model/plumbline/domain.cpp - the rules, one after the other.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/model/plumbline/domain.h"

#include <algorithm>
#include <variant>

#include <fmt/format.h>

#include "plumb/model/plumbline/unit_share.h"

namespace plumb {
namespace {

constexpr std::uint64_t warp = 32;
// Fewer are latency alone, whoever idles beside them.
constexpr std::uint64_t many_items = 1024;

bool reads_images(const Launch& launch) {
  return std::ranges::any_of(launch.arguments, [](const Argument& argument) {
    return std::holds_alternative<ImageArgument>(argument);
  });
}

}  // namespace

std::optional<std::string> outside_of_domain(const Launch& launch, const Profile& profile) {
  if (reads_images(launch))
    return fmt::format("'{}' reads an image: what a sampler takes for it no probe tells",
                       launch.pass.name);
  if (profile.provenance.device.kind != "gpu") return std::nullopt;
  const std::uint64_t group = group_of(launch);
  if (group == 0 || group >= warp || items_of(launch) < many_items) return std::nullopt;
  return fmt::format(
      "'{}' has groups of {} work-item{}: lanes that idle beside them no probe tells; groups of {} "
      "or more can be predicted",
      launch.pass.name, group, group == 1 ? "" : "s", warp);
}

}  // namespace plumb
