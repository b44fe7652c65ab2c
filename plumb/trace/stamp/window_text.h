// plumb/trace/stamp/window_text.h - the PTX that keeps records of a window of time alone.
//
// The host writes the window's two ends, in nanoseconds of the GPU's global timer, before a run.
// Warps that begin behind it run the body without stamps; those that began before may come into it,
// so each of their records asks once more. Zeros, which nobody wrote, are a window that is over.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace plumb::trace {

inline constexpr std::uint64_t window_bytes = 16;  // where it begins, where it ends

// The memory of the two ends.
std::string window_declared(std::string_view space, std::string_view name);

// %plumb_on := whether it was true and the window is not over, the same for all lanes that come
// here together: they must go on in one body. Uses %plumb_q and %plumb_m.
std::string window_awaited(std::string_view space, std::string_view name);

// A lane goes to `done` with a record that is made outside of the window. Uses %plumb_q.
std::string window_asked(std::string_view space, std::string_view name, std::string_view done);

}  // namespace plumb::trace
