// tests/device/traits_test.cpp - what workloads may know of a device, from what its driver says.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/device/traits.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace plumb::device {
namespace {

Info gpu(const std::string& backend, const std::string& architecture) {
  Info info;
  info.backend = backend;
  info.architecture = architecture;
  info.kind = Kind::gpu;
  info.compute_units = 132;
  info.local_memory = Bytes{232448};
  info.doubles = true;
  return info;
}

TEST(Traits, bulk_copies_are_those_of_cuda_from_hopper_on) {
  EXPECT_TRUE(traits_of(gpu("cuda", "sm_90")).bulk_copies);
  EXPECT_TRUE(traits_of(gpu("cuda", "sm_120")).bulk_copies);
  EXPECT_FALSE(traits_of(gpu("cuda", "sm_89")).bulk_copies);
  EXPECT_FALSE(traits_of(gpu("opencl", "sm_90")).bulk_copies) << "OpenCL C has none";
  EXPECT_FALSE(traits_of(gpu("opencl", "")).bulk_copies);
}

TEST(Traits, clusters_are_those_of_cuda_from_hopper_on) {
  EXPECT_EQ(traits_of(gpu("cuda", "sm_90")).largest_cluster, 16U);
  EXPECT_EQ(traits_of(gpu("cuda", "sm_100")).largest_cluster, 16U);
  EXPECT_EQ(traits_of(gpu("cuda", "sm_120")).largest_cluster, 8U);
  EXPECT_EQ(traits_of(gpu("cuda", "sm_89")).largest_cluster, 0U);
  EXPECT_EQ(traits_of(gpu("opencl", "sm_90")).largest_cluster, 0U) << "OpenCL C has none";
}

TEST(Traits, ptx_is_loaded_through_cuda) {
  EXPECT_TRUE(loads_ptx(gpu("cuda", "sm_90")));
  EXPECT_FALSE(loads_ptx(gpu("opencl", "sm_90")));
}

TEST(Traits, an_architecture_is_a_number) {
  EXPECT_EQ(architecture_number(gpu("cuda", "sm_90")), 90U);
  EXPECT_EQ(architecture_number(gpu("cuda", "sm_120")), 120U);
  for (const char* other : {"", "sm_", "gfx90a", "90"})
    EXPECT_EQ(architecture_number(gpu("opencl", other)), 0U) << other;
}

TEST(Traits, a_record_keeps_all_of_them) {
  Info info = gpu("cuda", "sm_90");
  info.largest_group = 1024;
  for (const bool able : {true, false}) {
    info.doubles = info.images = able;
    const Json json = to_json(describe(info));
    const DeviceTraits kept = plumb::traits_of(device_from_json(JsonView(json, "device")));

    EXPECT_EQ(kept.kind, DeviceKind::gpu);
    EXPECT_EQ(kept.compute_units, 132U);
    EXPECT_EQ(kept.local_memory, Bytes{232448});
    EXPECT_EQ(kept.largest_group, 1024U);
    EXPECT_EQ(kept.largest_cluster, 16U);
    EXPECT_TRUE(kept.bulk_copies);
    EXPECT_EQ(kept.doubles, able);
    EXPECT_EQ(kept.images, able);
  }
}

TEST(Traits, a_record_of_before_says_nothing_of_local_memory_and_clusters) {
  Json json = to_json(describe(gpu("cuda", "sm_90")));
  json.erase("abilities");
  const DeviceTraits traits = plumb::traits_of(device_from_json(JsonView(json, "device")));

  EXPECT_EQ(traits.compute_units, 132U);
  EXPECT_EQ(traits.local_memory, Bytes{0});
  EXPECT_EQ(traits.largest_cluster, 0U);
  EXPECT_FALSE(traits.bulk_copies);
}

TEST(Traits, kind_units_and_memory_are_the_drivers) {
  const DeviceTraits traits = traits_of(gpu("cuda", "sm_90"));

  EXPECT_EQ(traits.kind, DeviceKind::gpu);
  EXPECT_EQ(traits.compute_units, 132U);
  EXPECT_EQ(traits.local_memory, Bytes{232448});
  EXPECT_TRUE(traits.doubles);
  EXPECT_FALSE(traits.images);
  Info other;
  other.kind = Kind::other;
  EXPECT_EQ(traits_of(other).kind, DeviceKind::any);
}

TEST(Traits, the_kind_of_a_record_is_what_it_says) {
  DeviceDescription known = describe(gpu("cuda", "sm_90"));
  EXPECT_EQ(plumb::traits_of(known).kind, DeviceKind::gpu);
  known.kind = "cpu";
  EXPECT_EQ(plumb::traits_of(known).kind, DeviceKind::cpu);
}

}  // namespace
}  // namespace plumb::device
