// plumb/trace/stamp/module_builds.h - all builds of one module: one with every stamp, or one each.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "plumb/records/trace.h"
#include "plumb/trace/stamp/prepared_module.h"

namespace plumb::trace {

// What the builds together gave.
struct ModuleBuilds {
  std::vector<Stamp> stamps;
  std::vector<SkippedAccess> skipped;
  std::vector<Certificate> certificates;  // these and the changes only with an assembler
  std::vector<BuildChange> changes;
  std::vector<std::string> staging;  // each reason once
  bool interrupted = false;          // builds are missing
};

struct BuildsOptions {
  bool rotate = false;  // one build per stamp
  // Receives each build when it is made; rotating with the number of its stamp.
  std::function<void(std::optional<std::uint32_t>, const StampedModule&)> keep;
  // Without an assembler: what receives the text of the next build; none: `keep` finds it there.
  std::function<ptx::PieceSink(std::optional<std::uint32_t>)> sink_of =
      [](std::optional<std::uint32_t>) { return ptx::PieceSink(); };
  std::function<bool()> interrupted = [] { return false; };  // asked before each build of several
};

// Refused (input) where there is nothing to stamp.
ModuleBuilds make_builds(const PreparedModule& prepared, const BuildsOptions& options);

}  // namespace plumb::trace
