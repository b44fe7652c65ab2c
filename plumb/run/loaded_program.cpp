// plumb/run/loaded_program.cpp - loading a Program: memory, kernels, initial contents.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/run/loaded_program.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "plumb/base/error.h"
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
  bool loops = false;  // until a condition is met
};

void look_into(const std::vector<Step>& steps, Contents& contents) {
  for (const Step& step : steps) {
    if (const auto* transfer = std::get_if<Transfer>(&step.action)) {
      if (transfer->direction != Direction::within) contents.transferred.insert(transfer->buffer);
      if (transfer->direction == Direction::in) contents.comes_in.insert(transfer->buffer);
    } else if (const auto* repeat = std::get_if<Repeat>(&step.action)) {
      look_into(repeat->steps, contents);
    } else if (const auto* until = std::get_if<Until>(&step.action)) {
      contents.loops = true;
      look_into(until->steps, contents);
    }
  }
}

void refuse_too_much(const Program& program, const device::Info& info) {
  const Bytes needed = memory_of(program);
  if (needed <= info.memory) return;
  throw Error(ErrorKind::device, fmt::format("'{}' needs {}, '{}' has {}", program.name,
                                             to_text(needed), info.name, to_text(info.memory)));
}

}  // namespace

LoadedProgram::LoadedProgram(device::Device& device, const Program& program,
                             const Assemble& assemble)
    : program_(&program) {
  check(program);
  refuse_too_much(program, device.info());
  for (const Buffer& buffer : program.buffers) {
    during(fmt::format("buffer '{}'", buffer.name),
           [&] { buffers_[buffer.name] = device.allocate(buffer.count * size_of(buffer.type)); });
  }
  for (const ImageSlot& image : program.images) {
    during(fmt::format("image '{}'", image.name),
           [&] { images_[image.name] = device.image(format_of(image.shape)); });
  }
  Contents contents;
  look_into(program.steps, contents);
  for (const std::string& name : contents.transferred) {
    host_[name] = device.allocate_host(buffers_.at(name)->size());
  }
  comes_in_ = std::move(contents.comes_in);
  loops_ = contents.loops;
  load_kernels(device, assemble);
  const std::unique_ptr<device::Queue> recorder = device.queue();
  steps_ = prepare(*recorder, program.steps);
}

LoadedProgram::~LoadedProgram() = default;

// Kernels of the same source and definitions share one module.
void LoadedProgram::load_kernels(device::Device& device, const Assemble& assemble) {
  std::vector<const Kernel*> owners;
  for (const Kernel& kernel : program_->kernels) {
    during(fmt::format("kernel '{}'", kernel.name), [&] {
      const auto same = std::ranges::find_if(owners, [&](const Kernel* other) {
        return other->source == kernel.source && other->definitions == kernel.definitions;
      });
      const auto index = static_cast<std::size_t>(same - owners.begin());
      if (same == owners.end()) {
        const Source& source = source_named(*program_, kernel.source);
        device::Source loaded{.name = source.name,
                              .language = language_of(source.language),
                              .text = source.text,
                              .definitions = kernel.definitions};
        if (assemble) loaded.machine_code = assemble(loaded);
        modules_.push_back(device.load(loaded));
        owners.push_back(&kernel);
      }
      kernels_[kernel.name] = modules_.at(index)->kernel(kernel.entry);
      module_of_[kernel.name] = modules_.at(index).get();
    });
  }
}

const device::Buffer& LoadedProgram::buffer(std::string_view name) const {
  return *buffers_.find(name)->second;
}

std::unique_ptr<device::Buffer> LoadedProgram::global(std::string_view kernel,
                                                      const std::string& name) const {
  return module_of_.find(kernel)->second->global(name);
}

void LoadedProgram::fill(device::Queue& queue) {
  for (const Buffer& buffer : program_->buffers) fill(queue, buffer);
  for (const ImageSlot& image : program_->images) fill(queue, image);
}

void LoadedProgram::fill(device::Queue& queue, const Buffer& buffer) {
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

void LoadedProgram::fill(device::Queue& queue, const ImageSlot& image) {
  std::vector<std::byte> pixels(size_of(image.shape).count);
  fill_bytes(image.fill, image.shape.type.scalar, 0, pixels);
  queue.write(*images_.at(image.name), pixels);
  queue.wait();
}

}  // namespace plumb
