// plumb/run/loaded_program.cpp - loading a Program: memory, kernels, initial contents.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/run/loaded_program.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include <fmt/format.h>

#include "plumb/base/error.h"
#include "plumb/records/walk.h"
#include "plumb/run/ready_step.h"
#include "plumb/run/source_kernels.h"

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
  std::set<std::string> comes_in;  // whole
  std::set<std::string> partly_in;
  std::set<std::string> goes_out;
  std::map<std::string, std::size_t> leaving;  // to another device or rank: who allocates for it
  std::set<std::string> arriving;              // from another rank
  std::map<std::string, std::set<std::size_t>> launched;  // kernels, and on which devices
  std::string first_exchange;                             // its path; empty: there is none
  std::set<std::string> conditions;                       // buffers that end a loop
  std::set<std::string> written;                          // by any of these steps
};

void look_into(const Program& program, const Devices& devices, const std::vector<Step>& steps,
               Contents& contents) {
  // Pinned memory is that of a GPU, whichever side it is on.
  const auto allocator = [&](std::size_t from, std::size_t to) {
    return devices.at(to)->info().kind == device::Kind::gpu ? to : from;
  };
  const auto moved = [&](const Transfer& transfer, const StepContext&) {
    const std::size_t own = buffer_named(program, transfer.buffer).device;
    if (transfer.direction == Direction::out) contents.goes_out.insert(transfer.buffer);
    if (transfer.direction == Direction::in) {
      (transfer.count == 0 ? contents.comes_in : contents.partly_in).insert(transfer.buffer);
      contents.written.insert(transfer.buffer);
    }
    if (transfer.direction != Direction::within) return;
    contents.written.insert(transfer.to);
    const std::size_t target = buffer_named(program, transfer.to).device;
    if (target != own) contents.leaving[transfer.to] = allocator(own, target);
  };
  const auto launched = [&](const Launch& launch, const StepContext& context) {
    contents.launched[launch.kernel].insert(device_of_queue(program, queue_of(program, context)));
    for (const Argument& argument : launch.arguments)
      if (const auto* buffer = std::get_if<BufferArgument>(&argument))
        contents.written.insert(buffer->buffer);
  };
  const auto exchanged = [&](const Exchange& exchange, const StepContext& context) {
    contents.leaving[exchange.send] = buffer_named(program, exchange.send).device;
    contents.arriving.insert(exchange.receive);
    contents.written.insert(exchange.receive);
    if (contents.first_exchange.empty()) contents.first_exchange = path_of(context);
  };
  const auto until = [&](const Until& loop, const StepContext&) {
    contents.conditions.insert(loop.buffer);
  };
  walk(steps, Cases{moved, launched, exchanged, until, PassOver<Wait, Batch, Repeat>{}});
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

// A name that the source does not have is wrong input, not a failing device.
std::unique_ptr<device::Kernel> taken(device::Module& module, const Source& source,
                                      const std::string& entry) {
  try {
    return module.kernel(entry);
  } catch (const Error& error) {
    const std::string cause = explain(error);
    if (cause.find("CL_INVALID_KERNEL_NAME") == std::string::npos &&
        cause.find("CUDA_ERROR_NOT_FOUND") == std::string::npos)
      throw;
    throw Error(ErrorKind::input, fmt::format("'{}' has no kernel '{}': {}", source.name, entry,
                                              missing_kernel(source.text, entry)));
  }
}

}  // namespace

LoadedProgram::LoadedProgram(const Devices& devices, const Program& program,
                             const LoadOptions& options)
    : program_(&program),
      devices_(devices),
      exchanger_(options.exchanger),
      interrupted_(options.interrupted) {
  check(program);
  refuse_missing_devices(program, devices.size());
  refuse_too_much(program, devices);
  Contents restored;
  look_into(program, devices_, program.restore, restored);
  Contents contents = restored;
  look_into(program, devices_, program.steps, contents);
  // What a check's loop ends by is no matter of repetitions: it runs once.
  refills_ = !std::ranges::includes(restored.written, contents.conditions);
  comes_in_ = contents.comes_in;  // what a check moves in may be there before
  look_into(program, devices_, program.check, contents);
  if (!contents.first_exchange.empty() && exchanger_ == nullptr) {
    throw Error(ErrorKind::unavailable,
                fmt::format("'{}': {} exchanges data between ranks, and nothing here connects them",
                            program.name, contents.first_exchange));
  }
  allocate();
  const auto host_memory = [&](const std::string& name, std::optional<std::size_t> by = {}) {
    return devices_.at(by.value_or(buffer_named(program, name).device))
        ->allocate_host(buffers_.at(name)->size());
  };
  for (const auto* names : {&contents.comes_in, &contents.partly_in})
    for (const std::string& name : *names)
      if (!host_in_.contains(name)) host_in_[name] = host_memory(name);
  for (const std::string& name : contents.goes_out) host_out_[name] = host_memory(name);
  for (const auto& [name, by] : contents.leaving) leaving_[name] = host_memory(name, by);
  for (const std::string& name : contents.arriving) arriving_[name] = host_memory(name);
  for (device::Device* device : devices_)
    if (!contents.leaving.empty()) carriers_.push_back(device->queue());
  for (const Kernel& kernel : program.kernels) {
    // One that nothing launches is built, too: a program whose kernels do not compile is refused.
    const auto launched = contents.launched.find(kernel.name);
    const std::set<std::size_t> where =
        launched == contents.launched.end() ? std::set<std::size_t>{0} : launched->second;
    for (const std::size_t device : where) load_kernel(kernel, device, options.assemble);
  }
  steps_ = prepare(program.steps, 0);
  restore_ = prepare(program.restore, 0);
  check_ = prepare(program.check, 0);
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
      if (std::string by = module->compiler(); !by.empty())
        compilers_ = with_text(std::move(compilers_), source.name, std::move(by));
    }
    const Source& source = source_named(*program_, kernel.source);
    kernels_[{kernel.name, device}] = {taken(*module, source, kernel.entry), module};
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

bool LoadedProgram::has_queue_on(std::size_t device) const {
  for (std::size_t i = 0; i < queues_.size(); ++i)
    if (device_of(i) == device) return true;
  return false;
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
  filled_ = false;
  for (const Buffer& buffer : program_->buffers) fill(buffer);
  for (const ImageSlot& image : program_->images) fill(image);
  filled_ = true;
}

void LoadedProgram::refuse_if_interrupted() const {
  if (interrupted_()) throw Error(ErrorKind::interrupted, "interrupted");
}

void LoadedProgram::fill(const Buffer& buffer) {
  device::Queue& queue = queue_on(buffer.device);
  const Scalar scalar = buffer.type.scalar;
  const std::uint64_t scalar_bytes = size_of(Type{scalar, 1}).count;
  const std::uint64_t scalars = buffer.count * buffer.type.width;
  const auto host = host_in_.find(buffer.name);
  if (host != host_in_.end()) {
    const std::span<std::byte> all = host->second->bytes();
    const std::uint64_t at_once = staging_scalars * scalar_bytes;
    for (std::uint64_t at = 0; at < all.size(); at += at_once) {
      if (at > 0) refuse_if_interrupted();
      fill_bytes(buffer.fill, scalar, at / scalar_bytes,
                 all.subspan(at, std::min<std::uint64_t>(at_once, all.size() - at)));
    }
  }

  // What a step will transfer in must not be there already.
  const bool poisoned = buffer.fill.kind == FillKind::none || comes_in_.contains(buffer.name);
  std::vector<std::byte> staging(std::min(staging_scalars, scalars) * scalar_bytes,
                                 std::byte{0xff});
  for (std::uint64_t first = 0; first < scalars; first += staging_scalars) {
    if (first > 0) refuse_if_interrupted();  // what is small is filled at once
    const std::uint64_t n = std::min(staging_scalars, scalars - first);
    const std::span<std::byte> part = std::span(staging).first(n * scalar_bytes);
    if (!poisoned) fill_bytes(buffer.fill, scalar, first, part);
    queue.write(*buffers_.at(buffer.name), Bytes{first * scalar_bytes}, part);
    queue.wait();
  }
}

void LoadedProgram::fill(const ImageSlot& image) {
  device::Queue& queue = queue_on(image.device);
  refuse_if_interrupted();
  std::vector<std::byte> pixels(size_of(image.shape).count);
  fill_bytes(image.fill, image.shape.type.scalar, 0, pixels);
  queue.write(*images_.at(image.name), pixels);
  queue.wait();
}

}  // namespace plumb
