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

DeviceTraits traits_of(const Info& info) {
  constexpr unsigned hopper = 90;
  return {.kind = device_kind_from_name(name_of(info.kind)),
          .compute_units = info.compute_units,
          .local_memory = info.local_memory,
          .bulk_copies = loads_ptx(info) && architecture_number(info) >= hopper,
          .doubles = info.doubles,
          .images = info.images};
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
