// plumb/device/opencl/platforms.h - the platforms and devices that the OpenCL loader knows.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "plumb/device/device.h"
#include "plumb/device/opencl/api.h"

namespace plumb::device::opencl {

// Who keeps compiled kernels from run to run. PoCL does, in its own folder (pocl_cache.h), each for
// the group sizes that it was launched with. Asked for the binary of a program, it would compile
// all its kernels once more, for any size: a third of the time of a first run.
enum class KeptKernels { by_us, by_driver };

struct Candidate {
  cl_platform_id platform = nullptr;
  cl_device_id device = nullptr;
  Info info;
  std::string build_options;
  std::string build_key;  // what a compiled kernel depends on: platform, device, driver
  KeptKernels kept_kernels = KeptKernels::by_us;
};

// A platform that offers nothing: why, and what would help.
struct PlatformProblem {
  std::string what;
  std::string remedy;
};

// All devices of all platforms. A platform that cannot be asked, and PoCL without a device, is left
// out and named in `problems`; no platform at all is none.
std::vector<Candidate> candidates(const Api& api, std::vector<PlatformProblem>& problems);

}  // namespace plumb::device::opencl
