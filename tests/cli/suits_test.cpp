// tests/cli/suits_test.cpp - what a device is to the workloads.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "cli/suits.h"

#include <gtest/gtest.h>

namespace plumb::cli {
namespace {

Suits suits_of_gpu(const std::string& backend, const std::string& architecture,
                   Bytes local_memory = Bytes{232448}) {
  device::Info info;
  info.backend = backend;
  info.architecture = architecture;
  info.kind = device::Kind::gpu;
  info.local_memory = local_memory;
  return suits_of(info);
}

TEST(Suits, a_device_is_told_by_kind_back_end_and_architecture) {
  EXPECT_EQ(suits_of_gpu("cuda", "sm_90"), Suits::hopper);
  EXPECT_EQ(suits_of_gpu("cuda", "sm_100"), Suits::hopper);
  EXPECT_EQ(suits_of_gpu("cuda", "sm_120", Bytes{101376}), Suits::gpu) << "too little local memory";
  EXPECT_EQ(suits_of_gpu("cuda", "sm_89"), Suits::gpu);
  EXPECT_EQ(suits_of_gpu("opencl", "sm_90"), Suits::gpu) << "OpenCL C has no bulk copies";
  EXPECT_EQ(suits_of_gpu("opencl", ""), Suits::gpu);
  EXPECT_EQ(suits_of("cpu"), Suits::cpu);
  EXPECT_EQ(suits_of("other"), Suits::any);
}

}  // namespace
}  // namespace plumb::cli
