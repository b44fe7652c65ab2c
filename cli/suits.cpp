// cli/suits.cpp - devices told apart by kind, back end and architecture.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "cli/suits.h"

#include <charconv>

#include "plumb/device/open.h"

namespace plumb::cli {
namespace {

// "sm_90" -> 90
unsigned number_of(std::string_view architecture) {
  unsigned number = 0;
  if (architecture.starts_with("sm_"))
    std::from_chars(architecture.data() + 3, architecture.data() + architecture.size(), number);
  return number;
}

}  // namespace

// Blackwell for desktops has bulk copies, but not the local memory of the chips for data centres.
Suits suits_of(const device::Info& info) {
  constexpr unsigned hopper = 90;
  constexpr Bytes local_memory{200'000};
  if (info.backend == "cuda" && number_of(info.architecture) >= hopper &&
      info.local_memory.count >= local_memory.count)
    return Suits::hopper;
  return suits_of(device::name_of(info.kind));
}

Suits suits_of(std::string_view kind) {
  if (kind == "gpu") return Suits::gpu;
  return kind == "cpu" ? Suits::cpu : Suits::any;
}

}  // namespace plumb::cli
