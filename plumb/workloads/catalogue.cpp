// plumb/workloads/catalogue.cpp - the only place that knows all workloads.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>

#include <fmt/format.h>

#include "plumb/base/error.h"
#include "plumb/workloads/himeno/himeno.h"
#include "plumb/workloads/livermore/livermore.h"
#include "plumb/workloads/stream/stream.h"
#include "plumb/workloads/workload.h"

namespace plumb {
namespace {

std::string_view default_of(const Parameter& parameter, Suits device) {
  if (device == Suits::cpu && !parameter.cpu_default.empty()) return parameter.cpu_default;
  if (device == Suits::hopper && !parameter.hopper_default.empty()) return parameter.hopper_default;
  return parameter.default_value;
}

}  // namespace

std::span<const Workload> catalogue() {
  // Sorted by name.
  static constexpr Workload workloads[] = {
      {"himeno", "19-point Jacobi sweeps of the Himeno benchmark", himeno::parameters,
       himeno::variants, himeno::program, himeno::reference},
      {"livermore", "the 24 Livermore kernels in their original meaning", livermore::parameters,
       livermore::variants, livermore::program, livermore::reference},
      {"stream", "copy, scale, add, triad and dot over long arrays", stream::parameters,
       stream::variants, stream::program, stream::reference},
  };
  return workloads;
}

const Workload& workload_named(std::string_view name) {
  std::vector<std::string> names;
  for (const Workload& workload : catalogue()) {
    if (workload.name == name) return workload;
    names.emplace_back(workload.name);
  }
  throw Error(ErrorKind::input, fmt::format("unknown workload '{}'; known are {}{}", name,
                                            fmt::join(names, ", "), did_you_mean(name, names)));
}

std::string_view default_variant(const Workload& workload, Suits device) {
  for (const Variant& variant : workload.variants) {
    if (variant.suits == Suits::any || variant.suits == device ||
        (variant.suits == Suits::gpu && device == Suits::hopper))
      return variant.name;
  }
  return workload.variants.front().name;
}

Settings settings_for(const Workload& workload, Suits device,
                      std::span<const std::pair<std::string, std::string>> chosen) {
  std::vector<std::string_view> variants;
  for (const Variant& variant : workload.variants) variants.push_back(variant.name);
  const std::string choices = fmt::format("{}", fmt::join(variants, "|"));
  std::vector<Parameter> parameters{{.name = "variant",
                                     .type = ParameterType::choice,
                                     .default_value = default_variant(workload, device),
                                     .choices = choices,
                                     .help = {}},
                                    {.name = "seed",
                                     .type = ParameterType::count,
                                     .default_value = "1",
                                     .choices = {},
                                     .least = 0,
                                     .most = 1ULL << 32U,
                                     .help = {}}};
  parameters.insert(parameters.end(), workload.parameters.begin(), workload.parameters.end());

  std::vector<std::pair<std::string, std::string>> values;
  std::vector<std::string> names;
  for (const Parameter& parameter : parameters) {
    names.emplace_back(parameter.name);
    values.emplace_back(parameter.name, default_of(parameter, device));
  }
  for (const auto& [name, value] : chosen) {
    const auto found = std::ranges::find(names, name);
    if (found == names.end()) {
      throw Error(ErrorKind::input,
                  fmt::format("workload '{}' has no parameter '{}'; it has {}{}", workload.name,
                              name, fmt::join(names, ", "), did_you_mean(name, names)));
    }
    const auto index = static_cast<std::size_t>(found - names.begin());
    check(parameters[index], value);
    values[index].second = value;
  }
  return Settings(std::move(values));
}

}  // namespace plumb
