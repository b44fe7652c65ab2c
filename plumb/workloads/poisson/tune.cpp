// plumb/workloads/poisson/tune.cpp - what is worth racing of a solver.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/workloads/poisson/poisson.h"
#include "plumb/workloads/poisson/variants.h"

namespace plumb::poisson {

std::vector<NamedTexts> candidates(const DeviceTraits& device) {
  std::vector<NamedTexts> forms{{{"form", "items"}}};
  if (device.kind == DeviceKind::cpu) forms.push_back({{"form", "rows"}});
  return forms;
}

// Checks cost little of a long iteration, and sweeps after its end cost as much as others: it
// depends on the problem which is more.
std::vector<NamedTexts> refinements(const Settings& settings, const NamedTexts& fastest,
                                    const DeviceTraits&) {
  const Plan plan(settings);
  const NamedTexts first = with_text(fastest, "variant", settings.text("variant"));
  std::vector<NamedTexts> all{first};
  if (plan.variant->hurries) {
    all.push_back(with_text(first, "cycle", "v"));
    return all;
  }
  const std::uint64_t usual = plan.variant->check;
  if (usual == 1) return all;  // the host checks: that is the method
  for (const std::uint64_t check : {usual / 4, usual * 2, usual * 4, usual * 16})
    all.push_back(with_text(first, "check", std::to_string(check)));
  return all;
}

}  // namespace plumb::poisson
