// plumb/doctor/examine.cpp - all checks, one after another.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/doctor/examine.h"

#include <algorithm>

#include "plumb/doctor/device_checks.h"
#include "plumb/doctor/host_checks.h"

namespace plumb::doctor {

std::vector<CheckupItem> examine(const device::Found& found, const SystemFiles& files,
                                 const std::vector<BuiltInPart>& parts) {
  std::vector<CheckupItem> items = software_checks(found, files, parts);
  const auto append = [&](std::vector<CheckupItem> more) {
    items.insert(items.end(), std::make_move_iterator(more.begin()),
                 std::make_move_iterator(more.end()));
  };
  append(host_checks(files));
  std::vector<std::string> seen;
  for (const device::Info& info : found.devices) {
    const bool shown_before =
        !info.bus_address.empty() && std::ranges::find(seen, info.bus_address) != seen.end();
    seen.push_back(info.bus_address);
    if (!shown_before) append(device_checks(info, watch(info), files));
  }
  return items;
}

}  // namespace plumb::doctor
