// tests/device/cuda/cuda_refusals_test.cpp - what a CUDA device refuses, and how it says so.
//
// Needs a GPU: elsewhere every test is skipped and says why.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <cstdlib>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "plumb/base/error.h"
#include "plumb/device/out_of_memory.h"
#include "tests/device/cuda/cuda_case.h"
#include "tests/device/each_device.h"

namespace plumb::device::cuda {
namespace {

using testing::HasSubstr;

using CudaRefusal = CudaDevice;

TEST_F(CudaRefusal, more_local_memory_than_the_device_has_is_refused_with_both_sizes) {
  auto queue = device->queue();
  auto kernel =
      kernel_of(source("extern \"C\" __global__ void case_plain(unsigned* out) { out[0] = 1; }",
                       Language::cuda),
                "case_plain");
  auto buffer = zeros(*device, *queue, 1);
  Launch shape = items(32, 32);
  shape.local_bytes = device->info().local_memory + 1_KiB;

  EXPECT_THAT(refusal([&] { queue->launch(*kernel, shape, std::vector<Argument>{buffer.get()}); }),
              HasSubstr("the device has " + to_text(device->info().local_memory)));
  EXPECT_THAT(refusal([&] {
                device->load(
                    source("__kernel void case_static(__global uint* out) {\n"
                           "  __local uint tile[100000];\n"
                           "  tile[get_local_id(0)] = 1;\n"
                           "  barrier(CLK_LOCAL_MEM_FENCE);\n"
                           "  out[0] = tile[get_local_id(0) ^ 1];\n}\n"));
              }),
              HasSubstr("loading 'case.cl': cuModuleLoadDataEx: "));
}

TEST_F(CudaRefusal, a_group_with_too_many_registers_is_refused_with_the_numbers) {
  auto queue = device->queue();
  auto kernel = kernel_of(source(hungry, Language::cuda), "case_hungry");
  auto buffer = zeros(*device, *queue, 64 * 256 * 2);

  EXPECT_THAT(
      refusal(
          [&] { queue->launch(*kernel, items(1024, 1024), std::vector<Argument>{buffer.get()}); }),
      testing::MatchesRegex(".*launching kernel 'case_hungry'.*a group of 1024 work-items; this "
                            "kernel \\([0-9]+ registers per work-item\\) takes at most [0-9]+"));
}

TEST_F(CudaRefusal, a_grid_that_cuda_cannot_count_is_refused) {
  auto queue = device->queue();
  auto kernel = kernel_of(source("__kernel void case_none(__global uint* x) {}"), "case_none");
  auto buffer = zeros(*device, *queue, 1);
  Launch shape;
  shape.global = {1, 70000, 1};

  EXPECT_THAT(refusal([&] { queue->launch(*kernel, shape, std::vector<Argument>{buffer.get()}); }),
              HasSubstr("70000 groups along axis 1: CUDA takes at most 65535"));
}

TEST_F(CudaRefusal, an_argument_of_the_wrong_size_is_refused) {
  auto queue = device->queue();
  auto kernel =
      kernel_of(source("__kernel void case_n(__global uint* x, const ulong n) { x[0] = (uint)n; }"),
                "case_n");
  auto buffer = zeros(*device, *queue, 1);

  EXPECT_THAT(
      refusal([&] { queue->launch(*kernel, {}, std::vector<Argument>{buffer.get(), scalar(7U)}); }),
      HasSubstr("argument 1: a scalar of 4 bytes was given, the kernel takes 8 bytes"));
}

TEST_F(CudaRefusal, ptx_that_is_newer_than_the_driver_is_refused_with_both_versions) {
  std::string newer = ptx_text;
  newer.replace(newer.find("7.0"), 3, "99.9");

  EXPECT_THAT(
      refusal([&] { device->load(source(newer, Language::ptx)); }),
      testing::MatchesRegex("loading 'case.ptx': cuModuleLoadDataEx: "
                            "CUDA_ERROR_UNSUPPORTED_PTX_VERSION \\(222\\); the driver "
                            "\\(CUDA [0-9.]+\\) is too old for PTX 99.9: update it, or .*"));
}

TEST_F(CudaRefusal, without_nvrtc_ptx_still_loads_and_sources_name_the_way_out) {
  ::setenv("PLUMB_NVRTC_LIBRARY", "/no/such/nvrtc.so", 1);
  ::setenv("PLUMB_OPENCL_LIBRARY", "/no/such/OpenCL.so", 1);  // whose compiler could stand in
  ErrorKind kind{};

  EXPECT_NE(device->load(source(ptx_text, Language::ptx))->kernel("case_step"), nullptr);
  EXPECT_THAT(
      refusal([&] { device->load(source("__kernel void case_any(__global uint* x) {}")); }, &kind),
      testing::StartsWith(
          "compiling 'case.cl': NVRTC '/no/such/nvrtc.so' could not be opened; install NVRTC (CUDA "
          "toolkit 12.4 or later), load PTX instead, or choose an OpenCL device; NVIDIA's OpenCL"));
  EXPECT_EQ(kind, ErrorKind::unavailable);
  ::unsetenv("PLUMB_OPENCL_LIBRARY");
  ::unsetenv("PLUMB_NVRTC_LIBRARY");
}

TEST_F(CudaRefusal, memory_that_is_not_there_is_refused_with_what_is_free) {
  const Bytes all = device->info().memory;  // of which the context itself takes a part

  EXPECT_THAT(refusal([&] { device->allocate(all); }),
              testing::MatchesRegex("allocating .*: cuMemAlloc_v2: CUDA_ERROR_OUT_OF_MEMORY "
                                    "\\(2\\); .* of .* are free"));
  EXPECT_THROW((void)device->allocate(all), OutOfMemory);
}

TEST_F(CudaRefusal, an_illegal_access_names_the_kernel_and_the_process_ends_cleanly) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";  // a GPU does not survive a fork

  EXPECT_EXIT(
      {
        std::string message;
        {
          auto queue = device->queue();
          auto kernel =
              kernel_of(source("__kernel void case_wild(__global uint* x, const ulong far)"
                               " { x[far] = 1; }"),
                        "case_wild");
          auto buffer = zeros(*device, *queue, 1);
          queue->launch(*kernel, {},
                        std::vector<Argument>{buffer.get(), scalar(std::uint64_t{1} << 45U)});
          message = refusal([&] { queue->wait(); });
          try {
            (void)device->allocate(Bytes{64});
          } catch (const OutOfMemory&) {
            message = "a broken context is taken for a lack of memory";
          } catch (const Error&) {
          }
        }
        modules.clear();
        device.reset();
        fmt::print(stderr, "{}\n", message);
        std::exit(3);
      },
      testing::ExitedWithCode(3),
      "^kernel 'case_wild' failed: CUDA_ERROR_ILLEGAL_ADDRESS \\(700\\)");
}

TEST_F(CudaRefusal, an_illegal_access_seen_by_another_queue_blames_nobody_wrongly) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";

  EXPECT_EXIT(
      {
        auto wild_queue = device->queue();
        auto good_queue = device->queue();
        const auto both = source(
            "__kernel void case_wild(__global uint* x, const ulong far) { x[far] = 1; }\n"
            "__kernel void case_good(__global uint* x, const ulong near) { x[near] = 1; }\n");
        auto wild = kernel_of(both, "case_wild");
        auto good = kernel_of(both, "case_good");
        auto buffer = zeros(*device, *good_queue, 1);
        wild_queue->launch(*wild, {},
                           std::vector<Argument>{buffer.get(), scalar(std::uint64_t{1} << 45U)});
        std::string message = "nothing was thrown";
        for (int i = 0; i < 1000000 && message == "nothing was thrown"; ++i) {
          message = refusal([&] {
            good_queue->launch(*good, {},
                               std::vector<Argument>{buffer.get(), scalar(std::uint64_t{0})});
            good_queue->wait();
          });
        }
        fmt::print(stderr, "{}\n", message);
        std::exit(3);
      },
      testing::ExitedWithCode(3), "'case_wild'");
}

}  // namespace
}  // namespace plumb::device::cuda
