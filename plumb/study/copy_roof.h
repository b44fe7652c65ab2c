// plumb/study/copy_roof.h - the copy that shares of a roof refer to: one definition for everybody.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "plumb/device/device.h"
#include "plumb/records/result.h"
#include "plumb/run/run_program.h"

namespace plumb::study {

// stream's copy in that precision ("f32", "f64") between two arrays much larger than any cache: of
// 1 GiB each, on CPUs of 128 MiB. Timed as `options` say, unverified; its point is marked as a
// roof. A copy that fails becomes a point with the reason; only an interrupt is thrown.
Point measure_copy_roof(device::Device& device, const std::string& precision,
                        const RunOptions& options);

}  // namespace plumb::study
