// plumb/ptx/parse.h - reading PTX 6 to 9 as nvcc, NVRTC and NVIDIA's OpenCL write it.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "plumb/ptx/module.h"

namespace plumb::ptx {

inline constexpr unsigned newest_version = 9;  // of PTX; of a later one the grammar is not known

// Takes `text` apart. Instructions are read by their shape, so unknown ones are kept as they are.
// Input errors say `name:line:column: why`: no PTX at all, cut off in the middle, too new.
Module parse_module(std::string text, std::string name);

}  // namespace plumb::ptx
