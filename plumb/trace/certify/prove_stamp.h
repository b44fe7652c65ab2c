// plumb/trace/certify/prove_stamp.h - the proof for one stamp at one place.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "plumb/records/stamp.h"
#include "plumb/trace/certify/function_code.h"
#include "plumb/trace/log_layout.h"

namespace plumb::trace {

// Foreign instructions that a certified stamp may hold: before its first access, and behind it per
// register that the access writes, with a few for the stamp itself.
inline constexpr unsigned most_before = 6;
inline constexpr unsigned most_behind = 4;
inline constexpr unsigned most_behind_per_register = 4;
// Where all lanes add to one word the assembler adds up first and lets one lane do it: that many
// more before an atomic.
inline constexpr unsigned most_gathering = 6;
// A fetch from a cube is projected on one of its sides first; the number of a layer is rounded and
// kept within bounds, and it and the gradients are put beside the coordinates.
inline constexpr unsigned most_projecting = 6;

// `first` and `second` are the indices of the clock readings.
CertifiedPlace prove(const FunctionCode& code, const Stamp& stamp, const LogLayout& layout,
                     std::size_t first, std::size_t second);

}  // namespace plumb::trace
