// plumb/records/reference.h - what the buffers of a Program must hold after one execution.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string_view>

namespace plumb {

// Writes the expected scalars [first, first + out.size()) of `buffer`. Asked piece by piece and in
// order, so that checking a large buffer needs no second copy of it. Empty: there is no reference.
using Reference =
    std::function<void(std::string_view buffer, std::uint64_t first, std::span<double> out)>;

}  // namespace plumb
