// plumb/device/opencl/build.h - from OpenCL C to a program that a driver has compiled.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "plumb/device/device.h"
#include "plumb/device/opencl/api.h"
#include "plumb/device/opencl/latest_programs.h"
#include "plumb/device/opencl/platforms.h"

namespace plumb::device::opencl {

using BuiltPrograms = LatestPrograms<Handle<cl_program>>;
using SharedProgram = BuiltPrograms::Shared;

// A context with this one device.
Handle<cl_context> context_of(const Api& api, const Candidate& device);

// Builds the source, or takes the binary that an earlier run stored for the same device and driver,
// unless the driver keeps what it compiles: then one of `latest`, for even to find its own takes
// PoCL 30 ms.
// ErrorKind::device with the compiler's log, its places as name:line:column.
SharedProgram build(const Api& api, cl_context context, const Candidate& device,
                    BuiltPrograms& latest, const Source& source);

}  // namespace plumb::device::opencl
