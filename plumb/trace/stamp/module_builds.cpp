// plumb/trace/stamp/module_builds.cpp - building one after the other and gathering what they gave.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/trace/stamp/module_builds.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace plumb::trace {
namespace {

// The text of a large module is many times all else: it goes first.
void add(StampedModule made, ModuleBuilds& builds) {
  std::string().swap(made.instrumented.ptx);
  if (builds.stamps.empty()) {
    builds.stamps = std::move(made.instrumented.stamps);
  } else {
    std::ranges::move(made.instrumented.stamps, std::back_inserter(builds.stamps));
  }
  std::ranges::move(made.certificates, std::back_inserter(builds.certificates));
  if (made.change) builds.changes.push_back(std::move(*made.change));
  if (std::ranges::find(builds.staging, made.staging) == builds.staging.end())
    builds.staging.push_back(std::move(made.staging));
}

}  // namespace

ModuleBuilds make_builds(const PreparedModule& prepared, const BuildsOptions& options) {
  ModuleBuilds builds;
  builds.skipped = prepared.skipped();
  const auto make = [&](std::optional<std::uint32_t> only) {
    StampedModule made =
        prepared.build(only, prepared.assembles() ? ptx::PieceSink() : options.sink_of(only));
    options.keep(only, made);
    add(std::move(made), builds);
  };
  // With nothing to stamp the one build is refused and says why.
  if (!options.rotate || prepared.stamps() == 0) {
    make(std::nullopt);
    return builds;
  }
  for (std::uint32_t i = 0; i < prepared.stamps() && !builds.interrupted; ++i) {
    builds.interrupted = options.interrupted();
    if (!builds.interrupted) make(i);
  }
  return builds;
}

}  // namespace plumb::trace
