// plumb/device/device.h - what a back end must do, and nothing else.
//
// One interface for CUDA and OpenCL: memory, kernels, queues and times. Its users need a driver at
// run time and nothing of it at build time; open.h finds what is here, argument.h makes arguments:
//
//   const std::unique_ptr<Device> device = open_device("");          // the default one
//   const std::unique_ptr<Buffer> buffer = device->allocate(Bytes{4096});
//   const std::unique_ptr<Module> module = device->load({"k.cl", {}, text, {}});
//   const std::unique_ptr<Kernel> kernel = module->kernel("k");
//   const std::unique_ptr<Queue> queue = device->queue();
//   queue->launch(*kernel, grid(4, 256), std::array<Argument, 1>{buffer.get()});
//   queue->wait();
//
// Everything a Queue does is asynchronous until wait(): host memory handed to it must stay alive
// and untouched until then. Values are returned, failures are exceptions (ErrorKind::device); an
// ability that a back end lacks is ErrorKind::unavailable and names the way out. What a Device made
// must not outlive it.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "plumb/base/units.h"
#include "plumb/device/info.h"
#include "plumb/records/type.h"

namespace plumb::device {

class Buffer {
 public:
  virtual ~Buffer() = default;
  [[nodiscard]] virtual Bytes size() const = 0;
};

// Host memory that the device reads and writes without a detour (pinned).
class HostMemory {
 public:
  virtual ~HostMemory() = default;
  [[nodiscard]] virtual std::span<std::byte> bytes() = 0;
};

enum class Component { u8, u16, i32, u32, f32 };

struct ImageFormat {
  Component component = Component::u8;
  unsigned components = 4;  // 1, 2 or 4
  bool normalized = false;  // integers are read as 0..1
  std::uint64_t width = 0;
  std::uint64_t height = 1;
  std::uint64_t depth = 1;  // more than 1: a 3-D image
};

class Image {
 public:
  virtual ~Image() = default;
  [[nodiscard]] virtual const ImageFormat& format() const = 0;
};

struct Launch {
  std::array<std::uint64_t, 3> global{1, 1, 1};  // work-items, a multiple of local
  std::array<std::uint64_t, 3> local{1, 1, 1};
  Bytes local_bytes{};  // dynamic local memory
  bool cooperative = false;
  std::array<std::uint64_t, 3> cluster{1, 1, 1};
};

// What a compiled kernel needs; a value that the back end does not report is absent.
struct Resources {
  std::uint64_t largest_group = 0;
  Bytes local_memory;                      // static, per group
  Bytes private_memory;                    // per work-item, outside registers
  std::optional<std::uint64_t> registers;  // per work-item
};

enum class ParameterKind { unknown, buffer, local, image, sampler, value };
enum class NumberKind { unknown, integer, real };

// What a parameter of a kernel takes, as far as the back end reports it.
struct Parameter {
  std::string name = {};  // empty: not reported
  std::string type = {};  // as the source writes it; empty: not reported
  ParameterKind kind = ParameterKind::unknown;
  std::size_t size = 0;  // bytes of a value; 0: not reported
  NumberKind number = NumberKind::unknown;
  // What a pointer to device memory points to; absent: not numbers of a known type.
  std::optional<Type> element = {};
  std::size_t alignment = 0;  // bytes, of what a pointer to local memory points to
};

class Kernel {
 public:
  virtual ~Kernel() = default;
  // One per argument that a launch needs; parameter.h compares them.
  [[nodiscard]] virtual const std::vector<Parameter>& parameters() const = 0;
  [[nodiscard]] virtual Resources resources() const = 0;
  // Groups of this shape that one compute unit holds at once; absent where the back end does
  // not report it.
  [[nodiscard]] virtual std::optional<std::uint64_t> resident_groups(const Launch& shape) const = 0;
};

class Module {
 public:
  virtual ~Module() = default;
  virtual std::unique_ptr<Kernel> kernel(const std::string& entry) = 0;
  virtual std::unique_ptr<Buffer> global(const std::string& name) = 0;
  // "NVRTC 13.0"; empty: what the device's description names, or none.
  [[nodiscard]] virtual std::string compiler() const = 0;
};

enum class Language { opencl_c, cuda, ptx };

struct Source {
  std::string name;  // shown in build errors as name:line
  Language language = Language::opencl_c;
  std::string text;
  std::vector<std::pair<std::string, std::string>> definitions;  // macro -> text
  // PTX only: what an assembler made of the text; loaded in its place, so that what runs is what
  // was looked at.
  std::vector<std::byte> machine_code = {};
};

// A scalar argument as the bytes that the kernel receives.
struct ScalarValue {
  std::array<std::byte, 8> bytes{};
  std::size_t size = 0;
  NumberKind number = NumberKind::unknown;
};
// Local memory of each group, for a parameter that points to it.
struct LocalMemory {
  Bytes size;
};
using Argument = std::variant<const Buffer*, const Image*, ScalarValue, LocalMemory>;

// The moment when everything queued before it is done.
class Mark {
 public:
  virtual ~Mark() = default;
};

class Batch {
 public:
  virtual ~Batch() = default;
};

// Runs its work in order; several queues of a device may run at once.
class Queue {
 public:
  virtual ~Queue() = default;
  virtual void write(Buffer& to, Bytes offset, std::span<const std::byte> from) = 0;
  virtual void read(std::span<std::byte> to, const Buffer& from, Bytes offset) = 0;
  virtual void copy(Buffer& to, Bytes to_offset, const Buffer& from, Bytes from_offset,
                    Bytes size) = 0;
  void copy(Buffer& to, const Buffer& from, Bytes size) { copy(to, {}, from, {}, size); }
  virtual void write(Image& to, std::span<const std::byte> from) = 0;
  virtual void read(std::span<std::byte> to, const Image& from) = 0;
  virtual void launch(const Kernel& kernel, const Launch& shape,
                      std::span<const Argument> arguments) = 0;

  virtual std::unique_ptr<Mark> mark() = 0;
  // The same moment for another queue of the device to wait for. It cannot be timed and, unlike a
  // mark on an idle queue, never holds anything back.
  virtual std::unique_ptr<Mark> fence() = 0;
  // Work queued from now on starts after `mark`, which may belong to another queue of the device.
  virtual void wait_for(const Mark& mark) = 0;
  // Device time between two marks of this queue; after wait(). On an idle queue the first mark that
  // is held stands at the start of the command that follows it.
  [[nodiscard]] virtual Seconds elapsed(const Mark& from, const Mark& to) = 0;
  virtual void wait() = 0;

  // Calls `body` with a queue that remembers launches and copies instead of running them. The body
  // queues what exists already: allocating or loading inside it is an error on some back ends.
  virtual std::unique_ptr<Batch> record(const std::function<void(Queue&)>& body) = 0;
  virtual void replay(const Batch& batch) = 0;
};

class Device {
 public:
  virtual ~Device() = default;
  [[nodiscard]] virtual const Info& info() const = 0;
  virtual std::unique_ptr<Buffer> allocate(Bytes size) = 0;
  virtual std::unique_ptr<HostMemory> allocate_host(Bytes size) = 0;
  virtual std::unique_ptr<Image> image(const ImageFormat& format) = 0;
  virtual std::unique_ptr<Module> load(const Source& source) = 0;
  virtual std::unique_ptr<Queue> queue() = 0;
  // Absent where no monitor knows this device. Costs about a millisecond.
  [[nodiscard]] virtual std::optional<State> state() = 0;
};

}  // namespace plumb::device
