// plumb/run/prepare.cpp - steps whose names become objects of the devices.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <optional>
#include <vector>

#include <fmt/format.h>

#include "plumb/base/error.h"
#include "plumb/device/parameter.h"
#include "plumb/records/walk.h"
#include "plumb/run/loaded_program.h"
#include "plumb/run/ready_step.h"

namespace plumb {
namespace {

device::ScalarValue scalar_value(const ScalarArgument& argument) {
  device::ScalarValue value;
  value.size = size_of(Type{argument.type, 1}).count;
  value.number = is_real(argument.type) ? device::NumberKind::real : device::NumberKind::integer;
  const Fill constant{.kind = FillKind::constant, .low = argument.value, .values = {}};
  fill_bytes(constant, argument.type, 0, std::span(value.bytes).first(value.size));
  return value;
}

}  // namespace

void LoadedProgram::prepare_launch(const Launch& launch, Ready& ready) const {
  if (launch.kernel.empty()) {
    throw Error(
        ErrorKind::input,
        fmt::format("pass '{}' names no kernel: it can be predicted, not run", launch.pass.name));
  }
  ready.kernel = kernels_.at({launch.kernel, device_of(ready.queue)}).kernel.get();
  ready.shape = {.global = launch.global,
                 .local = launch.local,
                 .local_bytes = launch.local_bytes,
                 .cooperative = launch.cooperative,
                 .cluster = launch.cluster};
  std::vector<std::optional<Type>> elements;
  for (const Argument& argument : launch.arguments) {
    elements.emplace_back();
    if (const auto* buffer = std::get_if<BufferArgument>(&argument)) {
      ready.arguments.emplace_back(buffers_.find(buffer->buffer)->second.get());
      elements.back() = buffer_named(*program_, buffer->buffer).type;
    } else if (const auto* image = std::get_if<ImageArgument>(&argument)) {
      ready.arguments.emplace_back(images_.find(image->image)->second.get());
    } else if (const auto* local = std::get_if<LocalArgument>(&argument)) {
      ready.arguments.emplace_back(device::LocalMemory{local->size});
    } else {
      ready.arguments.emplace_back(scalar_value(std::get<ScalarArgument>(argument)));
    }
  }
  during(fmt::format("kernel '{}'", launch.kernel), [&] {
    device::refuse_wrong_arguments(ready.kernel->parameters(), ready.arguments);
    device::refuse_wrong_elements(ready.kernel->parameters(), elements);
  });
}

void LoadedProgram::prepare_batch(const Batch& batch, Ready& ready) {
  ready.steps = prepare(batch.steps, ready.queue);
  const std::unique_ptr<device::Queue> recorder = devices_.at(device_of(ready.queue))->queue();
  ready.batch = recorder->record([&](device::Queue& recording) {
    for (Ready& inner : ready.steps) act(recording, inner);
  });
}

LoadedProgram::Ready LoadedProgram::prepare(const Step& step, std::size_t queue) {
  Ready ready;
  ready.step = &step;
  ready.queue = queue;
  const auto across = [&](const Transfer& transfer) {
    return transfer.direction == Direction::within &&
           buffer_named(*program_, transfer.to).device != device_of(queue);
  };
  visit_action(step,
               Cases{[&](const Launch& launch) { prepare_launch(launch, ready); },
                     [&](const Transfer& transfer) { ready.by_host = across(transfer); },
                     [&](const Exchange&) { ready.by_host = true; },
                     [&](const Wait&) { ready.by_host = true; },
                     [&](const Batch& batch) { prepare_batch(batch, ready); },
                     [&](const Repeat& repeat) { ready.steps = prepare(repeat.steps, queue); },
                     [&](const Until& until) {
                       ready.steps = prepare(until.steps, queue);
                       ready.by_host = true;  // the host reads the condition
                       ready.has_loops = true;
                     }});
  for (const Ready& inner : ready.steps) {
    if (inner.queue != queue) ready.queues_inside.insert(inner.queue);
    for (const std::size_t further : inner.queues_inside)
      if (further != queue) ready.queues_inside.insert(further);
    ready.by_host = ready.by_host || inner.by_host;
    ready.has_loops = ready.has_loops || inner.has_loops;
  }
  for (const std::size_t inside : ready.queues_inside)
    ready.by_host = ready.by_host || device_of(inside) != device_of(queue);
  return ready;
}

std::vector<LoadedProgram::Ready> LoadedProgram::prepare(const std::vector<Step>& steps,
                                                         std::size_t queue) {
  std::vector<Ready> ready;
  ready.reserve(steps.size());
  const auto number_of = [&](const Step& step) {
    if (step.queue.empty()) return queue;
    const auto found = std::ranges::find(program_->queues, step.queue, &QueueSlot::name);
    return static_cast<std::size_t>(found - program_->queues.begin());
  };
  for (const Step& step : steps) {
    during(fmt::format("step '{}'", step.name),
           [&] { ready.push_back(prepare(step, number_of(step))); });
  }
  for (Ready& one : ready) {
    for (const std::string& name : one.step->after) {
      const auto other =
          static_cast<std::size_t>(std::ranges::find(steps, name, &Step::name) - steps.begin());
      if (ready[other].queue == one.queue) continue;  // a queue keeps its order
      one.after.push_back(
          &ready[other]);  // it stays there: a vector that is moved keeps its elements
      ready[other].awaited = true;
    }
  }
  return ready;
}

}  // namespace plumb
