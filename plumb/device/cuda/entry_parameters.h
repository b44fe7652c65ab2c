// plumb/device/cuda/entry_parameters.h - what the parameters of a kernel of a PTX text take.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "plumb/device/device.h"

namespace plumb::device::cuda {

// The driver reports the size of a parameter but neither their number nor their kind, and asking
// past the last is an error that memory checkers report. A pointer that the text does not mark
// (`.ptr`) is as good as an integer of eight bytes: its kind stays unknown. Absent when the text
// has no such entry.
std::optional<std::vector<Parameter>> entry_parameters(std::string_view ptx,
                                                       std::string_view entry);

}  // namespace plumb::device::cuda
