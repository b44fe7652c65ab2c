// plumb/device/opencl/pocl_cache.h - why PoCL may show no device although it is installed.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "plumb/device/opencl/platforms.h"

namespace plumb::device::opencl {

// PoCL ends the process where POCL_CACHE_DIR is set to nothing: it is taken away.
void forget_empty_cache_folder();

// Where PoCL keeps compiled kernels: $POCL_CACHE_DIR, else the user's cache folder, else /tmp.
std::string pocl_cache_folder();

// What is wrong with a PoCL that has no device: without a cache folder it shows none.
PlatformProblem problem_of_pocl();

}  // namespace plumb::device::opencl
