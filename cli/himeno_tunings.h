// cli/himeno_tunings.h - the fastest configurations of Himeno per device: stored and shipped.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "plumb/device/device.h"
#include "plumb/records/tuning.h"

namespace plumb::cli {

// The one that `--tune` kept for this device, size and precision, else the one that comes with the
// program; absent where there is none.
std::optional<Tuning> tuning_of(const device::Info& info, const std::string& size,
                                const std::string& precision);

// Keeps it in $XDG_DATA_HOME/plumbline/himeno (~/.local/share by default) and returns the file.
std::string keep_tuning(const Tuning& tuning);

}  // namespace plumb::cli
