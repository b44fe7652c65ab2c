// plumb/workloads/catalogue.cpp - the only place that knows all workloads.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>

#include <fmt/format.h>

#include "plumb/base/error.h"
#include "plumb/workloads/gaussian/gaussian.h"
#include "plumb/workloads/himeno/himeno.h"
#include "plumb/workloads/livermore/livermore.h"
#include "plumb/workloads/lu/lu.h"
#include "plumb/workloads/morphology/morphology.h"
#include "plumb/workloads/poisson/poisson.h"
#include "plumb/workloads/sparse/sparse.h"
#include "plumb/workloads/stream/stream.h"
#include "plumb/workloads/volume/volume.h"
#include "plumb/workloads/workload.h"

namespace plumb {
namespace {

std::string default_of(const Parameter& parameter, const DeviceTraits& device) {
  std::string text;
  if (parameter.default_for != nullptr) text = parameter.default_for(device);
  return text.empty() ? std::string(parameter.default_value) : text;
}

}  // namespace

std::span<const Workload> catalogue() {
  // Sorted by name.
  static constexpr Workload workloads[] = {
      gaussian::workload, himeno::workload,     livermore::workload,
      lu::workload,       morphology::workload, poisson::workload,
      sparse::workload,   stream::workload,     volume::workload};
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

const Suite& suite_named(const Workload& workload, std::string_view name) {
  std::vector<std::string> names;
  for (const Suite& suite : workload.suites) {
    if (suite.name == name) return suite;
    names.emplace_back(suite.name);
  }
  if (names.empty())
    throw Error(ErrorKind::input, fmt::format("workload '{}' has no suites", workload.name));
  throw Error(ErrorKind::input,
              fmt::format("workload '{}' has no suite '{}'; it has {}{}", workload.name, name,
                          fmt::join(names, ", "), did_you_mean(name, names)));
}

const Parameter* parameter_of(const Workload& workload, Meaning meaning) {
  const auto found = std::ranges::find(workload.parameters, meaning, &Parameter::meaning);
  return found == workload.parameters.end() ? nullptr : &*found;
}

std::string_view default_variant(const Workload& workload, const DeviceTraits& device) {
  for (const Variant& variant : workload.variants) {
    if (variant.made_for == DeviceKind::any || variant.made_for == device.kind) return variant.name;
  }
  return workload.variants.front().name;
}

Settings settings_for(const Workload& workload, const DeviceTraits& device,
                      const NamedTexts& chosen) {
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

  NamedTexts values;
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
  return Settings(std::move(values), device);
}

}  // namespace plumb
