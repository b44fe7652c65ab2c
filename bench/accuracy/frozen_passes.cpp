// bench/accuracy/frozen_passes.cpp - digests of passes, and the list that was frozen.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "bench/accuracy/frozen_passes.h"

#include <algorithm>
#include <array>
#include <map>
#include <sstream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "bench/accuracy/digest.h"
#include "bench/accuracy/draw.h"
#include "plumb/bench_accuracy/embedded.h"
#include "plumb/records/walk.h"

namespace plumb::bench {
namespace {

// Of an H200 and of a processor: what programs are made for decides their passes.
constexpr std::array frozen_devices{
    DeviceTraits{.kind = DeviceKind::gpu,
                 .compute_units = 132,
                 .local_memory = Bytes{232448},
                 .largest_group = 1024,
                 .bulk_copies = true,
                 .largest_cluster = 8},
    DeviceTraits{.kind = DeviceKind::cpu, .compute_units = 16, .largest_group = 4096}};
constexpr std::uint64_t frozen_points = 90;  // of all families, for each device
constexpr std::uint64_t frozen_seed = 24;

std::string passes_of(const Program& program) {
  std::string text;
  walk(program.steps, Cases{[&](const Launch& launch, const StepContext& context) {
                              text += fmt::format("{} {} {}\n", context.times, items_of(launch),
                                                  to_json(launch.pass).dump());
                            },
                            PassOver<Transfer, Exchange, Wait, Batch, Repeat, Until>{}});
  return text;
}

std::vector<std::string> lines_of(std::string_view text) {
  std::istringstream stream{std::string(text)};
  std::vector<std::string> lines;
  for (std::string line; std::getline(stream, line);) {
    if (!line.empty() && !line.starts_with("#")) lines.push_back(line);
  }
  return lines;
}

}  // namespace

std::vector<std::string> pass_digests() {
  std::vector<std::string> lines;
  for (const DeviceTraits& traits : frozen_devices) {
    std::map<std::string, std::string> families;
    for (const DrawnPoint& point : draw_points({.points = frozen_points,
                                                .seed = frozen_seed,
                                                .most_memory = Bytes{1U << 26U},
                                                .traits = traits}))
      families[point.family] +=
          fmt::format("{:016x}\n", digest_of(passes_of(program_of(point.planned))));
    for (const auto& [family, digests] : families)
      lines.push_back(
          fmt::format("{} {} {:016x}", family, name_of(traits.kind), digest_of(digests)));
  }
  std::ranges::sort(lines);
  return lines;
}

std::string frozen_note(const std::vector<std::string>& now) {
  const std::vector<std::string> frozen = lines_of(embedded::bench_accuracy_frozen_passes_txt());
  std::string changed;
  for (const std::string& line : now) {
    if (std::ranges::find(frozen, line) != frozen.end()) continue;
    changed += fmt::format("{}{}", changed.empty() ? "" : ", ", line.substr(0, line.rfind(' ')));
  }
  return fmt::format(
      "passes: digest {:016x}, {}", digest_of(fmt::format("{}", fmt::join(now, "\n"))),
      changed.empty() ? "as they were frozen" : "changed since they were frozen: " + changed);
}

std::string frozen_text(const std::vector<std::string>& now) {
  return fmt::format(
      "# bench/accuracy/frozen_passes.txt - digests of passes by family and kind of device, "
      "written\n"
      "# by accuracy_bench --freeze; a run of the harness names those that differ.\n{}\n",
      fmt::join(now, "\n"));
}

}  // namespace plumb::bench
