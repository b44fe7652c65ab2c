// plumb/device/cuda/open_cuda.h - the CUDA back end's entry: finds GPUs, opens one.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "plumb/device/open.h"

namespace plumb::device::cuda {

// Appends the GPUs that the CUDA driver shows to `found`, or what is missing for there to be any.
void find(Found& found);

// Opens the GPU that `info` (from find) describes.
std::unique_ptr<Device> open(const Info& info);

}  // namespace plumb::device::cuda
