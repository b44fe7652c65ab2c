// plumb/study/tunings.h - the fastest configurations per device: kept by the user and shipped.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "plumb/records/tuning.h"

namespace plumb::study {

// The one that tuning kept for this device and problem, else the one that comes with the program;
// absent where there is none. A file that is damaged is an input error: it might be the one that is
// wanted.
std::optional<Tuning> tuning_of(const DeviceDescription& device, std::string_view workload,
                                const NamedTexts& problem);

// Keeps it in the user's folder for data and returns the file.
std::string keep_tuning(const Tuning& tuning);

}  // namespace plumb::study
