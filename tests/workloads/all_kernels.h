// tests/workloads/all_kernels.h - every kernel that any workload can build, each once.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "plumb/base/error.h"
#include "plumb/records/walk.h"
#include "plumb/workloads/workload.h"

namespace plumb {

struct BuiltSource {
  Source source;
  std::vector<std::pair<std::string, std::string>> definitions;
  std::set<std::string> entries;
  // Of every entry, what its launches on a GPU say of it: the one that states the fewest barriers.
  std::map<std::string, Pass> fewest_barriers = {};
};

// Of every kernel of a program, by its name; launches of groups alone.
inline std::map<std::string, Pass> passes_with_fewest_barriers(const Program& program) {
  std::map<std::string, Pass> all;
  const auto keep = [&](const Launch& launch, const StepContext&) {
    if (launch.local == Range{1, 1, 1}) return;  // an item alone waits for nobody
    const auto [kept, is_new] = all.try_emplace(launch.kernel, launch.pass);
    if (!is_new && launch.pass.barriers < kept->second.barriers) kept->second = launch.pass;
  };
  walk(program.steps, Cases{keep, PassOver<Transfer, Exchange, Wait, Batch, Repeat, Until>{}});
  return all;
}

// Choices of poisson that no kernel depends on: with them its programs would be 16 times as many.
inline bool decides_no_kernel(const Workload& workload, const Parameter& parameter) {
  constexpr std::array<std::string_view, 3> numbers{"norm", "cycle", "second"};
  return workload.name == "poisson" && std::ranges::count(numbers, parameter.name) > 0;
}

// All values of all parameters that are choices: they decide which kernels are built, and how.
inline std::vector<std::vector<std::pair<std::string, std::string>>> all_choices(
    const Workload& workload) {
  std::vector<std::vector<std::pair<std::string, std::string>>> all;
  for (const Variant& variant : workload.variants) {
    all.push_back({{"variant", std::string(variant.name)}});
    // LU as in the paper has a launch for each of many steps, whose number is that of the columns.
    if (workload.name == "lu" && variant.name == "paper") all.back().emplace_back("size", "64");
  }
  for (const Parameter& parameter : workload.parameters) {
    if (parameter.type != ParameterType::choice || decides_no_kernel(workload, parameter)) continue;
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

// Adds what the workload builds for such a device with these choices.
inline void add_sources(const Workload& workload, const DeviceTraits& traits,
                        const std::vector<std::pair<std::string, std::string>>& chosen,
                        std::vector<BuiltSource>& all) {
  const DeviceKind device = traits.kind;
  Program program;
  try {
    program = workload.program(settings_for(workload, traits, chosen));
  } catch (const Error& error) {
    if (kind_of(error) != ErrorKind::input) throw;
    return;  // a combination that the workload refuses has no kernels
  }
  const std::map<std::string, Pass> passes = passes_with_fewest_barriers(program);
  for (const Kernel& kernel : program.kernels) {
    const Source& source = source_named(program, kernel.source);
    const auto known = std::ranges::find_if(all, [&](const BuiltSource& built) {
      // CPUs build most files as GPUs do, but for the numbers: only their own ones count.
      return built.source.name == source.name &&
             (device == DeviceKind::cpu || built.definitions == kernel.definitions);
    });
    BuiltSource& built =
        known == all.end() ? all.emplace_back(BuiltSource{source, kernel.definitions, {}}) : *known;
    if (built.definitions != kernel.definitions) continue;
    built.entries.insert(kernel.entry);
    const auto stated = passes.find(kernel.name);
    if (stated == passes.end() || device == DeviceKind::cpu) continue;
    const auto [kept, is_new] = built.fewest_barriers.try_emplace(kernel.entry, stated->second);
    if (!is_new && stated->second.barriers < kept->second.barriers) kept->second = stated->second;
  }
}

inline void add_sources(const Workload& workload, DeviceKind device,
                        const std::vector<std::pair<std::string, std::string>>& chosen,
                        std::vector<BuiltSource>& all) {
  add_sources(workload, DeviceTraits{device}, chosen, all);
}

// Of a GPU like those that every figure was measured on.
inline DeviceTraits traits_with_clusters() {
  return {.kind = DeviceKind::gpu,
          .compute_units = 132,
          .local_memory = Bytes{232448},
          .largest_group = 1024,
          .bulk_copies = true,
          .largest_cluster = 8};
}

inline std::vector<BuiltSource> all_sources() {
  std::vector<BuiltSource> all;
  for (const DeviceKind device : {DeviceKind::any, DeviceKind::cpu}) {
    for (const Workload& workload : catalogue()) {
      for (const auto& chosen : all_choices(workload)) add_sources(workload, device, chosen, all);
    }
  }
  // A size decides, not a choice: CPUs take small rectangles in one pass, GPUs hold long ones, and
  // have kernels for those that no group holds.
  add_sources(workload_named("morphology"), DeviceKind::cpu,
              {{"variant", "decomposed"}, {"element", "32x32"}}, all);
  const auto long_window = [](const char* pixel, const char* element) -> NamedTexts {
    return {{"variant", "decomposed"},
            {"pixel", pixel},
            {"operation", "open"},
            {"element", element},
            {"size", "8704x4352"}};
  };
  for (const char* pixel : {"uchar4", "float"}) {
    for (const char* element : {"1025x1", "1x1025", "16401x1", "1x8197"})
      add_sources(workload_named("morphology"), DeviceKind::any, long_window(pixel, element), all);
  }
  // Where groups have more local memory, they keep long windows there, clusters the longest.
  for (const auto& [pixel, element] : std::vector<std::pair<const char*, const char*>>{
           {"uchar4", "1025x1"}, {"float", "1025x1"}, {"uchar4", "1x701"}, {"float", "1x4001"}})
    add_sources(workload_named("morphology"), traits_with_clusters(), long_window(pixel, element),
                all);
  for (const char* precision : {"f32", "f64"}) {  // the thesis knows one norm alone
    add_sources(workload_named("poisson"), DeviceKind::any,
                {{"variant", "thesis"}, {"norm", "sum"}, {"precision", precision}}, all);
  }
  // A fill decides whether the equations have a right-hand side.
  for (const auto& [variant, dim] :
       std::vector<std::pair<std::string, std::string>>{{"jacobi", "2"},
                                                        {"jacobi", "3"},
                                                        {"slices", "3"},
                                                        {"blocked", "2"},
                                                        {"red_black", "2"},
                                                        {"red_black", "3"},
                                                        {"thesis", "2"},
                                                        {"thesis", "3"},
                                                        {"multigrid", "2"},
                                                        {"multigrid", "3"},
                                                        {"cg", "2"},
                                                        {"refinement", "2"}}) {
    add_sources(workload_named("poisson"), DeviceKind::any,
                {{"variant", variant},
                 {"dim", dim},
                 {"n", "16"},
                 {"rhs", "1"},
                 {"norm", variant == "thesis" ? "sum" : "error"}},
                all);
  }
  // Loops along rows in two dimensions alone: in three, with a right-hand side or without, the
  // assembler for sm_90 keeps a neighbour of poisson_residual for the next point instead of loading
  // it again, so that two of its loads have no certificate. CPUs run this form, which have no
  // stamps.
  for (const char* variant : {"jacobi", "multigrid"}) {
    add_sources(workload_named("poisson"), DeviceKind::any,
                {{"variant", variant}, {"n", "16"}, {"form", "rows"}, {"rhs", "1"}}, all);
  }
  // A number decides whether a last round is shorter, and whether rounds are counted.
  add_sources(workload_named("poisson"), DeviceKind::any,
              {{"variant", "jacobi"}, {"n", "16"}, {"max-iterations", "100"}}, all);
  add_sources(workload_named("poisson"), DeviceKind::any,
              {{"variant", "jacobi"}, {"n", "16"}, {"iterations", "100000"}}, all);
  // Only small grids fit into the local memory of one group.
  add_sources(workload_named("poisson"), DeviceKind::cpu, {{"variant", "on_chip"}, {"n", "16"}},
              all);
  return all;
}

}  // namespace plumb
