// plumb/records/check_steps.cpp - launches, transfers, queues and loops that no device could run.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/records/check_steps.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "plumb/base/error.h"
#include "plumb/records/walk.h"

namespace plumb {
namespace {

constexpr std::uint64_t most_repetitions = 1ULL << 40U;
constexpr int deepest = 16;

void check_scalar(const ScalarArgument& scalar) {
  if (!std::isfinite(scalar.value)) refuse_program("a scalar argument is not finite");
  const bool whole = scalar.value == std::floor(scalar.value) && std::fabs(scalar.value) <= 0x1p53;
  if (!is_real(scalar.type) && !whole) {
    refuse_program(fmt::format("{} is not a whole number of at most 2^53", scalar.value));
  }
  if (!holds(scalar.type, scalar.value)) {
    refuse_program(
        fmt::format("{} does not fit into '{}'", scalar.value, name_of(Type{scalar.type, 1})));
  }
}

// The part [offset, offset + count) in elements of `size` bytes must lie inside `buffer`.
void check_part(const Buffer& buffer, std::uint64_t offset, std::uint64_t count, Bytes size) {
  const std::uint64_t held = (buffer.count * size_of(buffer.type)).count / size.count;
  if (count <= held && offset <= held - count) return;
  refuse_program(
      fmt::format("{} elements from {} on: '{}' has {}", count, offset, buffer.name, held));
}

// Parts of one buffer do not overlap.
void check_apart(const Buffer& from, std::uint64_t from_offset, const Buffer& to,
                 std::uint64_t to_offset, std::uint64_t count) {
  const auto [first, second] = std::minmax(from_offset, to_offset);
  if (to.name == from.name && second - first < count)
    refuse_program(fmt::format("the parts of '{}' overlap", from.name));
}

class StepCheck {
 public:
  explicit StepCheck(const Program& program) : program_(&program) {}

  // The visitor of a walk: what every step must hold, then what its action must.
  template <class Action>
  void operator()(const Action& action, const StepContext& context) const {
    during(path_of(context), [&] {
      if (context.depth > deepest)
        refuse_program(fmt::format("steps nested deeper than {} levels", deepest));
      check_queue(context);
      action_of(action, context);
    });
  }

  // The names that steps wait for stand beside them, once.
  void names_in(const std::vector<Step>& steps) const {
    for (const Step& step : steps) {
      for (const std::string& name : step.after) {
        const auto found = std::ranges::count(steps, name, &Step::name);
        if (found == 1 && name != step.name) continue;
        std::vector<std::string> known;
        for (const Step& other : steps) known.push_back(other.name);
        refuse_program(fmt::format("step '{}' waits for '{}', which {}", step.name, name,
                                   found == 0 ? "is not beside it" + did_you_mean(name, known)
                                   : name == step.name ? "is the step itself"
                                                       : "is the name of several steps"));
      }
    }
  }

 private:
  [[nodiscard]] std::size_t device_of(const StepContext& context) const {
    return device_of_queue(*program_, queue_of(*program_, context));
  }

  void check_queue(const StepContext& context) const {
    const std::size_t queue = queue_of(*program_, context);
    if (!context.in_batch) return;
    if (queue != queue_of(*program_, *context.outer))
      refuse_program("a recorded batch has one queue");
    if (!context.step->after.empty()) refuse_program("a recorded batch cannot wait");
  }

  void check_device(std::size_t device, const StepContext& context, std::string_view what,
                    const std::string& name) const {
    if (device == device_of(context)) return;
    refuse_program(fmt::format("{} '{}' lies on device {}, the step runs on device {}", what, name,
                               device, device_of(context)));
  }

  const Buffer& buffer_here(const std::string& name, const StepContext& context) const {
    const Buffer& buffer = buffer_named(*program_, name);
    check_device(buffer.device, context, "buffer", name);
    return buffer;
  }

  void action_of(const Launch& launch, const StepContext& context) const {
    if (!launch.kernel.empty()) (void)kernel_named(*program_, launch.kernel);
    check_ranges(launch);
    for (const Argument& argument : launch.arguments) {
      if (const auto* buffer = std::get_if<BufferArgument>(&argument)) {
        (void)buffer_here(buffer->buffer, context);
      } else if (const auto* image = std::get_if<ImageArgument>(&argument)) {
        check_device(image_named(*program_, image->image).device, context, "image", image->image);
      } else if (const auto* local = std::get_if<LocalArgument>(&argument)) {
        if (local->size.count == 0) refuse_program("an argument of no local memory");
      } else {
        check_scalar(std::get<ScalarArgument>(argument));
      }
    }
    during(fmt::format("pass '{}'", launch.pass.name), [&] { check(launch.pass); });
  }

  void action_of(const Transfer& transfer, const StepContext& context) const {
    const Buffer& from = buffer_here(transfer.buffer, context);
    if (context.in_batch && transfer.direction != Direction::within)
      refuse_program("a recorded batch cannot move data to or from the host");
    if (transfer.count == 0 && (transfer.from_offset != 0 || transfer.to_offset != 0))
      refuse_program("a part of a buffer needs a count");
    if (transfer.direction == Direction::within) return check_copy(transfer, from, context);
    check_part(from, std::max(transfer.from_offset, transfer.to_offset),
               elements_of(*program_, transfer), size_of(from.type));
  }

  void check_copy(const Transfer& transfer, const Buffer& from, const StepContext& context) const {
    const Buffer& to = buffer_named(*program_, transfer.to);
    if (context.in_batch && to.device != from.device)
      refuse_program("a recorded batch cannot move data between devices");
    if (transfer.count == 0) {
      if (to.count * size_of(to.type).count != from.count * size_of(from.type).count)
        refuse_program(fmt::format("'{}' and '{}' differ in size", from.name, to.name));
      if (to.name == from.name)
        refuse_program(fmt::format("'{}' is copied onto itself", from.name));
      return;
    }
    check_part(from, transfer.from_offset, transfer.count, size_of(from.type));
    check_part(to, transfer.to_offset, transfer.count, size_of(from.type));
    check_apart(from, transfer.from_offset, to, transfer.to_offset, transfer.count);
  }

  void action_of(const Exchange& exchange, const StepContext& context) const {
    if (context.in_batch) refuse_program("a recorded batch cannot exchange data with other ranks");
    if (exchange.count == 0) refuse_program("exchanges no elements");
    const Buffer& sent = buffer_here(exchange.send, context);
    const Buffer& received = buffer_here(exchange.receive, context);
    check_part(sent, exchange.send_offset, exchange.count, size_of(sent.type));
    check_part(received, exchange.receive_offset, exchange.count, size_of(sent.type));
    check_apart(sent, exchange.send_offset, received, exchange.receive_offset, exchange.count);
  }

  void action_of(const Wait&, const StepContext& context) const {
    if (context.in_batch) refuse_program("a recorded batch cannot wait");
  }

  void action_of(const Batch& batch, const StepContext& context) const {
    if (context.in_batch) refuse_program("a batch inside a batch");
    if (batch.replays > most_repetitions) refuse_program("replays more than 2^40 times");
    names_in(batch.steps);
  }

  void action_of(const Repeat& repeat, const StepContext&) const {
    if (repeat.count > most_repetitions) refuse_program("repeats more than 2^40 times");
    names_in(repeat.steps);
  }

  void action_of(const Until& until, const StepContext& context) const {
    if (context.in_batch) refuse_program("a recorded batch cannot read a condition back");
    const Buffer& buffer = buffer_here(until.buffer, context);
    if (until.element >= buffer.count * buffer.type.width)
      refuse_program(
          fmt::format("element {} lies outside buffer '{}'", until.element, buffer.name));
    if (until.check_every == 0 || until.limit == 0)
      refuse_program("'check_every' and 'limit' must be at least 1");
    if (!(until.deadline >= Seconds{0})) refuse_program("the deadline must not be negative");
    names_in(until.steps);
  }

  const Program* program_;
};

// Bytes and launches as one real number, which does not wrap around as their counts would.
double weight_of(const Step& step) {
  double sum = 0;
  walk(step, Cases{[&](const Launch& launch, const StepContext& context) {
                     sum += static_cast<double>(context.times) *
                            (1 + static_cast<double>(bytes_of(launch.pass).count));
                   },
                   PassOver<Transfer, Exchange, Wait, Batch, Repeat, Until>{}});
  return sum;
}

void check_demand(const Step& step) {
  during(fmt::format("step '{}'", step.name), [&] {
    if (!(weight_of(step) <= 0x1p62)) refuse_program("asks for more than 2^62 bytes or launches");
    if (!std::isfinite(demand_of(step).flops.count))
      refuse_program("has no finite number of flops");
  });
}

}  // namespace

void refuse_program(const std::string& why) { throw Error(ErrorKind::input, why); }

void check_ranges(const Launch& launch) {
  for (std::size_t d = 0; d < launch.global.size(); ++d) {
    const std::uint64_t global = launch.global.at(d);
    const std::uint64_t local = launch.local.at(d);
    if (global == 0) refuse_program(fmt::format("the global extent in dimension {} is 0", d));
    if (local == 0) refuse_program(fmt::format("the group's extent in dimension {} is 0", d));
    if (global % local != 0) {
      refuse_program(
          fmt::format("the global extent in dimension {}, {} work-items, is not a "
                      "multiple of the group's {}",
                      d, global, local));
    }
    const std::uint64_t groups = global / local;
    const std::uint64_t cluster = launch.cluster.at(d);
    if (cluster == 0 || groups % cluster != 0) {
      refuse_program(
          fmt::format("the number of groups in dimension {}, {}, is not a positive multiple of the "
                      "cluster's {}",
                      d, groups, cluster));
    }
  }
}

void check_steps(const Program& program, const std::vector<Step>& steps) {
  const StepCheck check(program);
  check.names_in(steps);
  walk(steps, check);
  for (const Step& step : steps) check_demand(step);
}

}  // namespace plumb
