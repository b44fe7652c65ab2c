// plumb/records/checkup.cpp - the words for what a checkup found.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/records/checkup.h"

#include <algorithm>

namespace plumb {

std::string_view name_of(Health health) {
  switch (health) {
    case Health::fine:
      return "fine";
    case Health::missing:
      return "missing";
    case Health::disturbing:
      return "disturbing";
    case Health::blocking:
      return "blocking";
    case Health::unknown:
      break;
  }
  return "not known";
}

bool any_with(std::span<const CheckupItem> items, Health health) {
  return std::ranges::find(items, health, &CheckupItem::health) != items.end();
}

}  // namespace plumb
