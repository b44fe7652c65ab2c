// plumb/device/cuda/entry_parameters.h - how many parameters a kernel of a PTX text has.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace plumb::device::cuda {

// The driver reports the size of a parameter but not their number, and asking past the last is an
// error that memory checkers report. Absent when the text has no such entry.
std::optional<std::size_t> entry_parameters(std::string_view ptx, std::string_view entry);

}  // namespace plumb::device::cuda
