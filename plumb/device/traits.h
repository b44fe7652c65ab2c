// plumb/device/traits.h - what workloads and records may know of an opened device.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "plumb/device/device.h"
#include "plumb/records/traits.h"

namespace plumb::device {

DeviceTraits traits_of(const Info& info);

// Whether PTX and its machine code can be loaded: NVIDIA GPUs through CUDA.
bool loads_ptx(const Info& info);

// 90 for "sm_90"; 0 where the driver reports no such architecture.
unsigned architecture_number(const Info& info);

// What records say of it.
DeviceDescription describe(const Info& info);

}  // namespace plumb::device
