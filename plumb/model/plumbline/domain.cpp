// plumb/model/plumbline/domain.cpp - the rules, one after the other.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/model/plumbline/domain.h"

#include <algorithm>
#include <variant>

#include <fmt/format.h>

#include "plumb/model/plumbline/group_room.h"
#include "plumb/model/plumbline/unit_share.h"

namespace plumb {
namespace {

constexpr std::uint64_t warp = 32;
// Fewer are latency alone, whoever idles beside them.
constexpr std::uint64_t many_items = 1024;

bool has_images(const Launch& launch) {
  return std::ranges::any_of(launch.arguments, [](const Argument& argument) {
    return std::holds_alternative<ImageArgument>(argument);
  });
}

std::optional<std::string> why_not_its_images(const Launch& launch, const Profile& profile,
                                              const ImageTerm& images) {
  const std::vector<Access>& accesses = launch.pass.accesses;
  if (has_images(launch) && std::ranges::none_of(accesses, is_sampled))
    return fmt::format("'{}' is given an image, and no access of its pass states a 'sampler'",
                       launch.pass.name);
  for (const Access& access : accesses) {
    if (images.knows(access.sampler)) continue;
    return fmt::format(
        "'{}' reads an image through a {} sampler, and '{}' has no rate of one; plumb probe --only "
        "images finds it",
        launch.pass.name, name_of(access.sampler), profile.name);
  }
  return std::nullopt;
}

// The driver would refuse such a launch.
std::optional<std::string> why_no_room(const Launch& launch, const Profile& profile) {
  const auto& abilities = profile.provenance.device.abilities;
  if (!abilities) return std::nullopt;
  const std::uint64_t group = group_of(launch);
  if (abilities->largest_group > 0 && group > abilities->largest_group)
    return fmt::format("a group of '{}' has {} work-items, '{}' takes at most {}", launch.pass.name,
                       group, profile.name, abilities->largest_group);
  const double local = local_memory_of(launch);
  const auto most_local = static_cast<double>(abilities->local_memory.count);
  if (most_local > 0 && local > most_local)
    return fmt::format("a group of '{}' takes {:.0f} B of local memory, '{}' has {:.0f} for one",
                       launch.pass.name, local, profile.name, most_local);
  const double registers = registers_of(launch);
  const auto most_registers = static_cast<double>(abilities->unit_registers);
  if (most_registers > 0 && registers > most_registers)
    return fmt::format("a group of '{}' takes {:.0f} registers, a unit of '{}' has {:.0f}",
                       launch.pass.name, registers, profile.name, most_registers);
  return std::nullopt;
}

}  // namespace

std::optional<std::string> outside_of_domain(const Launch& launch, const Profile& profile,
                                             const ImageTerm& images) {
  if (std::optional<std::string> why = why_not_its_images(launch, profile, images)) return why;
  if (std::optional<std::string> why = why_no_room(launch, profile)) return why;
  if (profile.provenance.device.kind != "gpu") return std::nullopt;
  const std::uint64_t group = group_of(launch);
  if (group == 0 || group >= warp || items_of(launch) < many_items) return std::nullopt;
  return fmt::format(
      "'{}' has groups of {} work-item{}: lanes that idle beside them no probe tells; groups of {} "
      "or more can be predicted",
      launch.pass.name, group, group == 1 ? "" : "s", warp);
}

}  // namespace plumb
