// plumb/trace/collect/time_launches.cpp - timed executions until there are enough.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/trace/collect/time_launches.h"

#include <algorithm>
#include <limits>

#include "plumb/run/time_steps.h"

namespace plumb::trace {
namespace {

double latest_of_launches(const LoadedProgram& loaded, const Times& times) {
  double sum = 0;
  for (std::size_t i = 0; i < times.steps.size(); ++i) {
    if (loaded.demand(i).launches > 0) sum += times.steps[i].back();
  }
  return sum;
}

}  // namespace

Seconds time_of_launches(LoadedProgram& loaded, const std::function<void()>& before) {
  constexpr int most_executions = 9;
  constexpr Seconds enough{0.5};  // a long program is timed twice
  Times times(loaded.program().steps.size());
  double shortest = std::numeric_limits<double>::infinity();
  Seconds spent{0};
  for (int i = 0; i < most_executions && (i < 2 || spent < enough); ++i) {
    before();
    spent += time_once(loaded, nullptr, times);
    shortest = std::min(shortest, latest_of_launches(loaded, times));
  }
  return Seconds{shortest};
}

}  // namespace plumb::trace
