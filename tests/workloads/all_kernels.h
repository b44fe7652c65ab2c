// tests/workloads/all_kernels.h - every kernel that any workload can build, each once.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <set>
#include <string>
#include <utility>
#include <vector>

#include "plumb/base/error.h"
#include "plumb/workloads/workload.h"

namespace plumb {

struct BuiltSource {
  Source source;
  std::vector<std::pair<std::string, std::string>> definitions;
  std::set<std::string> entries;
};

// All values of all parameters that are choices: they decide which kernels are built, and how.
inline std::vector<std::vector<std::pair<std::string, std::string>>> all_choices(
    const Workload& workload) {
  std::vector<std::vector<std::pair<std::string, std::string>>> all;
  for (const Variant& variant : workload.variants)
    all.push_back({{"variant", std::string(variant.name)}});
  for (const Parameter& parameter : workload.parameters) {
    if (parameter.type != ParameterType::choice) continue;
    auto shorter = std::move(all);
    all.clear();
    for (const auto& chosen : shorter) {
      for (const std::string& value : choices_of(parameter)) {
        all.push_back(chosen);
        all.back().emplace_back(parameter.name, value);
      }
    }
  }
  return all;
}

inline std::vector<BuiltSource> all_sources() {
  std::vector<BuiltSource> all;
  for (const Workload& workload : catalogue()) {
    for (const auto& chosen : all_choices(workload)) {
      const Settings settings = settings_for(workload, Suits::any, chosen);
      Program program;
      try {
        program = workload.program(settings);
      } catch (const Error& error) {
        if (kind_of(error) != ErrorKind::input) throw;
        continue;  // a combination that the workload refuses has no kernels
      }
      for (const Kernel& kernel : program.kernels) {
        const Source& source = source_named(program, kernel.source);
        auto known = all.begin();
        while (known != all.end() &&
               (known->source.name != source.name || known->definitions != kernel.definitions)) {
          ++known;
        }
        if (known == all.end()) known = all.insert(known, {source, kernel.definitions, {}});
        known->entries.insert(kernel.entry);
      }
    }
  }
  return all;
}

}  // namespace plumb
