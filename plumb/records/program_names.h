// plumb/records/program_names.h - the words that program files use, for their writer and reader.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string_view>

namespace plumb {

inline constexpr std::string_view program_schema = "plumbline.program/1";

inline constexpr std::array<std::string_view, 7> fill_names{"none",   "zero",   "constant", "index",
                                                            "random", "values", "blobs"};
inline constexpr std::array<std::string_view, 3> language_names{"opencl-c", "cuda", "ptx"};
inline constexpr std::array<std::string_view, 3> direction_names{"in", "out", "within"};
inline constexpr std::array<std::string_view, 6> comparison_names{"<", "<=", ">", ">=", "==", "!="};

}  // namespace plumb
