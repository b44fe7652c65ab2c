// cli/copy_rate.h - the copy that shares of a roof refer to: stream's, measured in the same run.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "plumb/device/device.h"
#include "plumb/records/result.h"
#include "plumb/run/run_program.h"

namespace plumb::cli {

// Copies `elements` numbers of that precision ("f32", "f64"), timed as `options` say, unverified.
Point run_copy(device::Device& device, const std::string& precision, std::uint64_t elements,
               const RunOptions& options);

// Bytes per second of a point's last step.
double rate_of(const Point& point);

}  // namespace plumb::cli
