// plumb/device/cuda/describe.h - what a GPU is, as the driver reports.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "plumb/device/cuda/api.h"
#include "plumb/device/device.h"

namespace plumb::device::cuda {

Info describe(const Api& api, int ordinal);

}  // namespace plumb::device::cuda
