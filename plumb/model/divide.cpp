// plumb/model/divide.cpp - programs cut along their queues, and steps with fewer points.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/model/divide.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "plumb/records/walk.h"

namespace plumb {
namespace {

std::size_t device_of_queue_named(const Program& program, const std::string& queue) {
  const auto found = std::ranges::find(program.queues, queue, &QueueSlot::name);
  return found == program.queues.end() ? 0 : found->device;
}

// Walks the steps of both devices and keeps those of one.
class Cut {
 public:
  Cut(const Program& program, std::size_t device) : program_(&program), device_(device) {}

  // Work of the device, or its part in copies between devices.
  [[nodiscard]] std::vector<Step> steps(const std::vector<Step>& all, const std::string& outer,
                                        bool exchanged) const {
    std::vector<Step> kept;
    for (const Step& step : all) {
      const std::string& queue = step.queue.empty() ? outer : step.queue;
      visit_action(
          step,
          Cases{[&](const Transfer& moved) { transfer(kept, step, moved, queue, exchanged); },
                [&](const Launch&) {
                  if (!exchanged && is_here(queue)) kept.push_back(step);
                },
                [&](const Exchange&) {
                  if (!exchanged && is_here(queue)) kept.push_back(step);
                },
                [&](const Wait&) {
                  if (!exchanged) kept.push_back(step);
                },
                [&](const Batch& batch) {
                  holding(kept, step, Batch{batch.replays, steps(batch.steps, queue, exchanged)});
                },
                [&](const Repeat& repeat) {
                  holding(kept, step, Repeat{repeat.count, steps(repeat.steps, queue, exchanged)});
                },
                [&](const Until& until) { loop(kept, step, until, queue, exchanged); }});
    }
    return kept;
  }

 private:
  [[nodiscard]] bool is_here(const std::string& queue) const {
    return device_of_queue_named(*program_, queue) == device_;
  }

  void transfer(std::vector<Step>& kept, const Step& step, const Transfer& moved,
                const std::string& queue, bool exchanged) const {
    const std::size_t from = buffer_named(*program_, moved.buffer).device;
    const std::size_t to =
        moved.direction == Direction::within ? buffer_named(*program_, moved.to).device : from;
    if (exchanged != (from != to)) return;
    if (from == to) {
      if (is_here(queue)) kept.push_back(step);
    } else if (from == device_) {
      add_copy(kept, step, moved, Direction::out, moved.buffer);
    } else if (to == device_) {
      add_copy(kept, step, moved, Direction::in, moved.to);
    }
  }

  // As many bytes, of the buffer that lies here.
  void add_copy(std::vector<Step>& kept, const Step& step, const Transfer& moved,
                Direction direction, const std::string& buffer) const {
    const std::uint64_t element = size_of(buffer_named(*program_, buffer).type).count;
    const std::uint64_t count = bytes_of(*program_, moved).count / element;
    kept.push_back({step.name, Transfer{.direction = direction, .buffer = buffer, .count = count}});
  }

  template <class Action>
  static void holding(std::vector<Step>& kept, const Step& step, Action action) {
    if (!action.steps.empty()) kept.push_back({step.name, std::move(action), step.queue});
  }

  void loop(std::vector<Step>& kept, const Step& step, const Until& until, const std::string& queue,
            bool exchanged) const {
    std::vector<Step> inside = steps(until.steps, queue, exchanged);
    if (exchanged || buffer_named(*program_, until.buffer).device != device_) {
      holding(kept, step, Repeat{checked_rounds(until).rounds, std::move(inside)});
      return;
    }
    Until here = until;
    here.steps = std::move(inside);
    kept.push_back({step.name, std::move(here), step.queue});
  }

  const Program* program_;
  std::size_t device_;
};

std::uint64_t fraction_of(std::uint64_t whole, double fraction) {
  const auto part = static_cast<std::uint64_t>(std::llround(fraction * static_cast<double>(whole)));
  return std::clamp<std::uint64_t>(part, std::min<std::uint64_t>(1, whole), whole);
}

bool goes_anywhere(Pattern pattern) {
  return pattern == Pattern::single || pattern == Pattern::random || pattern == Pattern::scatter ||
         pattern == Pattern::atomic || pattern == Pattern::reduction;
}

void shrink(Launch& launch, double fraction) {
  launch.pass.points = fraction_of(launch.pass.points, fraction);
  for (Access& access : launch.pass.accesses) {
    if (!goes_anywhere(access.pattern))
      access.footprint = Bytes{fraction_of(access.footprint.count, fraction)};
  }
  // Whole groups of the slowest axis that has several.
  for (std::size_t axis = launch.global.size(); axis-- > 0;) {
    const std::uint64_t group = std::max<std::uint64_t>(1, launch.local.at(axis));
    const std::uint64_t groups = launch.global.at(axis) / group;
    if (groups < 2) continue;
    launch.global.at(axis) = fraction_of(groups, fraction) * group;
    return;
  }
}

}  // namespace

SideOfProgram side_of(const Program& program, std::size_t device) {
  const std::string first = program.queues.empty() ? "" : program.queues.front().name;
  const Cut cut(program, device);
  SideOfProgram side;
  side.work.name = program.name;
  side.work.settings = program.settings;
  for (const Buffer& buffer : program.buffers) {
    if (buffer.device != device) continue;
    side.work.buffers.push_back({buffer.name, buffer.type, buffer.count, {}, 0});
  }
  for (const ImageSlot& image : program.images) {
    if (image.device == device) side.work.images.push_back({image.name, image.shape, {}, 0});
  }
  for (const QueueSlot& queue : program.queues) {
    if (queue.device == device) side.work.queues.push_back({queue.name, 0});
  }
  side.exchange = side.work;
  side.work.steps = cut.steps(program.steps, first, false);
  side.exchange.steps = cut.steps(program.steps, first, true);
  return side;
}

Step part_of(const Program& frame, Step step, double fraction) {
  const auto inside = [&](auto& holding) {
    for (Step& inner : holding.steps) inner = part_of(frame, std::move(inner), fraction);
  };
  std::visit(Cases{[&](Launch& launch) { shrink(launch, fraction); },
                   [&](Transfer& moved) {
                     moved.count = fraction_of(elements_of(frame, moved), fraction);
                   },
                   [&](Batch& batch) { inside(batch); }, [&](Repeat& repeat) { inside(repeat); },
                   [&](Until& until) { inside(until); }, [](Wait&) {}, [](Exchange&) {}},
             step.action);
  return step;
}

}  // namespace plumb
