// plumb/device/traits.cpp - traits from what the driver reports.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/device/traits.h"

#include <charconv>

#include "plumb/device/open.h"

namespace plumb::device {
namespace {

// "sm_90" -> 90
unsigned number_of(std::string_view architecture) {
  unsigned number = 0;
  if (architecture.starts_with("sm_"))
    std::from_chars(architecture.data() + 3, architecture.data() + architecture.size(), number);
  return number;
}

}  // namespace

DeviceTraits traits_of(const Info& info) {
  constexpr unsigned hopper = 90;
  return {.kind = device_kind_from_name(name_of(info.kind)),
          .compute_units = info.compute_units,
          .local_memory = info.local_memory,
          .bulk_copies = info.backend == "cuda" && number_of(info.architecture) >= hopper,
          .doubles = info.doubles};
}

DeviceDescription describe(const Info& info) {
  return {.backend = info.backend,
          .platform = info.platform,
          .name = info.name,
          .vendor = info.vendor,
          .driver = info.driver,
          .kind = name_of(info.kind),
          .compute_units = info.compute_units,
          .memory = info.memory,
          .clock = info.clock};
}

}  // namespace plumb::device
