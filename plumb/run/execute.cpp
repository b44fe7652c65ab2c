// plumb/run/execute.cpp - preparing the steps of a loaded program, and queueing them.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <cstring>

#include <fmt/format.h>

#include "plumb/base/error.h"
#include "plumb/run/loaded_program.h"
#include "plumb/run/ready_step.h"

namespace plumb {
namespace {

device::ScalarValue scalar_value(const ScalarArgument& argument) {
  device::ScalarValue value;
  value.size = size_of(Type{argument.type, 1}).count;
  const Fill constant{.kind = FillKind::constant, .low = argument.value, .values = {}};
  fill_bytes(constant, argument.type, 0, std::span(value.bytes).first(value.size));
  return value;
}

bool compares(double found, Comparison comparison, double value) {
  switch (comparison) {
    case Comparison::less:
      return found < value;
    case Comparison::less_equal:
      return found <= value;
    case Comparison::greater:
      return found > value;
    case Comparison::greater_equal:
      return found >= value;
    case Comparison::equal:
      return found == value;
    case Comparison::not_equal:
      break;
  }
  return found != value;
}

}  // namespace

LoadedProgram::Ready LoadedProgram::prepare(const Launch& launch) {
  if (launch.kernel.empty()) {
    throw Error(
        ErrorKind::input,
        fmt::format("pass '{}' names no kernel: it can be predicted, not run", launch.pass.name));
  }
  Ready ready;
  ready.kernel = kernels_.find(launch.kernel)->second.get();
  ready.shape = {.global = launch.global,
                 .local = launch.local,
                 .local_bytes = launch.local_bytes,
                 .cooperative = launch.cooperative,
                 .cluster = launch.cluster};
  for (const Argument& argument : launch.arguments) {
    if (const auto* buffer = std::get_if<BufferArgument>(&argument)) {
      ready.arguments.emplace_back(buffers_.find(buffer->buffer)->second.get());
    } else if (const auto* image = std::get_if<ImageArgument>(&argument)) {
      ready.arguments.emplace_back(images_.find(image->image)->second.get());
    } else {
      ready.arguments.emplace_back(scalar_value(std::get<ScalarArgument>(argument)));
    }
  }
  return ready;
}

LoadedProgram::Ready LoadedProgram::prepare(device::Queue& queue, const Step& step) {
  Ready ready;
  if (const auto* launch = std::get_if<Launch>(&step.action)) {
    ready = prepare(*launch);
  } else if (const auto* repeat = std::get_if<Repeat>(&step.action)) {
    ready.steps = prepare(queue, repeat->steps);
  } else if (const auto* until = std::get_if<Until>(&step.action)) {
    ready.steps = prepare(queue, until->steps);
  } else if (const auto* batch = std::get_if<Batch>(&step.action)) {
    ready.steps = prepare(queue, batch->steps);
    ready.batch = queue.record([&](device::Queue& recorder) {
      for (Ready& inner : ready.steps) execute(recorder, inner);
    });
  }
  ready.step = &step;
  return ready;
}

std::vector<LoadedProgram::Ready> LoadedProgram::prepare(device::Queue& queue,
                                                         const std::vector<Step>& steps) {
  std::vector<Ready> ready;
  ready.reserve(steps.size());
  for (const Step& step : steps) {
    during(fmt::format("step '{}'", step.name), [&] { ready.push_back(prepare(queue, step)); });
  }
  return ready;
}

void LoadedProgram::transfer(device::Queue& queue, const Transfer& transfer) {
  device::Buffer& buffer = *buffers_.at(transfer.buffer);
  switch (transfer.direction) {
    case Direction::in:
      queue.write(buffer, {}, host_.at(transfer.buffer)->bytes());
      return;
    case Direction::out:
      queue.read(host_.at(transfer.buffer)->bytes(), buffer, {});
      return;
    case Direction::within:
      queue.copy(*buffers_.at(transfer.to), buffer, buffer.size());
      return;
  }
}

bool LoadedProgram::meets(device::Queue& queue, const Until& until) {
  const Scalar scalar = buffer_named(*program_, until.buffer).type.scalar;
  const std::uint64_t size = size_of(Type{scalar, 1}).count;
  std::byte bytes[8];
  double found = 0;
  queue.read(std::span(bytes).first(size), *buffers_.at(until.buffer), Bytes{until.element * size});
  queue.wait();
  values_of(std::span(bytes).first(size), scalar, {&found, 1});
  return compares(found, until.comparison, until.value);
}

void LoadedProgram::iterate(device::Queue& queue, Ready& ready, const Until& until) {
  for (ready.iterations = 1;; ++ready.iterations) {
    for (Ready& inner : ready.steps) execute(queue, inner);
    const bool last = ready.iterations >= until.limit;
    if ((last || ready.iterations % until.check_every == 0) && meets(queue, until)) return;
    if (last) {
      throw Error(ErrorKind::check_failed,
                  fmt::format("the condition on '{}' was not met within {} iterations",
                              until.buffer, until.limit));
    }
  }
}

Demand LoadedProgram::demand(const Ready& ready) {
  if (!std::holds_alternative<Repeat>(ready.step->action) &&
      !std::holds_alternative<Until>(ready.step->action)) {
    return demand_of(*ready.step);
  }
  const auto* repeat = std::get_if<Repeat>(&ready.step->action);
  const std::uint64_t times = repeat != nullptr ? repeat->count : ready.iterations;
  Demand sum;
  for (const Ready& inner : ready.steps) sum = sum + demand(inner);
  return times * sum;
}

Demand LoadedProgram::demand(std::size_t step) const { return demand(steps_.at(step)); }

void LoadedProgram::execute(device::Queue& queue, Ready& ready) {
  const auto all = [&] {
    for (Ready& inner : ready.steps) execute(queue, inner);
  };
  if (ready.kernel != nullptr) {
    queue.launch(*ready.kernel, ready.shape, ready.arguments);
  } else if (const auto* moved = std::get_if<Transfer>(&ready.step->action)) {
    transfer(queue, *moved);
  } else if (const auto* batch = std::get_if<Batch>(&ready.step->action)) {
    for (std::uint64_t i = 0; i < batch->replays; ++i) queue.replay(*ready.batch);
  } else if (const auto* repeat = std::get_if<Repeat>(&ready.step->action)) {
    for (std::uint64_t i = 0; i < repeat->count; ++i) all();
  } else if (const auto* until = std::get_if<Until>(&ready.step->action)) {
    iterate(queue, ready, *until);
  } else {
    queue.wait();
  }
}

void LoadedProgram::execute(device::Queue& queue, std::size_t step) {
  try {
    execute(queue, steps_.at(step));
  } catch (...) {
    rethrow_during(fmt::format("step '{}'", program_->steps.at(step).name));
  }
}

}  // namespace plumb
