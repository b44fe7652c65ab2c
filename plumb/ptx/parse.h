// plumb/ptx/parse.h - reading PTX 6 to 9 as nvcc, NVRTC and NVIDIA's OpenCL write it.
//
// Takes a PTX text apart without loss, so that it can be edited at any instruction and printed with
// every other byte unchanged. Needs neither a device nor a toolkit.
//
//   const Module module = parse_module(text, "kernel.ptx");
//   const Function& kernel = module.functions.front();
//   const Edit edit{.range = {kernel.body.begin, kernel.body.begin}, .text = "// first\n"};
//   const std::string edited = print(module, std::span(&edit, 1));   // plumb/ptx/print.h
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "plumb/ptx/module.h"

namespace plumb::ptx {

inline constexpr unsigned newest_version = 9;  // of PTX; of a later one the grammar is not known

// Takes `text` apart. Instructions are read by their shape, so unknown ones are kept as they are.
// Input errors read `name:line:column: why`: not PTX, cut off in the middle, too new.
Module parse_module(std::string text, std::string name);

}  // namespace plumb::ptx
