// plumb/records/program.cpp - looking things up in a Program, summing its demand.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/records/program.h"

#include <cmath>

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

// `demand` and so many bytes more; a negative rest takes away from the bytes that are there.
Demand rounded(Demand demand, double rest) {
  const double nearest = std::round(rest);
  demand.bytes.count += static_cast<std::uint64_t>(static_cast<std::int64_t>(nearest));
  demand.fraction = rest - nearest;
  return demand;
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
    return demand_of(launch->pass);
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

Demand demand_of(const Pass& pass) {
  return rounded({.bytes = {}, .flops = flops_of(pass), .launches = 1}, demanded_bytes(pass));
}

Demand operator+(const Demand& a, const Demand& b) {
  return rounded(
      {.bytes = a.bytes + b.bytes, .flops = a.flops + b.flops, .launches = a.launches + b.launches},
      a.fraction + b.fraction);
}

Demand operator*(std::uint64_t times, const Demand& a) {
  const auto factor = static_cast<double>(times);
  return rounded({.bytes = times * a.bytes,
                  .flops = Flops{factor * a.flops.count},
                  .launches = times * a.launches},
                 factor * a.fraction);
}

Bytes memory_of(const Program& program) {
  Bytes sum;
  for (const Buffer& buffer : program.buffers) sum = sum + buffer.count * size_of(buffer.type);
  for (const ImageSlot& image : program.images) sum = sum + size_of(image.shape);
  return sum;
}

}  // namespace plumb
