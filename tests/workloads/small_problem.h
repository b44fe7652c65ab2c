// tests/workloads/small_problem.h - a small odd problem of any workload.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "plumb/base/error.h"
#include "plumb/workloads/workload.h"

namespace plumb {

// Sizes in the form that the workload takes; empty where its size cannot be chosen. A program may
// have as many launches as its matrix has columns: of the default size it takes minutes to check.
inline NamedTexts small_problem(const Workload& workload) {
  for (const auto& [name, value] : {std::pair("elements", "100003"),
                                    {"size", "33x34x67"},
                                    {"size", "33x67"},
                                    {"size", "67"},
                                    {"n", "67"}}) {
    try {
      const NamedTexts chosen{{name, value}};
      static_cast<void>(settings_for(workload, DeviceTraits{DeviceKind::any}, chosen));
      return chosen;
    } catch (const Error& error) {
      if (kind_of(error) != ErrorKind::input) throw;
    }
  }
  return {};
}

}  // namespace plumb
