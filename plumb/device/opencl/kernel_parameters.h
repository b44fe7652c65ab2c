// plumb/device/opencl/kernel_parameters.h - what the driver reports of a kernel's parameters.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "plumb/device/device.h"
#include "plumb/device/opencl/api.h"
#include "plumb/device/opencl/typedefs.h"

namespace plumb::device::opencl {

// Their number is always known; the rest where the driver keeps argument information, which OpenCL
// promises of programs built from source only.
std::vector<Parameter> parameters_of(const Api& api, cl_kernel kernel, const Typedefs& typedefs);

}  // namespace plumb::device::opencl
