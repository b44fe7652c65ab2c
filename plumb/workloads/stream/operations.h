// plumb/workloads/stream/operations.h - the five operations: what they read, write and cost.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <vector>

#include "plumb/records/fill.h"
#include "plumb/records/program.h"
#include "plumb/workloads/settings.h"

namespace plumb::stream {

inline constexpr double factor = 0.41421356237309503;  // s = sqrt(2) - 1

struct Operation {
  std::string_view name;
  std::string_view arrays;  // in the order of the kernel's arguments
  bool scales = false;      // takes s
  bool sums = false;        // ends in one value
  double flops = 0;         // per element
};

// All five, or the one that the settings name.
std::vector<Operation> chosen_operations(const Settings& settings);

// Random in [1, 2): no cancellation, no denormals, and the compiler can fold nothing.
Fill initial(char array, std::uint64_t seed);

// The buffers to verify and how close they must come.
std::vector<Check> checks_of(const Settings& settings);

}  // namespace plumb::stream
