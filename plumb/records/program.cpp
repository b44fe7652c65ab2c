// plumb/records/program.cpp - looking things up in a Program, summing its demand.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/records/program.h"

#include <fmt/format.h>

#include "plumb/base/error.h"

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

Demand demand_of(const std::vector<Step>& steps, std::uint64_t times) {
  Demand sum;
  for (const Step& step : steps) sum = sum + demand_of(step);
  return times * sum;
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

Demand demand_of(const Step& step) {
  if (const auto* launch = std::get_if<Launch>(&step.action)) {
    return {bytes_of(launch->pass), flops_of(launch->pass), 1};
  }
  if (const auto* repeat = std::get_if<Repeat>(&step.action)) {
    return demand_of(repeat->steps, repeat->count);
  }
  if (const auto* batch = std::get_if<Batch>(&step.action)) {
    return demand_of(batch->steps, batch->replays);
  }
  if (const auto* until = std::get_if<Until>(&step.action)) {
    return demand_of(until->steps, until->expected);
  }
  return {};
}

Bytes memory_of(const Program& program) {
  Bytes sum;
  for (const Buffer& buffer : program.buffers) sum = sum + buffer.count * size_of(buffer.type);
  for (const ImageSlot& image : program.images) sum = sum + size_of(image.shape);
  return sum;
}

}  // namespace plumb
