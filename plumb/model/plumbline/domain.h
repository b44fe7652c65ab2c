// plumb/model/plumbline/domain.h - launches of a kind that no probe makes.
//
// Rule    kernels that read images: a sampler's rate depends on its filter and on how images are
//         laid out, and a processor has none; on a GPU also groups of fewer work-items than share
//         an instruction (32), where there are many such groups: the rest of the lanes idles, and
//         loads are not joined
// Source  the probes `threads` and `elements` launch whole warps; none reads an image of three
//         dimensions or between pixels
// Limits  a processor's work-items are loops like any other
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "plumb/records/profile.h"
#include "plumb/records/program.h"

namespace plumb {

// Why `launch` cannot be predicted on this device; absent where it can.
std::optional<std::string> outside_of_domain(const Launch& launch, const Profile& profile);

}  // namespace plumb
