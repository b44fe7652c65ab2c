// plumb/records/checkup.h - what was found out about a machine, and whether it helps to measure.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace plumb {

enum class Health {
  fine,
  missing,     // a part that some commands need is not installed
  disturbing,  // measured times are worse for it
  blocking,    // nothing can be measured
  unknown,     // `found` says why
};

std::string_view name_of(
    Health health);  // "fine", "missing", "disturbing", "blocking", "not known"

// One question about the machine.
struct CheckupItem {
  std::string area;     // "software", "host", or the device's name
  std::string subject;  // "NVRTC", "governor", "PCIe link"
  Health health = Health::unknown;
  std::string found;
  std::string remedy = {};  // empty: there is nothing to do
};

bool any_with(std::span<const CheckupItem> items, Health health);

}  // namespace plumb
