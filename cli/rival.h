// cli/rival.h - what a prediction is compared with: another device, or a time that is known.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "plumb/records/profile.h"
#include "plumb/study/program_source.h"

namespace plumb::cli {

// At most one is there. Another device runs the variant that suits it, unless one was chosen for
// both.
struct Rival {
  std::optional<Seconds> time;
  std::optional<Profile> profile;
  std::optional<study::ProgramSource> program;
};

// `against` is a time ("450ms"), else a profile; empty: none.
Rival rival_in(const std::string& against, const std::string& application);

}  // namespace plumb::cli
