// cli/livermore_plan.cpp - running a list of Livermore kernels so that what is finished is kept.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "cli/livermore_plan.h"

#include <fmt/format.h>

#include "cli/suits.h"
#include "plumb/base/error.h"
#include "plumb/workloads/workload.h"

namespace plumb::cli {
namespace {

// The same point with our best variant.
Settings with_best_variant(const Settings& settings, Suits suits) {
  auto chosen = settings.values();
  for (auto& [name, value] : chosen) {
    if (name == "variant") value = "best";
  }
  return settings_for(workload_named("livermore"), suits, chosen);
}

// A copy that fails costs the shares of the roof, not the rows.
void measure_copy(device::Device& device, const std::string& precision, const RunOptions& options,
                  LivermoreResults& results) {
  try {
    results.copy = copy_rate(device, precision, options);
  } catch (const Error& error) {
    if (kind_of(error) == ErrorKind::interrupted) throw;
    results.no_copy = fmt::format("the copy failed: {}", explain(error));
  }
}

}  // namespace

LivermoreResults run_livermore_plan(device::Device& device, std::span<const Settings> plan,
                                    const RunOptions& options, Progress& progress,
                                    const std::function<void(const LivermoreResults&)>& after_row) {
  const Suits suits = suits_of(device.info());
  LivermoreResults results;
  try {
    progress.show("copy");
    if (!plan.empty()) measure_copy(device, plan.front().text("precision"), options, results);
    for (const Settings& settings : plan) {
      progress.show(fmt::format("[{}/{}] kernel {} {}", results.points.size() + 1, plan.size(),
                                settings.text("kernel"), settings.text("span")));
      LivermorePoint point = run_livermore(device, settings, options);
      if (settings.text("variant") == "thesis") {
        results.ours.push_back(run_livermore(device, with_best_variant(settings, suits), options));
      }
      results.points.push_back(std::move(point));
      after_row(results);
    }
  } catch (const Error& error) {
    if (kind_of(error) != ErrorKind::interrupted) throw;
    results.interrupted = true;
    if (results.copy == 0) results.no_copy = "interrupted before the copy was measured";
  }
  progress.clear();
  return results;
}

}  // namespace plumb::cli
