// plumb/workloads/himeno/candidates.cpp - configurations that are worth racing on a device.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/workloads/himeno/himeno.h"
#include "plumb/workloads/himeno/plan.h"

namespace plumb::himeno {
namespace {

std::vector<NamedTexts> cpu_candidates() {
  std::vector<NamedTexts> all;
  for (const char* rows : {"auto", "8", "16", "32"})
    all.push_back({{"variant", "blocked"}, {"rows", rows}});
  for (const char* rows : {"auto", "8"}) all.push_back({{"variant", "plane"}, {"rows", rows}});
  all.push_back({{"variant", "row"}});
  return all;
}

std::vector<NamedTexts> two_step_candidates() {
  std::vector<NamedTexts> all;
  for (const auto& [tile, stages] : {std::pair{"128x9", "2"},
                                     {"128x8", "2"},
                                     {"96x12", "2"},
                                     {"64x16", "2"},
                                     {"64x16", "3"},
                                     {"160x7", "2"}}) {
    all.push_back({{"variant", "two_step"}, {"tile", tile}, {"stages", stages}});
  }
  return all;
}

// CPUs take several groups each; a grid may be cut better into fewer tiles than there are units.
std::vector<std::uint64_t> group_counts(const std::string& variant, std::uint64_t units) {
  if (variant == "blocked") return {units, 2 * units, 4 * units, 8 * units};
  return {units - units / 16, units - units / 8, units / 2};
}

}  // namespace

std::vector<NamedTexts> candidates(const DeviceTraits& device) {
  if (device.kind == DeviceKind::cpu) return cpu_candidates();
  std::vector<NamedTexts> all;
  for (const char* group : {"32x4", "64x2", "16x8"})
    all.push_back({{"variant", "wide"}, {"group", group}});
  if (device.bulk_copies) {
    for (NamedTexts& candidate : two_step_candidates()) all.push_back(std::move(candidate));
  }
  // Off CUDA it is refused, and the race goes on without it.
  all.push_back({{"variant", "on_chip"}});
  all.push_back({{"variant", "naive"}, {"group", "128x2"}});
  for (const char* rung : {"base", "shape", "padding"}) all.push_back({{"variant", rung}});
  return all;
}

std::vector<NamedTexts> refinements(const Settings& settings, const NamedTexts& fastest,
                                    const DeviceTraits& device) {
  std::vector<NamedTexts> all{fastest};
  const std::string& variant = settings.text("variant");
  if (variant == "two_step") {
    for (const std::uint64_t chunk : chunks_of_whole_waves(Plan(settings), 4))
      all.push_back(with_text(fastest, "chunk", std::to_string(chunk)));
  }
  if (variant == "blocked" || variant == "on_chip") {
    for (const std::uint64_t groups : group_counts(variant, device.compute_units)) {
      if (groups > 0) all.push_back(with_text(fastest, "groups", std::to_string(groups)));
    }
  }
  if (variant != "on_chip") {
    for (const char* padding : {"256", "1088", "1280", "12800"})
      all.push_back(with_text(fastest, "padding", padding));
  }
  return all;
}

}  // namespace plumb::himeno
