// plumb/application/depends.cpp - whether a step changes with a variable, or can be counted at
// once.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "plumb/application/launch_numbers.h"

namespace plumb {
namespace {

bool uses(const Expression& expression, std::size_t slot) { return expression.uses(slot); }

bool uses(const LaunchPart& launch, std::size_t slot) {
  bool found = false;
  each_number(launch,
              [&](const LaunchNumber& number) { found = found || number.expression->uses(slot); });
  return found;
}

bool uses(const LoopPart& loop, std::size_t slot) {
  const auto& until = loop.until;
  return std::ranges::any_of(loop.body,
                             [&](const StepPart& step) { return depends(step, slot); }) ||
         (until &&
          (until->element.uses(slot) || until->value.uses(slot) || until->check_every.uses(slot) ||
           until->limit.uses(slot) || until->expected.uses(slot)));
}

bool uses(const TransferPart& moved, std::size_t slot) {
  return moved.count.uses(slot) || moved.from_offset.uses(slot) || moved.to_offset.uses(slot);
}
bool uses(const Wait&, std::size_t) { return false; }

}  // namespace

bool depends(const StepPart& step, std::size_t slot) {
  return uses(step.repeat, slot) ||
         std::ranges::any_of(step.ranges,
                             [&](const RangePart& range) {
                               return range.first.uses(slot) || range.last.uses(slot);
                             }) ||
         std::visit([&](const auto& action) { return uses(action, slot); }, step.action);
}

}  // namespace plumb
