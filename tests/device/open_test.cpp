// tests/device/open_test.cpp - choosing a device by index, name or back end.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/device/open.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/device/each_device.h"

namespace plumb::device {
namespace {

using testing::HasSubstr;

Info info(std::string name, std::string platform, Kind kind) {
  Info made;
  made.backend = "opencl";
  made.name = std::move(name);
  made.platform = std::move(platform);
  made.platform_version =
      made.platform.starts_with("Portable") ? "OpenCL 3.0 PoCL 3.1" : "OpenCL 3.0";
  made.kind = kind;
  return made;
}

Found three_devices() {
  return {.devices = {info("NVIDIA H200", "NVIDIA CUDA", Kind::gpu),
                      info("NVIDIA A100", "NVIDIA CUDA", Kind::gpu),
                      info("pthread--0xd40", "Portable Computing Language", Kind::cpu)},
          .missing = {}};
}

TEST(SelectDevice, takes_an_index_a_substring_in_any_case_or_a_back_end_and_one_of_these) {
  const Found found = three_devices();

  EXPECT_EQ(select_device(found, ""), 0U);
  EXPECT_EQ(select_device(found, "2"), 2U);
  EXPECT_EQ(select_device(found, "100"), 1U) << "no such index, but part of a name";
  EXPECT_EQ(select_device(found, "h200"), 0U);
  EXPECT_EQ(select_device(found, "portable"), 2U);
  EXPECT_EQ(select_device(found, "pocl"), 2U);
  EXPECT_EQ(select_device(found, "opencl:a100"), 1U);
}

TEST(SelectDevice, one_gpu_through_two_back_ends_is_not_ambiguous) {
  Found found = three_devices();
  found.devices.insert(found.devices.begin(), found.devices.front());
  found.devices[0].backend = "cuda";
  found.devices[0].bus_address = found.devices[1].bus_address = "0000:06:00.0";

  EXPECT_EQ(select_device(found, "h200"), 0U) << "CUDA serves";
  EXPECT_EQ(select_device(found, "cuda:h200"), 0U);
  EXPECT_EQ(select_device(found, "opencl:h200"), 1U);
  EXPECT_EQ(select_device(found, "a100"), 2U);
  EXPECT_EQ(refusal([&] { (void)select_device(found, "nvidia"); }),
            "'nvidia' matches 2 devices; use an index or more of the name");
}

TEST(FindDevices, one_gpu_has_one_cache_and_one_memory_through_two_back_ends) {
  std::vector<Info> devices = three_devices().devices;
  devices.push_back(devices.front());
  devices[3].backend = "cuda";
  devices[3].bus_address = devices[0].bus_address = "0000:06:00.0";
  devices[3].cache = Bytes{60U << 20U};
  devices[3].peak_bandwidth = {4.8e12};
  devices[0].cache = devices[1].cache = Bytes{4U << 20U};

  share_what_is_known_of_one_gpu(devices);

  EXPECT_EQ(devices[0].cache, Bytes{60U << 20U});
  EXPECT_EQ(devices[0].peak_bandwidth.value, 4.8e12);
  EXPECT_EQ(devices[1].cache, Bytes{4U << 20U}) << "another GPU";
}

// Where a GPU is shown twice here, too.
TEST(FindDevices, shows_one_gpu_with_one_cache) {
  const Found found = find_devices();
  std::size_t pairs = 0;
  for (const Info& one : found.devices) {
    for (const Info& other : found.devices) {
      if (one.bus_address.empty() || one.bus_address != other.bus_address) continue;
      EXPECT_EQ(one.cache, other.cache) << one.backend << " " << other.backend;
      pairs += one.backend != other.backend ? 1 : 0;
    }
  }
  if (pairs == 0) GTEST_SKIP() << "no GPU that two back ends show";
}

TEST(SelectDevice, an_ambiguous_name_lists_what_exists) {
  ErrorKind kind{};
  std::string detail;

  const std::string text =
      refusal([] { (void)select_device(three_devices(), "nvidia"); }, &kind, &detail);

  EXPECT_EQ(text, "'nvidia' matches 2 devices; use an index or more of the name");
  EXPECT_EQ(kind, ErrorKind::unavailable);
  EXPECT_THAT(detail, HasSubstr("0  opencl:NVIDIA H200 (NVIDIA CUDA)"));
}

TEST(SelectDevice, an_unknown_name_or_index_is_refused) {
  EXPECT_EQ(refusal([] { (void)select_device(three_devices(), "radeon"); }),
            "no device matches 'radeon'");
  EXPECT_EQ(refusal([] { (void)select_device(three_devices(), "7"); }), "no device matches '7'");
  EXPECT_EQ(refusal([] { (void)select_device(three_devices(), "cuda:h200"); }),
            "no device matches 'cuda:h200'");
}

TEST(SelectDevice, without_any_device_the_missing_back_ends_and_remedies_are_told) {
  const Found found{.devices = {},
                    .missing = {{"opencl", "no driver answers", "install pocl-opencl-icd"}}};

  EXPECT_EQ(refusal([&] { (void)select_device(found, ""); }),
            "no device found; opencl: no driver answers; install pocl-opencl-icd");
}

TEST(FindDevices, cuda_comes_before_opencl_and_gpus_before_cpus) {
  const Found found = find_devices();

  bool cpu_seen = false;
  bool opencl_seen = false;
  for (const Info& device : found.devices) {
    EXPECT_FALSE(cpu_seen && device.kind == Kind::gpu);
    EXPECT_FALSE(opencl_seen && device.backend == "cuda");
    cpu_seen = cpu_seen || device.kind == Kind::cpu;
    opencl_seen = opencl_seen || device.backend == "opencl";
  }
}

}  // namespace
}  // namespace plumb::device
