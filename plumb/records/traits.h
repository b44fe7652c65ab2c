// plumb/records/traits.h - what a workload may know of the device that it will run on.
//
// Made by `device` from what the driver reports, or from a record's description of a device that is
// not here. A workload chooses defaults by it and never asks for a vendor or a back end:
//
//   const DeviceTraits traits = device::traits_of(device->info());
//   const Settings settings = settings_for(workload_named("himeno"), traits, {});
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

#include "plumb/base/units.h"
#include "plumb/records/provenance.h"

namespace plumb {

// `any`: of a variant, that it suits every device; of a device, that its kind is not known.
enum class DeviceKind { any, gpu, cpu };

DeviceKind device_kind_from_name(std::string_view name);  // "gpu", "cpu"; any other is `any`
std::string_view name_of(DeviceKind kind);

struct DeviceTraits {
  DeviceKind kind = DeviceKind::any;
  std::uint64_t compute_units = 0;  // 0: not known
  Bytes local_memory{};             // that a group may use; 0: not known
  std::uint64_t largest_group = 0;  // items; 0: not known
  bool bulk_copies = false;         // CUDA from Hopper on
  // Groups that can read and write each other's local memory at most; 0: none can, or not known.
  std::uint64_t largest_cluster = 0;
  bool doubles = true;
  bool images = true;  // that kernels can sample
};

// Of a device that is known by its record alone; one without abilities says nothing of local
// memory, bulk copies and clusters.
DeviceTraits traits_of(const DeviceDescription& device);

}  // namespace plumb
