// tests/device/cuda/cuda_device_test.cpp - what only CUDA devices can do.
//
// Needs a GPU: elsewhere every test is skipped and says why.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <cstdlib>
#include <numeric>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "plumb/base/error.h"
#include "plumb/device/cuda/api.h"
#include "plumb/device/open.h"
#include "tests/device/device_case.h"
#include "tests/device/each_device.h"

namespace plumb::device::cuda {
namespace {

using testing::Each;
using testing::ElementsAre;
using testing::HasSubstr;

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

TEST_F(CudaDevice, says_clocks_cache_bandwidth_and_architecture) {
  const Info& info = device->info();

  EXPECT_GT(info.clock.value, 1e8);
  EXPECT_GT(info.memory_clock.value, 1e8);
  EXPECT_GT(info.peak_bandwidth.value, 1e9);
  EXPECT_GT(info.cache, 1_KiB);
  EXPECT_THAT(info.architecture, testing::StartsWith("sm_"));
  EXPECT_FALSE(info.bus_address.empty());
}

TEST_F(CudaDevice, the_same_gpu_through_opencl_has_the_same_bus_address_and_cuda_wins) {
  const Found found = find_devices();
  const Info& first = found.devices.front();

  EXPECT_EQ(first.backend, "cuda");
  for (const Info& info : found.devices) {
    if (info.backend != "opencl" || info.kind != Kind::gpu) continue;
    EXPECT_EQ(info.bus_address, first.bus_address);
    EXPECT_EQ(select_device(found, info.name), 0U);
    EXPECT_GT(select_device(found, "opencl:" + info.name), 0U);
  }
}

TEST_F(CudaDevice, a_cuda_source_runs) {
  auto queue = device->queue();
  auto kernel = kernel_of(source(R"(
extern "C" __global__ void case_shuffle(unsigned* out) {
  out[threadIdx.x] = __shfl_xor_sync(0xffffffffu, threadIdx.x, 5);
}
)",
                                 Language::cuda),
                          "case_shuffle");
  auto buffer = zeros(*device, *queue, 32);

  queue->launch(*kernel, items(32, 32), std::vector<Argument>{buffer.get()});

  const auto found = values(*queue, *buffer);
  for (std::uint32_t i = 0; i < 32; ++i) EXPECT_EQ(found[i], i ^ 5U);
}

constexpr const char* ptx_text = R"(
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

TEST_F(CudaDevice, ptx_is_loaded_directly_and_its_globals_are_read_and_written_by_name) {
  auto queue = device->queue();
  auto module = device->load(source(ptx_text, Language::ptx));
  auto kernel = module->kernel("case_step");
  auto step = module->global("step");
  auto buffer = zeros(*device, *queue, 1);
  const std::vector<std::uint32_t> written{5, 6};

  EXPECT_EQ(step->size(), Bytes{8});
  EXPECT_THAT(values(*queue, *step), ElementsAre(3U, 4U));
  queue->write(*step, {}, std::as_bytes(std::span(written)));
  queue->launch(*kernel, {}, std::vector<Argument>{buffer.get()});

  EXPECT_THAT(values(*queue, *buffer), ElementsAre(35U));
  EXPECT_THAT(values(*queue, *step), ElementsAre(35U, 6U));
  EXPECT_THAT(refusal([&] { module->global("stride"); }),
              HasSubstr("taking global 'stride' from 'case.ptx': CUDA_ERROR_NOT_FOUND (500)"));
}

TEST_F(CudaDevice, dynamic_local_memory_above_48_kib_is_granted) {
  const std::uint64_t bytes = device->info().local_memory.count;
  ASSERT_GT(bytes, 48U * 1024) << "the device grants no more";
  auto queue = device->queue();
  auto kernel = kernel_of(source(R"(
extern "C" __global__ void case_dynamic(unsigned* out, unsigned words) {
  extern __shared__ unsigned tile[];
  for (unsigned i = threadIdx.x; i < words; i += blockDim.x) tile[i] = 3 * i;
  __syncthreads();
  for (unsigned i = threadIdx.x; i < words; i += blockDim.x) out[i] = tile[words - 1 - i];
}
)",
                                 Language::cuda),
                          "case_dynamic");
  const auto words = static_cast<std::uint32_t>(bytes / 4);
  auto buffer = zeros(*device, *queue, words);
  Launch shape = items(256, 256);
  shape.local_bytes = Bytes{bytes};

  queue->launch(*kernel, shape, std::vector<Argument>{buffer.get(), scalar(words)});

  const auto found = values(*queue, *buffer);
  for (std::uint32_t i = 0; i < words; ++i) ASSERT_EQ(found[i], 3 * (words - 1 - i));
  EXPECT_EQ(kernel->resident_groups(shape), 1U);
}

TEST_F(CudaDevice, more_local_memory_than_the_device_has_is_refused_with_both_sizes) {
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

// 64 values alive at once, each needed at the end.
constexpr const char* hungry = R"(
extern "C" __global__ void __launch_bounds__(256, 1) case_hungry(double* x) {
  double v[64];
#pragma unroll
  for (int i = 0; i < 64; ++i) v[i] = x[threadIdx.x + i * 256];
  __syncthreads();
#pragma unroll
  for (int i = 0; i < 64; ++i) x[threadIdx.x + i * 256] = v[63 - i] * v[i];
}
)";

TEST_F(CudaDevice, registers_resident_groups_and_local_bytes_are_known) {
  auto kernel = kernel_of(source(hungry, Language::cuda), "case_hungry");

  const Resources resources = kernel->resources();

  ASSERT_TRUE(resources.registers);
  EXPECT_GE(*resources.registers, 128U);
  EXPECT_LE(resources.largest_group, 256U);
  const auto resident = kernel->resident_groups(items(256, 256));
  ASSERT_TRUE(resident);
  EXPECT_GE(*resident, 1U);
  EXPECT_LE(*resident, 65536 / (*resources.registers * 256));
}

TEST_F(CudaDevice, a_group_with_too_many_registers_is_refused_with_the_numbers) {
  auto queue = device->queue();
  auto kernel = kernel_of(source(hungry, Language::cuda), "case_hungry");
  auto buffer = zeros(*device, *queue, 64 * 256 * 2);

  EXPECT_THAT(
      refusal(
          [&] { queue->launch(*kernel, items(1024, 1024), std::vector<Argument>{buffer.get()}); }),
      testing::MatchesRegex(".*launching kernel 'case_hungry'.*a group of 1024 work-items: its "
                            "[0-9]+ registers per work-item allow 256"));
}

TEST_F(CudaDevice, a_cooperative_launch_meets_at_a_grid_barrier) {
  auto queue = device->queue();
  auto kernel = kernel_of(source(R"(
extern "C" __global__ void case_grid(unsigned* arrived, unsigned* out) {
  if (threadIdx.x == 0) {
    __threadfence();
    atomicAdd(arrived, 1);
    while (*(volatile unsigned*)arrived < gridDim.x) {}
    __threadfence();
  }
  __syncthreads();
  if (threadIdx.x == 0) out[blockIdx.x] = *(volatile unsigned*)arrived;
}
)",
                                 Language::cuda),
                          "case_grid");
  const auto groups = *kernel->resident_groups(items(64, 64)) * device->info().compute_units;
  auto arrived = zeros(*device, *queue, 1);
  auto out = zeros(*device, *queue, groups);
  Launch shape = items(64 * groups, 64);
  shape.cooperative = true;
  const std::vector<Argument> arguments{arrived.get(), out.get()};

  queue->launch(*kernel, shape, arguments);

  EXPECT_THAT(values(*queue, *out), Each(static_cast<std::uint32_t>(groups)));
  shape.global[0] += 64;
  EXPECT_THAT(refusal([&] { queue->launch(*kernel, shape, arguments); }),
              HasSubstr("CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE (720)"));
}

TEST_F(CudaDevice, a_cluster_reads_the_local_memory_of_its_neighbour) {
  if (std::stoi(device->info().architecture.substr(3)) < 90)
    GTEST_SKIP() << "no clusters before sm_90";
  auto queue = device->queue();
  auto kernel = kernel_of(source(R"(
extern "C" __global__ void case_cluster(unsigned* out) {
  __shared__ unsigned mine;
  unsigned rank, size;
  asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
  asm volatile("mov.u32 %0, %%cluster_nctarank;" : "=r"(size));
  if (threadIdx.x == 0) mine = 100 * blockIdx.x + size;
  asm volatile("barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned;" ::: "memory");
  unsigned here = (unsigned)__cvta_generic_to_shared(&mine), there, value;
  asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(there) : "r"(here), "r"((rank + 1) % size));
  asm volatile("ld.shared::cluster.u32 %0, [%1];" : "=r"(value) : "r"(there) : "memory");
  if (threadIdx.x == 0) out[blockIdx.x] = value;
  asm volatile("barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned;" ::: "memory");
}
)",
                                 Language::cuda),
                          "case_cluster");
  auto out = zeros(*device, *queue, 8);
  Launch shape = items(8 * 32, 32);
  shape.cluster = {4, 1, 1};

  queue->launch(*kernel, shape, std::vector<Argument>{out.get()});

  EXPECT_THAT(values(*queue, *out), ElementsAre(104, 204, 304, 4, 504, 604, 704, 404));
}

TEST_F(CudaDevice, an_image_is_a_texture_object_in_a_cuda_source) {
  auto queue = device->queue();
  auto image =
      device->image({.component = Component::f32, .components = 1, .width = 4, .height = 2});
  std::vector<float> pixels{0, 1, 2, 3, 4, 5, 6, 7};
  queue->write(*image, bytes_of(pixels));
  auto kernel = kernel_of(source(R"(
extern "C" __global__ void case_texture(cudaTextureObject_t image, float* out) {
  out[0] = tex2D<float>(image, 1.5f, 1.5f);
  out[1] = tex2D<float>(image, 2.0f, 0.5f);
}
)",
                                 Language::cuda),
                          "case_texture");
  auto out = device->allocate(Bytes{8});

  queue->launch(*kernel, {}, std::vector<Argument>{image.get(), out.get()});

  EXPECT_THAT(values<float>(*queue, *out), ElementsAre(5.0F, 1.5F));
}

TEST_F(CudaDevice, a_grid_that_cuda_cannot_count_is_refused) {
  auto queue = device->queue();
  auto kernel = kernel_of(source("__kernel void case_none(__global uint* x) {}"), "case_none");
  auto buffer = zeros(*device, *queue, 1);
  Launch shape;
  shape.global = {1, 70000, 1};

  EXPECT_THAT(refusal([&] { queue->launch(*kernel, shape, std::vector<Argument>{buffer.get()}); }),
              HasSubstr("70000 groups along axis 1: CUDA takes at most 65535"));
}

TEST_F(CudaDevice, an_argument_of_the_wrong_size_is_refused) {
  auto queue = device->queue();
  auto kernel =
      kernel_of(source("__kernel void case_n(__global uint* x, const ulong n) { x[0] = (uint)n; }"),
                "case_n");
  auto buffer = zeros(*device, *queue, 1);

  EXPECT_THAT(
      refusal([&] { queue->launch(*kernel, {}, std::vector<Argument>{buffer.get(), scalar(7U)}); }),
      HasSubstr("argument 1: a scalar of 4 bytes was given, the kernel takes 8 bytes"));
}

TEST_F(CudaDevice, ptx_that_is_newer_than_the_driver_is_refused_with_both_versions) {
  std::string newer = ptx_text;
  newer.replace(newer.find("7.0"), 3, "99.9");

  EXPECT_THAT(
      refusal([&] { device->load(source(newer, Language::ptx)); }),
      testing::MatchesRegex("loading 'case.ptx': cuModuleLoadDataEx: "
                            "CUDA_ERROR_UNSUPPORTED_PTX_VERSION \\(222\\); the driver "
                            "\\(CUDA [0-9.]+\\) is too old for PTX 99.9: update it, or .*"));
}

TEST_F(CudaDevice, without_nvrtc_ptx_still_loads_and_sources_name_the_way_out) {
  ::setenv("PLUMB_NVRTC_LIBRARY", "/no/such/nvrtc.so", 1);
  ErrorKind kind{};

  EXPECT_NE(device->load(source(ptx_text, Language::ptx))->kernel("case_step"), nullptr);
  EXPECT_EQ(
      refusal([&] { device->load(source("__kernel void case_any(__global uint* x) {}")); }, &kind),
      "compiling 'case.cl': NVRTC '/no/such/nvrtc.so' could not be opened; install NVRTC (CUDA "
      "toolkit 12.4 or later), load PTX instead, or choose an OpenCL device");
  EXPECT_EQ(kind, ErrorKind::unavailable);
  ::unsetenv("PLUMB_NVRTC_LIBRARY");
}

TEST_F(CudaDevice, memory_that_is_not_there_is_refused_with_what_is_free) {
  const Bytes most{device->info().memory.count / 8 * 7};
  auto first = device->allocate(most);

  EXPECT_THAT(
      refusal([&] { device->allocate(most); }),
      testing::MatchesRegex("allocating .*: cuMemAlloc_v2: CUDA_ERROR_OUT_OF_MEMORY \\(2\\); "
                            ".* of .* are free"));
}

TEST_F(CudaDevice, an_illegal_access_names_the_kernel_and_the_process_ends_cleanly) {
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
        }
        modules.clear();
        device.reset();
        fmt::print(stderr, "{}\n", message);
        std::exit(3);
      },
      testing::ExitedWithCode(3),
      "^kernel 'case_wild' failed: CUDA_ERROR_ILLEGAL_ADDRESS \\(700\\)");
}

TEST_F(CudaDevice, a_thousand_lives_of_everything_leak_no_device_memory) {
  const Api api = load_api();
  const auto free_memory = [&] {
    std::size_t free_bytes = 0;
    std::size_t total_bytes = 0;
    require(api, api.cuMemGetInfo_v2(&free_bytes, &total_bytes), "cuMemGetInfo_v2");
    return static_cast<std::int64_t>(free_bytes);
  };
  const auto live = [&] {
    auto queue = device->queue();
    auto second = device->queue();
    auto module = device->load(source(ptx_text, Language::ptx));
    auto kernel = module->kernel("case_step");
    auto buffer = device->allocate(1_MiB);
    auto host = device->allocate_host(4_KiB);
    auto image =
        device->image({.component = Component::f32, .components = 4, .width = 64, .height = 64});
    const std::vector<Argument> arguments{buffer.get()};
    const auto batch = queue->record([&](Queue& recorder) {
      for (int i = 0; i < 4; ++i) recorder.launch(*kernel, {}, arguments);
    });
    auto start = queue->mark();
    queue->launch(*kernel, {}, arguments);
    queue->replay(*batch);
    second->wait_for(*queue->mark());
    second->read(host->bytes(), *buffer, {});
    second->wait();
    queue->wait();
  };

  for (int i = 0; i < 20; ++i) live();  // the driver's own pools fill
  const std::int64_t before = free_memory();
  for (int i = 0; i < 1000; ++i) live();
  const std::int64_t lost = before - free_memory();

  RecordProperty("lost_bytes", std::to_string(lost));
  EXPECT_LT(lost, 2 << 20) << "of at least 1000 MiB allocated: the driver's granule is 2 MiB";
}

TEST_F(CudaDevice, the_monitor_tells_clocks_and_power) {
  const auto state = device->state();
  if (!state) GTEST_SKIP() << "NVML is not here";

  ASSERT_TRUE(state->clock);
  EXPECT_GT(state->clock->value, 1e8);
  ASSERT_TRUE(state->power_watts);
  EXPECT_GT(*state->power_watts, 1);
}

TEST_F(CudaDevice, two_queues_run_at_once) {
  auto kernel = kernel_of(source(R"(
extern "C" __global__ void case_meet(volatile unsigned* flags, unsigned mine, unsigned other) {
  flags[mine] = 1;
  __threadfence();
  for (long long i = 0; i < 20000000 && flags[other] == 0; ++i) {}
  flags[2 + mine] = flags[other];
}
)",
                                 Language::cuda),
                          "case_meet");
  auto first = device->queue();
  auto second = device->queue();
  auto flags = zeros(*device, *first, 4);

  first->launch(*kernel, {}, std::vector<Argument>{flags.get(), scalar(0U), scalar(1U)});
  second->launch(*kernel, {}, std::vector<Argument>{flags.get(), scalar(1U), scalar(0U)});
  second->wait();

  EXPECT_THAT(values(*first, *flags), Each(1U)) << "each saw the other while it ran";
}

}  // namespace
}  // namespace plumb::device::cuda
