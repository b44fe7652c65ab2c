// plumb/records/program.cpp - looking things up in a Program, summing its demand.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/records/program.h"

#include <algorithm>

#include <fmt/format.h>

#include "plumb/base/error.h"
#include "plumb/records/walk.h"

namespace plumb {
namespace {

template <class Thing>
const Thing& named(const std::vector<Thing>& things, std::string_view name, std::string_view what) {
  for (const Thing& thing : things) {
    if (thing.name == name) return thing;
  }
  std::vector<std::string> known;
  for (const Thing& thing : things) known.push_back(thing.name);
  throw Error(ErrorKind::input,
              fmt::format("unknown {} '{}'{}", what, name, did_you_mean(name, known)));
}

}  // namespace

const Buffer& buffer_named(const Program& program, std::string_view name) {
  return named(program.buffers, name, "buffer");
}
const ImageSlot& image_named(const Program& program, std::string_view name) {
  return named(program.images, name, "image");
}
const Kernel& kernel_named(const Program& program, std::string_view name) {
  return named(program.kernels, name, "kernel");
}
const Source& source_named(const Program& program, std::string_view name) {
  return named(program.sources, name, "source");
}

std::size_t devices_of(const Program& program) {
  std::size_t last = 0;
  for (const QueueSlot& queue : program.queues) last = std::max(last, queue.device);
  for (const Buffer& buffer : program.buffers) last = std::max(last, buffer.device);
  for (const ImageSlot& image : program.images) last = std::max(last, image.device);
  return last + 1;
}

std::uint64_t elements_of(const Program& program, const Transfer& transfer) {
  return transfer.count != 0 ? transfer.count : buffer_named(program, transfer.buffer).count;
}

Bytes bytes_of(const Program& program, const Transfer& transfer) {
  return elements_of(program, transfer) * size_of(buffer_named(program, transfer.buffer).type);
}

std::size_t first_credited(const std::optional<Credit>& credit, std::size_t steps) {
  if (!credit) return 0;
  return steps - std::min<std::size_t>(steps, credit->steps);
}

Demand demand_of(const Step& step) {
  Demand sum;
  walk(step, Cases{[&](const Launch& launch, const StepContext& context) {
                     sum = sum + context.times * demand_of(launch.pass);
                   },
                   PassOver<Transfer, Exchange, Wait, Batch, Repeat, Until>{}});
  return sum;
}

std::size_t queue_of(const Program& program, const StepContext& context) {
  const std::string& name = context.step->queue;
  if (!name.empty()) {
    (void)named(program.queues, name, "queue");
    return static_cast<std::size_t>(std::ranges::find(program.queues, name, &QueueSlot::name) -
                                    program.queues.begin());
  }
  return context.outer == nullptr ? 0 : queue_of(program, *context.outer);
}

std::size_t device_of_queue(const Program& program, std::size_t queue) {
  return program.queues.empty() ? 0 : program.queues.at(queue).device;
}

std::string path_of(const StepContext& context) {
  const std::string own = fmt::format("step '{}'", context.step->name);
  return context.outer == nullptr ? own : fmt::format("{}: {}", path_of(*context.outer), own);
}

std::uint64_t items_of(const Launch& launch) {
  if (launch.kernel.empty()) return std::max<std::uint64_t>(1, launch.pass.points);
  std::uint64_t items = 1;
  for (const std::uint64_t extent : launch.global) items *= std::max<std::uint64_t>(1, extent);
  return items;
}

Demand operator*(std::uint64_t times, const Demand& a) {
  const auto factor = static_cast<double>(times);
  return with_rest({.bytes = times * a.bytes,
                    .flops = Flops{factor * a.flops.count},
                    .launches = times * a.launches,
                    .moved = times * a.moved},
                   factor * a.fraction);
}

Bytes memory_of(const Program& program, std::size_t device) {
  Bytes sum;
  for (const Buffer& buffer : program.buffers)
    if (buffer.device == device) sum = sum + buffer.count * size_of(buffer.type);
  for (const ImageSlot& image : program.images)
    if (image.device == device) sum = sum + size_of(image.shape);
  return sum;
}

Bytes memory_of(const Program& program) {
  Bytes sum;
  for (std::size_t device = 0; device < devices_of(program); ++device)
    sum = sum + memory_of(program, device);
  return sum;
}

}  // namespace plumb
