// plumb/model/plumbline/domain.h - launches of a kind that no probe makes.
//
// Rule    kernels that read images where the profile has nothing of the sampler's filter, or where
//         no access of the pass says which one it is; groups of more work-items, local memory or
//         registers than the device has; on a GPU also groups of fewer work-items than share an
//         instruction (32), where there are many such groups: the rest of the lanes idles, and
//         loads are not joined
// Source  the probe `images`; the probes `threads` and `elements` launch whole warps; the device's
//         description
// Limits  a processor's work-items are loops like any other
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "plumb/model/plumbline/image_term.h"
#include "plumb/records/profile.h"
#include "plumb/records/program.h"

namespace plumb {

// Why `launch` cannot be predicted on this device; absent where it can.
std::optional<std::string> outside_of_domain(const Launch& launch, const Profile& profile,
                                             const ImageTerm& images);

}  // namespace plumb
