// plumb/records/check_program.cpp - refusing Programs that no device could run or nobody could
// judge.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <set>

#include <fmt/format.h>

#include "plumb/base/error.h"
#include "plumb/records/program.h"

namespace plumb {
namespace {

constexpr std::uint64_t most_elements = 1ULL << 45U;
constexpr std::uint64_t most_repetitions = 1ULL << 40U;
constexpr int deepest = 16;

[[noreturn]] void refuse(const std::string& why) { throw Error(ErrorKind::input, why); }

template <class Thing>
void check_names(const std::vector<Thing>& things, std::string_view what,
                 std::set<std::string>& seen) {
  for (const Thing& thing : things) {
    if (thing.name.empty()) refuse(fmt::format("a {} has no name", what));
    if (!seen.insert(thing.name).second)
      refuse(fmt::format("{} '{}' is named twice", what, thing.name));
  }
}

bool is_macro_name(std::string_view name) {
  const auto letter = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
  };
  return !name.empty() && letter(name.front()) &&
         std::ranges::all_of(name, [&](char c) { return letter(c) || (c >= '0' && c <= '9'); });
}

void check_kernel(const Program& program, const Kernel& kernel) {
  (void)source_named(program, kernel.source);
  if (kernel.entry.empty()) refuse("has no entry");
  for (const auto& [macro, text] : kernel.definitions) {
    if (!is_macro_name(macro)) refuse(fmt::format("'{}' cannot be a macro's name", macro));
    if (text.find_first_of("\n\r") != std::string::npos) {
      refuse(fmt::format("definition of '{}' has a line break", macro));
    }
  }
}

void check_scalar(const ScalarArgument& scalar) {
  if (!std::isfinite(scalar.value)) refuse("a scalar argument is not finite");
  const bool whole = scalar.value == std::floor(scalar.value) && std::fabs(scalar.value) <= 0x1p53;
  if (!is_real(scalar.type) && !whole) {
    refuse(fmt::format("{} is not a whole number of at most 2^53", scalar.value));
  }
  if (!holds(scalar.type, scalar.value)) {
    refuse(fmt::format("{} does not fit into '{}'", scalar.value, name_of(Type{scalar.type, 1})));
  }
}

void check_ranges(const Launch& launch) {
  for (std::size_t d = 0; d < launch.global.size(); ++d) {
    const std::uint64_t global = launch.global.at(d);
    const std::uint64_t local = launch.local.at(d);
    if (local == 0 || global == 0 || global % local != 0) {
      refuse(fmt::format("range {} of {} work-items is not a positive multiple of its group's {}",
                         d, global, local));
    }
    const std::uint64_t groups = global / local;
    const std::uint64_t cluster = launch.cluster.at(d);
    if (cluster == 0 || groups % cluster != 0) {
      refuse(fmt::format("range {} of {} groups is not a positive multiple of its cluster's {}", d,
                         groups, cluster));
    }
  }
}

void check_launch(const Program& program, const Launch& launch) {
  if (!launch.kernel.empty()) (void)kernel_named(program, launch.kernel);
  check_ranges(launch);
  for (const Argument& argument : launch.arguments) {
    if (const auto* buffer = std::get_if<BufferArgument>(&argument)) {
      (void)buffer_named(program, buffer->buffer);
    } else if (const auto* image = std::get_if<ImageArgument>(&argument)) {
      (void)image_named(program, image->image);
    } else {
      check_scalar(std::get<ScalarArgument>(argument));
    }
  }
  during(fmt::format("pass '{}'", launch.pass.name), [&] { check(launch.pass); });
}

void check_transfer(const Program& program, const Transfer& transfer) {
  const Buffer& from = buffer_named(program, transfer.buffer);
  if (transfer.direction != Direction::within) return;
  const Buffer& to = buffer_named(program, transfer.to);
  if (to.count * size_of(to.type).count != from.count * size_of(from.type).count) {
    refuse(fmt::format("'{}' and '{}' differ in size", from.name, to.name));
  }
  if (to.name == from.name) refuse(fmt::format("'{}' is copied onto itself", from.name));
}

void check_until(const Program& program, const Until& until) {
  const Buffer& buffer = buffer_named(program, until.buffer);
  if (until.element >= buffer.count * buffer.type.width) {
    refuse(fmt::format("element {} lies outside buffer '{}'", until.element, buffer.name));
  }
  if (until.check_every == 0 || until.limit == 0)
    refuse("'check_every' and 'limit' must be at least 1");
  if (until.check_every > until.limit)
    refuse("'check_every' exceeds 'limit': the condition would never be read");
}

void check_steps(const Program& program, const std::vector<Step>& steps, int depth, bool in_batch);

void check_step(const Program& program, const Step& step, int depth, bool in_batch) {
  if (const auto* launch = std::get_if<Launch>(&step.action)) {
    check_launch(program, *launch);
  } else if (const auto* transfer = std::get_if<Transfer>(&step.action)) {
    check_transfer(program, *transfer);
    if (in_batch && transfer->direction != Direction::within) {
      refuse("a recorded batch cannot move data to or from the host");
    }
  } else if (const auto* repeat = std::get_if<Repeat>(&step.action)) {
    if (repeat->count > most_repetitions) refuse("repeats more than 2^40 times");
    check_steps(program, repeat->steps, depth + 1, in_batch);
  } else if (const auto* batch = std::get_if<Batch>(&step.action)) {
    if (in_batch) refuse("a batch inside a batch");
    if (batch->replays > most_repetitions) refuse("replays more than 2^40 times");
    check_steps(program, batch->steps, depth + 1, true);
  } else if (const auto* until = std::get_if<Until>(&step.action)) {
    if (in_batch) refuse("a recorded batch cannot read a condition back");
    check_until(program, *until);
    check_steps(program, until->steps, depth + 1, in_batch);
  } else if (in_batch) {
    refuse("a recorded batch cannot wait");
  }
}

void check_steps(const Program& program, const std::vector<Step>& steps, int depth, bool in_batch) {
  if (depth > deepest) refuse(fmt::format("steps nested deeper than {} levels", deepest));
  for (const Step& step : steps) {
    during(fmt::format("step '{}'", step.name),
           [&] { check_step(program, step, depth, in_batch); });
  }
}

// Bytes and launches as one real number, which does not wrap around as their counts would.
double weight_of(const Step& step);

double weight_of(const std::vector<Step>& steps, std::uint64_t times) {
  double sum = 0;
  for (const Step& step : steps) sum += weight_of(step);
  return static_cast<double>(times) * sum;
}

double weight_of(const Step& step) {
  if (const auto* launch = std::get_if<Launch>(&step.action)) {
    return 1 + static_cast<double>(bytes_of(launch->pass).count);
  }
  if (const auto* repeat = std::get_if<Repeat>(&step.action)) {
    return weight_of(repeat->steps, repeat->count);
  }
  if (const auto* batch = std::get_if<Batch>(&step.action)) {
    return weight_of(batch->steps, batch->replays);
  }
  if (const auto* until = std::get_if<Until>(&step.action)) {
    return weight_of(until->steps, until->expected);
  }
  return 0;
}

void check_demand(const Step& step) {
  during(fmt::format("step '{}'", step.name), [&] {
    if (!(weight_of(step) <= 0x1p62)) refuse("asks for more than 2^62 bytes or launches");
    if (!std::isfinite(demand_of(step).flops.count)) refuse("asks for endless flops");
  });
}

void check_fill(const Fill& fill) {
  if (fill.kind == FillKind::random && !(fill.low < fill.high && fill.high - fill.low < HUGE_VAL)) {
    refuse(fmt::format("no random values lie in [{}, {})", fill.low, fill.high));
  }
}

void check_memory(const Program& program) {
  double bytes = 0;
  for (const Buffer& buffer : program.buffers) {
    if (buffer.count == 0 || buffer.count > most_elements) {
      refuse(
          fmt::format("buffer '{}' of {} elements: must be 1 to 2^45", buffer.name, buffer.count));
    }
    during(fmt::format("buffer '{}'", buffer.name), [&] { check_fill(buffer.fill); });
    bytes += static_cast<double>((buffer.count * size_of(buffer.type)).count);
  }
  for (const ImageSlot& image : program.images) {
    during(fmt::format("image '{}'", image.name), [&] {
      check(image.shape);
      check_fill(image.fill);
    });
    bytes += static_cast<double>(size_of(image.shape).count);
  }
  if (bytes > 0x1p62) refuse("buffers and images need more than 2^62 bytes");
}

void check_verification(const Program& program, const Check& wanted) {
  (void)buffer_named(program, wanted.buffer);
  for (const double tolerance : {wanted.absolute, wanted.relative}) {
    if (!(tolerance >= 0 && tolerance < HUGE_VAL)) {
      refuse(fmt::format("a tolerance of {} for '{}': must be zero or larger", tolerance,
                         wanted.buffer));
    }
  }
}

void check_reading(const Program& program, const Reading& reading) {
  const Buffer& buffer = buffer_named(program, reading.buffer);
  const std::uint64_t scalars = buffer.count * buffer.type.width;
  if (reading.count >= 1 && reading.count <= scalars && reading.element <= scalars - reading.count)
    return;
  refuse(fmt::format("{} scalars of '{}' from {} on: it has {}", reading.count, reading.buffer,
                     reading.element, scalars));
}

}  // namespace

void check(const Program& program) {
  std::set<std::string> data_names;
  std::set<std::string> source_names;
  std::set<std::string> kernel_names;
  check_names(program.buffers, "buffer", data_names);
  check_names(program.images, "image", data_names);
  check_names(program.sources, "source", source_names);
  check_names(program.kernels, "kernel", kernel_names);
  check_memory(program);
  for (const Kernel& kernel : program.kernels) {
    during(fmt::format("kernel '{}'", kernel.name), [&] { check_kernel(program, kernel); });
  }
  check_steps(program, program.steps, 1, false);
  for (const Step& step : program.steps) check_demand(step);
  for (const Check& wanted : program.verification) {
    during("verification", [&] { check_verification(program, wanted); });
  }
  std::set<std::string> reading_names;
  check_names(program.readings, "reading", reading_names);
  for (const Reading& reading : program.readings) {
    during(fmt::format("reading '{}'", reading.name), [&] { check_reading(program, reading); });
  }
}

}  // namespace plumb
