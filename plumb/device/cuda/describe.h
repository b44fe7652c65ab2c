// plumb/device/cuda/describe.h - what a GPU is, as the driver reports.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "plumb/device/cuda/api.h"
#include "plumb/device/device.h"

namespace plumb::device::cuda {

Info describe(const Api& api, int ordinal);

// 90 for "sm_90".
unsigned capability(const Info& info);

}  // namespace plumb::device::cuda
