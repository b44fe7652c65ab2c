// plumb/run/loaded_program.cpp - loading a Program: memory, kernels, initial contents.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/run/loaded_program.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "plumb/base/error.h"
#include "plumb/records/walk.h"
#include "plumb/run/ready_step.h"

namespace plumb {
namespace {

constexpr std::uint64_t staging_scalars = 1U << 20U;

device::ImageFormat format_of(const ImageShape& shape) {
  const auto component = [&] {
    switch (shape.type.scalar) {
      case Scalar::u8:
        return device::Component::u8;
      case Scalar::u16:
        return device::Component::u16;
      case Scalar::i32:
        return device::Component::i32;
      case Scalar::u32:
        return device::Component::u32;
      default:
        return device::Component::f32;
    }
  };
  return {.component = component(),
          .components = shape.type.width,
          .normalized = shape.normalized,
          .width = shape.width,
          .height = shape.height,
          .depth = shape.depth};
}

device::Language language_of(Language language) {
  switch (language) {
    case Language::opencl_c:
      return device::Language::opencl_c;
    case Language::cuda:
      return device::Language::cuda;
    case Language::ptx:
      break;
  }
  return device::Language::ptx;
}

// What the steps contain, found in one walk.
struct Contents {
  std::set<std::string> transferred;  // between host and device: need memory on both sides
  std::set<std::string> comes_in;
  std::set<std::string> carried;                          // to another device or rank, or from one
  std::map<std::string, std::set<std::size_t>> launched;  // kernels, and on which devices
  std::string first_exchange;                             // its path; empty: there is none
  bool loops = false;                                     // until a condition is met
};

void look_into(const Program& program, const std::vector<Step>& steps, Contents& contents) {
  const auto moved = [&](const Transfer& transfer, const StepContext&) {
    if (transfer.direction != Direction::within) contents.transferred.insert(transfer.buffer);
    if (transfer.direction == Direction::in) contents.comes_in.insert(transfer.buffer);
    if (transfer.direction == Direction::within &&
        buffer_named(program, transfer.to).device != buffer_named(program, transfer.buffer).device)
      contents.carried.insert(transfer.to);
  };
  const auto launched = [&](const Launch& launch, const StepContext& context) {
    contents.launched[launch.kernel].insert(device_of_queue(program, queue_of(program, context)));
  };
  const auto exchanged = [&](const Exchange& exchange, const StepContext& context) {
    contents.carried.insert(exchange.send);
    contents.carried.insert(exchange.receive);
    if (contents.first_exchange.empty()) contents.first_exchange = path_of(context);
  };
  walk(steps, Cases{moved, launched, exchanged,
                    [&](const Until&, const StepContext&) { contents.loops = true; },
                    PassOver<Wait, Batch, Repeat>{}});
}

// Each device against what lies on it.
void refuse_too_much(const Program& program, const Devices& devices) {
  for (std::size_t i = 0; i < devices.size(); ++i) {
    const Bytes needed = memory_of(program, i);
    const device::Info& info = devices[i]->info();
    if (needed <= info.memory) continue;
    throw Error(ErrorKind::device, fmt::format("'{}' needs {}, '{}' has {}", program.name,
                                               to_text(needed), info.name, to_text(info.memory)));
  }
}

void refuse_missing_devices(const Program& program, std::size_t devices) {
  if (devices_of(program) <= devices) return;
  throw Error(ErrorKind::input,
              fmt::format("'{}' runs on {} devices and {} {} given; name them all: --device A,B",
                          program.name, devices_of(program), devices, devices == 1 ? "is" : "are"));
}

}  // namespace

LoadedProgram::LoadedProgram(const Devices& devices, const Program& program, LoadOptions options)
    : program_(&program), devices_(devices), exchanger_(options.exchanger) {
  check(program);
  refuse_missing_devices(program, devices.size());
  refuse_too_much(program, devices);
  Contents contents;
  look_into(program, program.steps, contents);
  look_into(program, program.restore, contents);
  if (!contents.first_exchange.empty() && exchanger_ == nullptr) {
    throw Error(ErrorKind::unavailable,
                fmt::format("'{}': {} exchanges data between ranks, and nothing here connects them",
                            program.name, contents.first_exchange));
  }
  allocate();
  const auto host_memory = [&](const std::string& name) {
    return devices_.at(buffer_named(program, name).device)
        ->allocate_host(buffers_.at(name)->size());
  };
  for (const std::string& name : contents.transferred) host_[name] = host_memory(name);
  for (const std::string& name : contents.carried) staging_[name] = host_memory(name);
  comes_in_ = std::move(contents.comes_in);
  loops_ = contents.loops;
  for (const Kernel& kernel : program.kernels) {
    // One that nothing launches is built, too: a program whose kernels do not compile is refused.
    const auto launched = contents.launched.find(kernel.name);
    const std::set<std::size_t> where =
        launched == contents.launched.end() ? std::set<std::size_t>{0} : launched->second;
    for (const std::size_t device : where) load_kernel(kernel, device, options.assemble);
  }
  steps_ = prepare(program.steps, 0);
  restore_ = prepare(program.restore, 0);
}

LoadedProgram::~LoadedProgram() = default;

void LoadedProgram::allocate() {
  for (const Buffer& buffer : program_->buffers) {
    during(fmt::format("buffer '{}'", buffer.name), [&] {
      buffers_[buffer.name] =
          devices_.at(buffer.device)->allocate(buffer.count * size_of(buffer.type));
    });
  }
  for (const ImageSlot& image : program_->images) {
    during(fmt::format("image '{}'", image.name),
           [&] { images_[image.name] = devices_.at(image.device)->image(format_of(image.shape)); });
  }
  for (const QueueSlot& queue : program_->queues)
    queues_.push_back(devices_.at(queue.device)->queue());
  if (queues_.empty()) queues_.push_back(devices_.front()->queue());
}

// Kernels of the same source and definitions share one module.
void LoadedProgram::load_kernel(const Kernel& kernel, std::size_t device,
                                const Assemble& assemble) {
  const auto shares = [&](const auto& known) {
    const Kernel& other = kernel_named(*program_, known.first.first);
    return known.first.second == device && other.source == kernel.source &&
           other.definitions == kernel.definitions;
  };
  during(fmt::format("kernel '{}'", kernel.name), [&] {
    const auto same = std::ranges::find_if(kernels_, shares);
    device::Module* module = same == kernels_.end() ? nullptr : same->second.module;
    if (module == nullptr) {
      const Source& source = source_named(*program_, kernel.source);
      device::Source loaded{.name = source.name,
                            .language = language_of(source.language),
                            .text = source.text,
                            .definitions = kernel.definitions};
      if (assemble) loaded.machine_code = assemble(loaded);
      modules_.push_back(devices_.at(device)->load(loaded));
      module = modules_.back().get();
    }
    kernels_[{kernel.name, device}] = {module->kernel(kernel.entry), module};
  });
}

std::size_t LoadedProgram::device_of(std::size_t queue) const {
  return device_of_queue(*program_, queue);
}

device::Queue& LoadedProgram::queue_on(std::size_t device) const {
  for (std::size_t i = 0; i < queues_.size(); ++i)
    if (device_of(i) == device) return *queues_[i];
  throw Error(ErrorKind::input, fmt::format("device {} has no queue", device));
}

device::Queue& LoadedProgram::queue_of_step(std::size_t step) const {
  return *queues_.at(steps_.at(step).queue);
}

void LoadedProgram::read(std::string_view name, Bytes offset, std::span<std::byte> out) const {
  for (const auto& queue : queues_) queue->wait();
  device::Queue& own = queue_on(buffer_named(*program_, name).device);
  own.read(out, buffer(name), offset);
  own.wait();
}

const device::Buffer& LoadedProgram::buffer(std::string_view name) const {
  return *buffers_.find(name)->second;
}

std::unique_ptr<device::Buffer> LoadedProgram::global(std::string_view kernel,
                                                      const std::string& name) const {
  return kernels_.at({std::string(kernel), 0}).module->global(name);
}

void LoadedProgram::fill() {
  for (const Buffer& buffer : program_->buffers) fill(buffer);
  for (const ImageSlot& image : program_->images) fill(image);
}

void LoadedProgram::fill(const Buffer& buffer) {
  device::Queue& queue = queue_on(buffer.device);
  const Scalar scalar = buffer.type.scalar;
  const std::uint64_t scalar_bytes = size_of(Type{scalar, 1}).count;
  const std::uint64_t scalars = buffer.count * buffer.type.width;
  const auto host = host_.find(buffer.name);
  if (host != host_.end()) fill_bytes(buffer.fill, scalar, 0, host->second->bytes());

  // What a step will transfer in must not be there already.
  const bool poisoned = buffer.fill.kind == FillKind::none || comes_in_.contains(buffer.name);
  std::vector<std::byte> staging(std::min(staging_scalars, scalars) * scalar_bytes,
                                 std::byte{0xff});
  for (std::uint64_t first = 0; first < scalars; first += staging_scalars) {
    const std::uint64_t n = std::min(staging_scalars, scalars - first);
    const std::span<std::byte> part = std::span(staging).first(n * scalar_bytes);
    if (!poisoned) fill_bytes(buffer.fill, scalar, first, part);
    queue.write(*buffers_.at(buffer.name), Bytes{first * scalar_bytes}, part);
    queue.wait();
  }
}

void LoadedProgram::fill(const ImageSlot& image) {
  device::Queue& queue = queue_on(image.device);
  std::vector<std::byte> pixels(size_of(image.shape).count);
  fill_bytes(image.fill, image.shape.type.scalar, 0, pixels);
  queue.write(*images_.at(image.name), pixels);
  queue.wait();
}

}  // namespace plumb
