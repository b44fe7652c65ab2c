// plumb/device/cuda/ptxas.h - NVIDIA's assembler as a program, for where its library is absent.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace plumb::device::cuda {

// The program: $PLUMB_PTXAS, else the first `ptxas` on the search path, else that of
// /usr/local/cuda. ErrorKind::unavailable when none can be executed.
std::string find_ptxas();

// Whether $PLUMB_PTXAS chooses it, even where nvJitLink is here.
bool ptxas_is_chosen();

// "sm_90", or the name with its letter where the text is for that machine alone: ".target sm_90a"
// cannot be assembled for sm_90.
std::string machine_name(std::string_view ptx, unsigned architecture);

// Machine code for machine_name(ptx, architecture), through files in a folder of its own that is
// removed again. ErrorKind::device with the assembler's words, in which `name` stands for the file.
std::vector<std::byte> run_ptxas(const std::string& program, std::string_view ptx,
                                 const std::string& name, unsigned architecture, bool lines);

}  // namespace plumb::device::cuda
