// tests/device/cuda/cuda_case.h - a test with an open CUDA device; without one it is skipped and
// says why.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "plumb/device/open.h"
#include "tests/device/device_case.h"

namespace plumb::device::cuda {

class CudaDevice : public testing::Test {
 protected:
  void SetUp() override {
    const Found found = find_devices();
    for (std::size_t i = 0; i < found.devices.size(); ++i) {
      if (found.devices[i].backend == "cuda") device = open_device(std::to_string(i));
      if (device) return;
    }
    for (const MissingBackend& missing : found.missing) {
      if (missing.backend == "cuda") GTEST_SKIP() << "no CUDA device: " << missing.missing;
    }
  }

  std::unique_ptr<Kernel> kernel_of(const Source& from, const char* entry) {
    modules.push_back(device->load(from));
    return modules.back()->kernel(entry);
  }

  std::unique_ptr<Device> device;
  std::vector<std::unique_ptr<Module>> modules;
};

inline constexpr const char* ptx_text = R"(
.version 7.0
.target sm_70
.address_size 64
.visible .global .align 4 .u32 step[2] = {3, 4};
.visible .entry case_step(.param .u64 out)
{
  .reg .b64 %p;
  .reg .b32 %a, %b;
  ld.param.u64 %p, [out];
  ld.global.u32 %a, [step];
  ld.global.u32 %b, [step+4];
  mad.lo.u32 %a, %a, %b, %a;
  st.global.u32 [%p], %a;
  st.global.u32 [step], %a;
  ret;
}
)";

// 64 values alive at once, each needed at the end.
inline constexpr const char* hungry = R"(
extern "C" __global__ void case_hungry(double* x) {
  double v[64];
#pragma unroll
  for (int i = 0; i < 64; ++i) v[i] = x[threadIdx.x + i * 256];
  __syncthreads();
#pragma unroll
  for (int i = 0; i < 64; ++i) x[threadIdx.x + i * 256] = v[(i + 17) % 64] + 0.5 * v[i];
}
)";

}  // namespace plumb::device::cuda
