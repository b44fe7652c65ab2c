// plumb/device/traits.cpp - traits from what the driver reports.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/device/traits.h"

#include <charconv>

#include "plumb/device/open.h"

namespace plumb::device {

unsigned architecture_number(const Info& info) {
  constexpr std::string_view prefix = "sm_";
  std::string_view text = info.architecture;
  if (!text.starts_with(prefix)) return 0;
  text.remove_prefix(prefix.size());
  unsigned number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

bool loads_ptx(const Info& info) { return info.backend == "cuda"; }

namespace {

constexpr unsigned hopper = 90;
constexpr unsigned blackwell = 100;

// 8 is what every GPU with clusters takes; those of data centres take 16 where a kernel allows it.
std::uint64_t largest_cluster_of(const Info& info) {
  const unsigned number = architecture_number(info);
  if (!loads_ptx(info) || number < hopper) return 0;
  return number == hopper || number == blackwell ? 16 : 8;
}

}  // namespace

DeviceTraits traits_of(const Info& info) {
  return {.kind = device_kind_from_name(name_of(info.kind)),
          .compute_units = info.compute_units,
          .local_memory = info.local_memory,
          .largest_group = info.largest_group,
          .bulk_copies = loads_ptx(info) && architecture_number(info) >= hopper,
          .largest_cluster = largest_cluster_of(info),
          .doubles = info.doubles,
          .images = info.images};
}

DeviceDescription describe(const Info& info) {
  const DeviceTraits traits = traits_of(info);
  return {.backend = info.backend,
          .platform = info.platform,
          .name = info.name,
          .vendor = info.vendor,
          .driver = info.driver,
          .kind = name_of(info.kind),
          .compute_units = info.compute_units,
          .memory = info.memory,
          .clock = info.clock,
          .abilities = DeviceAbilities{.local_memory = traits.local_memory,
                                       .largest_group = traits.largest_group,
                                       .largest_cluster = traits.largest_cluster,
                                       .bulk_copies = traits.bulk_copies,
                                       .doubles = traits.doubles,
                                       .images = traits.images,
                                       .unit_local_memory = info.unit_local_memory,
                                       .unit_registers = info.unit_registers}};
}

}  // namespace plumb::device
