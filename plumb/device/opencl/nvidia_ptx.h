// plumb/device/opencl/nvidia_ptx.h - what NVIDIA's OpenCL compiler makes of OpenCL C: PTX.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "plumb/device/device.h"

namespace plumb::device::opencl {

// PTX for the GPU at `bus_address`, as only NVIDIA's OpenCL can launch it. Absent where NVIDIA's
// OpenCL is not here or does not show that GPU. ErrorKind::device with the log where it refuses the
// source.
std::optional<std::string> nvidia_ptx(const Source& source, const std::string& bus_address);

}  // namespace plumb::device::opencl
