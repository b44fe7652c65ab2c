// tests/workloads/small_problem.h - a small odd problem of any workload.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

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
                                    {"n", "13"}}) {
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

// A small program of every variant, with the variant's name.
inline std::vector<std::pair<std::string, Program>> small_programs(const Workload& workload) {
  std::vector<std::pair<std::string, Program>> programs;
  for (const Variant& variant : workload.variants) {
    const auto made = [&](const NamedTexts& more) {
      NamedTexts chosen = small_problem(workload);
      chosen.emplace_back("variant", variant.name);
      chosen.insert(chosen.end(), more.begin(), more.end());
      return workload.program(settings_for(workload, DeviceTraits{DeviceKind::any}, chosen));
    };
    // Some variants are for three dimensions, or for a fixed number of iterations.
    const std::vector<NamedTexts> tries{{}, {{"dim", "3"}}, {{"iterations", "4"}}};
    for (const NamedTexts& more : tries) {
      try {
        programs.emplace_back(variant.name, made(more));
        break;
      } catch (const Error& error) {
        if (kind_of(error) != ErrorKind::input || more == tries.back()) throw;
      }
    }
  }
  return programs;
}

}  // namespace plumb
