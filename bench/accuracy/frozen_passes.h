// bench/accuracy/frozen_passes.h - digests of what passes state, kept from before the harness runs.
//
// Passes are counted by hand, from the sources of the kernels; whoever changed them after he saw
// how far predictions are off would tune them. So their numbers are frozen: frozen_passes.txt has a
// digest of the passes of every family, for a GPU and for a processor, over points that are always
// the same. A run names the families that differ from it.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace plumb::bench {

// "FAMILY KIND DIGEST" for each family and kind of device, as they are now.
std::vector<std::string> pass_digests();

// One line about them: their digest, and which differ from the list that was frozen.
std::string frozen_note(const std::vector<std::string>& now);

// The file that keeps them.
std::string frozen_text(const std::vector<std::string>& now);

}  // namespace plumb::bench
