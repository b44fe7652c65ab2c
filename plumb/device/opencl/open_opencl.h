// plumb/device/opencl/open_opencl.h - the OpenCL back end's entry: finds devices, opens one.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "plumb/device/open.h"

namespace plumb::device::opencl {

// Appends the OpenCL devices to `found`, or what is missing for there to be any.
void find(Found& found);

// Opens the device that `info` (from find) describes.
std::unique_ptr<Device> open(const Info& info);

}  // namespace plumb::device::opencl
