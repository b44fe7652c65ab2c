// plumb/application/count_passes.cpp - how many different passes an application has, before any is
// made.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include <fmt/format.h>

#include "plumb/application/application_parts.h"

namespace plumb {
namespace {

constexpr double most_passes = 0x1p24;  // that differ; seconds of evaluation

double whole_bound(const Expression& expression) {
  const double value = expression.value();
  if (value == std::floor(value) && std::fabs(value) < 0x1p53) return value;
  refuse_at(expression.place(),
            fmt::format("{}; must be a whole number", described("over", expression, value)));
}

// Visits what a walk would visit, without evaluating the passes themselves.
class Count {
 public:
  Count(Application::Parts& parts, Interruption& interruption)
      : parts_(&parts), interruption_(&interruption) {}

  void add_top(const StepPart& step) {
    top_ = &step;
    add(step, 0);
  }

 private:
  void add(const StepPart& part, std::size_t depth) {
    interruption_->poll();
    const auto* loop = std::get_if<LoopPart>(&part.action);
    if (depth == part.ranges.size()) {
      add_passes(1);
      if (loop == nullptr) return;
      for (const StepPart& inner : loop->body) add(inner, 0);
      return;
    }
    const RangePart& range = part.ranges[depth];
    if (!range.varies) {
      add(part, depth + 1);
      return;
    }
    const Bounds bounds = bounds_of(range, parts_->scope);
    if (depth + 1 == part.ranges.size() && loop == nullptr) {
      add_passes(bounds.count());
      return;
    }
    double& variable = parts_->scope.value(range.slot);
    for (double value = bounds.first; value <= bounds.last; ++value) {
      variable = value;
      add(part, depth + 1);
    }
  }

  void add_passes(double count) {
    passes_ += count;
    if (passes_ <= most_passes) return;
    refuse_at(top_->place, fmt::format("'{}' needs more than {} different passes: describe it more "
                                       "coarsely",
                                       top_->name, most_passes));
  }

  Application::Parts* parts_;
  Interruption* interruption_;
  const StepPart* top_ = nullptr;  // the step of the file that is being counted
  double passes_ = 0;
};

}  // namespace

Bounds bounds_of(const RangePart& range, const Scope& scope) {
  const Bounds bounds{whole_bound(range.first), whole_bound(range.last)};
  if (bounds.last >= bounds.first) return bounds;
  refuse_at(range.first.place(),
            fmt::format("over: the range of '{}' is empty: from {} ({}) to {} ({})",
                        scope.name(range.slot), bounds.first, range.first.description(),
                        bounds.last, range.last.description()));
}

void refuse_too_many_passes(Application::Parts& parts, Interruption& interruption) {
  Count count(parts, interruption);
  for (const StepPart& step : parts.restore) count.add_top(step);
  for (const StepPart& step : parts.steps) count.add_top(step);
  for (const StepPart& step : parts.check) count.add_top(step);
}

}  // namespace plumb
