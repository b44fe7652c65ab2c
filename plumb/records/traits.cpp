// plumb/records/traits.cpp - kinds of devices by name; traits from a record.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/records/traits.h"

#include <array>

namespace plumb {
namespace {

constexpr std::array<std::string_view, 3> kind_names{"any", "gpu", "cpu"};

}  // namespace

DeviceKind device_kind_from_name(std::string_view name) {
  if (name == "gpu") return DeviceKind::gpu;
  return name == "cpu" ? DeviceKind::cpu : DeviceKind::any;
}

std::string_view name_of(DeviceKind kind) { return kind_names.at(static_cast<std::size_t>(kind)); }

DeviceTraits traits_of(const DeviceDescription& device) {
  DeviceTraits traits;
  traits.kind = device_kind_from_name(device.kind);
  traits.compute_units = device.compute_units;
  if (!device.abilities) return traits;
  traits.local_memory = device.abilities->local_memory;
  traits.largest_group = device.abilities->largest_group;
  traits.bulk_copies = device.abilities->bulk_copies;
  traits.largest_cluster = device.abilities->largest_cluster;
  traits.doubles = device.abilities->doubles;
  traits.images = device.abilities->images;
  return traits;
}

}  // namespace plumb
