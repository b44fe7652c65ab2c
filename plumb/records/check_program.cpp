// plumb/records/check_program.cpp - refusing Programs that no device could run or nobody could
// judge.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <set>

#include <fmt/format.h>

#include "plumb/base/error.h"
#include "plumb/records/check_steps.h"
#include "plumb/records/program.h"

namespace plumb {
namespace {

template <class Thing>
void check_names(const std::vector<Thing>& things, std::string_view what,
                 std::set<std::string>& seen) {
  for (const Thing& thing : things) {
    if (thing.name.empty()) refuse_program(fmt::format("a {} has no name", what));
    if (!seen.insert(thing.name).second)
      refuse_program(fmt::format("{} '{}' is named twice", what, thing.name));
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
  if (kernel.entry.empty()) refuse_program("has no entry");
  for (const auto& [macro, text] : kernel.definitions) {
    if (!is_macro_name(macro)) refuse_program(fmt::format("'{}' cannot be a macro's name", macro));
    if (text.find_first_of("\n\r") != std::string::npos) {
      refuse_program(fmt::format("definition of '{}' has a line break", macro));
    }
  }
}

void check_fill(const Fill& fill) {
  if (fill.kind == FillKind::random && !(fill.low < fill.high && fill.high - fill.low < HUGE_VAL)) {
    refuse_program(fmt::format("no random values lie in [{}, {})", fill.low, fill.high));
  }
}

void check_memory(const Program& program) {
  double bytes = 0;
  for (const Buffer& buffer : program.buffers) {
    if (buffer.count == 0)
      refuse_program(fmt::format("buffer '{}' of 0 elements: must be 1 to 2^45", buffer.name));
    if (buffer.count > most_elements) {
      const double each = static_cast<double>(size_of(buffer.type).count);
      refuse_program(fmt::format(
          "buffer '{}' of {} elements: must be 1 to 2^45; it needs {:.0f} TiB", buffer.name,
          buffer.count, static_cast<double>(buffer.count) * each / 0x1p40));
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
  if (bytes > 0x1p62) refuse_program("buffers and images need more than 2^62 bytes");
}

void check_queues(const Program& program) {
  std::set<std::string> names;
  check_names(program.queues, "queue", names);
  const auto too_far = [](const auto& thing) { return thing.device >= most_devices; };
  if (std::ranges::any_of(program.queues, too_far) ||
      std::ranges::any_of(program.buffers, too_far) || std::ranges::any_of(program.images, too_far))
    refuse_program(fmt::format("names more than {} devices", most_devices));
  // Without declared queues there is one, of the first device.
  std::vector<bool> served(devices_of(program), false);
  if (program.queues.empty()) served.front() = true;
  for (const QueueSlot& queue : program.queues) served.at(queue.device) = true;
  for (const Buffer& buffer : program.buffers) {
    if (!served.at(buffer.device))
      refuse_program(fmt::format("buffer '{}' lies on device {}, which has no queue", buffer.name,
                                 buffer.device));
  }
  for (const ImageSlot& image : program.images) {
    if (!served.at(image.device))
      refuse_program(fmt::format("image '{}' lies on device {}, which has no queue", image.name,
                                 image.device));
  }
}

void check_verification(const Program& program, const Check& wanted) {
  const Buffer& buffer = buffer_named(program, wanted.buffer);
  const std::uint64_t scalars = buffer.count * buffer.type.width;
  if (!wanted.expected.empty() && wanted.expected.size() != scalars)
    refuse_program(fmt::format("'{}' has {} scalar{}, {} are expected", wanted.buffer, scalars,
                               scalars == 1 ? "" : "s", wanted.expected.size()));
  for (const double tolerance : {wanted.absolute, wanted.relative}) {
    if (!(tolerance >= 0 && tolerance < HUGE_VAL)) {
      refuse_program(fmt::format("a tolerance of {} for '{}': must be zero or larger", tolerance,
                                 wanted.buffer));
    }
  }
}

void check_reading(const Program& program, const Reading& reading) {
  const Buffer& buffer = buffer_named(program, reading.buffer);
  const std::uint64_t scalars = buffer.count * buffer.type.width;
  if (reading.count >= 1 && reading.count <= scalars && reading.element <= scalars - reading.count)
    return;
  refuse_program(fmt::format("{} scalars of '{}' from {} on: it has {}", reading.count,
                             reading.buffer, reading.element, scalars));
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
  check_queues(program);
  check_steps(program, program.steps);
  during("restore", [&] { check_steps(program, program.restore); });
  during("check", [&] { check_steps(program, program.check); });
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
