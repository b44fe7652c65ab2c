// plumb/device/cuda/types.h - the CUDA driver's types and numbers, as far as we use them.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace plumb::device::cuda {

using Result = int;
using DeviceId = int;
using DevicePointer = std::uint64_t;
using Texture = std::uint64_t;
using Context = struct CUctx_st*;
using ModuleHandle = struct CUmod_st*;
using Function = struct CUfunc_st*;
using Stream = struct CUstream_st*;
using Event = struct CUevent_st*;
using Graph = struct CUgraph_st*;
using ExecutableGraph = struct CUgraphExec_st*;
using Array = struct CUarray_st*;

namespace result {
inline constexpr Result success = 0;
inline constexpr Result out_of_memory = 2;
inline constexpr Result no_device = 100;
inline constexpr Result ecc_uncorrectable = 214;
inline constexpr Result unsupported_ptx_version = 222;
inline constexpr Result contained = 226;
inline constexpr Result illegal_address = 700;
inline constexpr Result launch_timeout = 702;
inline constexpr Result primary_context_active = 708;
inline constexpr Result assertion = 710;
inline constexpr Result hardware_stack_error = 714;
inline constexpr Result launch_failed = 719;
inline constexpr Result tensor_memory_leak = 721;
}  // namespace result

namespace attribute {  // of a device
inline constexpr int largest_group = 1;
inline constexpr int clock_khz = 13;
inline constexpr int multiprocessors = 16;
inline constexpr int integrated = 18;
inline constexpr int memory_clock_khz = 36;
inline constexpr int memory_bus_bits = 37;
inline constexpr int l2_bytes = 38;
inline constexpr int capability_major = 75;
inline constexpr int capability_minor = 76;
inline constexpr int unit_shared_memory = 81;
inline constexpr int unit_registers = 82;
inline constexpr int shared_memory_on_request = 97;
inline constexpr int clusters = 120;
}  // namespace attribute

namespace function_attribute {
inline constexpr int largest_group = 0;
inline constexpr int static_shared_bytes = 1;
inline constexpr int local_bytes = 3;
inline constexpr int registers = 4;
inline constexpr int dynamic_shared_bytes = 8;
inline constexpr int large_clusters_allowed = 14;
}  // namespace function_attribute

// A launch attribute is a number and 64 bytes, of which we use the first three words.
struct LaunchAttribute {
  static constexpr int cooperative = 2;
  static constexpr int cluster = 4;
  alignas(8) int id = 0;
  alignas(8) std::array<unsigned, 16> value{};
};

struct LaunchConfiguration {
  unsigned grid[3] = {1, 1, 1};
  unsigned block[3] = {1, 1, 1};
  unsigned shared_bytes = 0;
  Stream stream = nullptr;
  LaunchAttribute* attributes = nullptr;
  unsigned attribute_count = 0;
};

struct ArrayDescriptor {
  std::size_t width = 0;
  std::size_t height = 0;
  std::size_t depth = 0;
  int format = 0;
  unsigned channels = 0;
  unsigned flags = 0;
};

namespace array_format {
inline constexpr int u8 = 0x01;
inline constexpr int u16 = 0x02;
inline constexpr int u32 = 0x03;
inline constexpr int i32 = 0x0a;
inline constexpr int f32 = 0x20;
}  // namespace array_format

// One side of a 3-D copy.
struct CopySide {
  static constexpr int host = 1;
  static constexpr int array = 3;
  std::size_t x_bytes = 0;
  std::size_t y = 0;
  std::size_t z = 0;
  std::size_t level = 0;
  int kind = host;
  const void* host_memory = nullptr;
  DevicePointer device_memory = 0;
  Array array_memory = nullptr;
  void* reserved = nullptr;
  std::size_t pitch = 0;
  std::size_t height = 0;
};

struct Copy3d {
  CopySide from;
  CopySide to;
  std::size_t width_bytes = 0;
  std::size_t height = 0;
  std::size_t depth = 0;
};

// Kind 0 is an array; the driver's union is 32 words, of which the first holds it.
struct ResourceDescriptor {
  int kind = 0;
  union {
    Array array;
    int reserved[32] = {};
  };
  unsigned flags = 0;
};

struct TextureDescriptor {
  static constexpr int wrap = 0;
  static constexpr int edge = 1;
  static constexpr int mirror = 2;
  static constexpr int border = 3;
  static constexpr int nearest = 0;
  static constexpr int linear = 1;
  static constexpr unsigned as_integer = 1;
  static constexpr unsigned normalized_coordinates = 2;
  int address[3] = {};
  int filter = nearest;
  unsigned flags = 0;
  unsigned anisotropy = 0;
  int level_filter = 0;
  float level_bias = 0;
  float lowest_level = 0;
  float highest_level = 0;
  float border_colour[4] = {};
  int reserved[12] = {};
};

namespace flag {
inline constexpr unsigned keep_local_memory = 0x10;  // of a context: no shrinking after a launch
inline constexpr unsigned own_stream = 1;            // does not wait for the default stream
inline constexpr int capture_this_thread = 1;
inline constexpr unsigned event_disable_timing = 2;
}  // namespace flag

}  // namespace plumb::device::cuda
