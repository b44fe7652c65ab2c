// plumb/application/launch_prototype.cpp - launches made of one another, and counted.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/application/launch_prototype.h"

#include <algorithm>
#include <array>
#include <bit>
#include <iterator>
#include <map>

#include <fmt/format.h>

#include "plumb/records/check_steps.h"

namespace plumb {
namespace {

std::size_t hash_of(std::span<const double> numbers) {
  constexpr std::uint64_t odd = 0x9e3779b97f4a7c15;
  std::uint64_t hash = 0;
  for (const double number : numbers) {
    hash = (hash ^ std::bit_cast<std::uint64_t>(number)) * odd;
    hash ^= hash >> 32U;
  }
  return hash;
}

// The texts of a launch and of what it refers to.
void fill_texts(const StepPart& part, const LaunchPart& launch, Launch& made) {
  made.pass.name = part.name;
  made.pass.context = launch.context;
  made.pass.operations = {.type = launch.operations.type};
  made.pass.accesses.resize(launch.accesses.size());
  for (std::size_t i = 0; i < launch.accesses.size(); ++i) {
    made.pass.accesses[i].pattern = launch.accesses[i].pattern;
    made.pass.accesses[i].use = launch.accesses[i].use;
    made.pass.accesses[i].reuse = launch.accesses[i].reuse;
    made.pass.accesses[i].sampler = launch.accesses[i].sampler;
  }
  made.kernel = launch.kernel;
  made.global = made.local = {1, 1, 1};
  made.arguments.clear();
  for (const ArgumentPart& argument : launch.arguments) {
    if (argument.local) {
      made.arguments.emplace_back(LocalArgument{});
    } else if (argument.buffer.empty()) {
      made.arguments.emplace_back(ScalarArgument{argument.type, 0});
    } else {
      made.arguments.emplace_back(BufferArgument{argument.buffer});
    }
  }
}

}  // namespace

void CountedNumbers::begin(std::size_t width) {
  width_ = width;
  numbers_.clear();
  times_.clear();
  std::ranges::fill(places_, 0U);
}

std::uint32_t* CountedNumbers::place_of(std::span<const double> numbers) {
  const std::size_t mask = places_.size() - 1;
  std::size_t at = hash_of(numbers) & mask;
  while (places_[at] != 0 &&
         !std::equal(numbers.begin(), numbers.end(), &numbers_[(places_[at] - 1) * width_])) {
    at = (at + 1) & mask;
  }
  return &places_[at];
}

void CountedNumbers::grow() {
  places_.assign(std::max<std::size_t>(16, 2 * places_.size()), 0U);
  for (std::uint32_t i = 0; i < times_.size(); ++i)
    *place_of({&numbers_[i * width_], width_}) = i + 1;
}

void CountedNumbers::add(std::span<const double> numbers) {
  if (2 * times_.size() >= places_.size()) grow();
  std::uint32_t& place = *place_of(numbers);
  if (place == 0) {
    numbers_.insert(numbers_.end(), numbers.begin(), numbers.end());
    times_.push_back(0);
    place = static_cast<std::uint32_t>(times_.size());
  }
  ++times_[place - 1];
}

void CountedNumbers::drain(const std::function<void(std::span<const double>, std::uint64_t)>& use) {
  for (std::size_t i = 0; i < times_.size(); ++i) use({&numbers_[i * width_], width_}, times_[i]);
  begin(width_);
}

void LaunchPrototype::begin(const StepPart& part, const LaunchPart& launch, double reachable) {
  part_ = &part;
  launch_ = &launch;
  reachable_ = reachable;
  repeated_made_ = false;
  single_.name = part.name;
  auto* made = std::get_if<Launch>(&single_.action);
  if (made == nullptr) made = &single_.action.emplace<Launch>();
  fill_texts(part, launch, *made);
  each_number(launch,
              [&](const LaunchNumber& number) { number.set(*made, number.index, number.value()); });
  vary({}, nullptr);
}

void LaunchPrototype::vary(std::vector<LaunchNumber> changing, double* variable) {
  changing_ = std::move(changing);
  variable_ = variable;
  values_.assign(changing_.size() + 1, 0);
  counted_.begin(has_ranges() ? 3 : values_.size());
}

// At the place of the extent in the kernel's table, with the values that led to it.
void LaunchPrototype::require_whole_groups(const Launch& launch) const {
  for (std::size_t d = 0; d < launch_->local.size(); ++d) {
    const std::uint64_t global = launch.global.at(d);
    const std::uint64_t local = launch.local.at(d);
    if (local == 0 || global % local == 0) continue;
    const Expression& group = launch_->local[d];
    const bool is_given = d < launch_->global.size();
    const std::string extent =
        is_given ? described("global", launch_->global[d], static_cast<double>(global))
                 : fmt::format("global has no extent in dimension {}", d);
    refuse_at(
        (is_given ? launch_->global[d] : group).place(),
        fmt::format("kernel '{}' of pass '{}': {}; not a multiple of {}", launch.kernel,
                    part_->name, extent, described("local", group, static_cast<double>(local))));
  }
}

void LaunchPrototype::require_strides(const Launch& launch) const {
  for (std::size_t i = 0; i < launch_->accesses.size(); ++i) {
    const Access& access = launch.pass.accesses[i];
    if (access.pattern != Pattern::strided || access.row_bytes.count > 0) continue;
    const Expression& stated = launch_->accesses[i].row_bytes;
    refuse_at(stated.place(), fmt::format("pass '{}': {}; {}", part_->name,
                                          described("row_bytes", stated, 0), no_stride));
  }
}

void LaunchPrototype::require_footprints(const Launch& launch) const {
  for (std::size_t i = 0; i < launch_->accesses.size(); ++i) {
    const auto footprint = static_cast<double>(launch.pass.accesses[i].footprint.count);
    if (footprint <= reachable_) continue;
    const Expression& stated = launch_->accesses[i].footprint;
    refuse_at(stated.place(),
              fmt::format("pass '{}': {}; all buffers of kernel '{}' together have {:.0f} bytes",
                          part_->name, described("footprint", stated, footprint), launch.kernel,
                          reachable_));
  }
}

void LaunchPrototype::require_possible(const Launch& launch) const {
  require_whole_groups(launch);
  require_strides(launch);
  require_footprints(launch);
  try {
    check(launch.pass);
    if (!launch.kernel.empty()) check_ranges(launch);
  } catch (const Error& error) {
    refuse_at(part_->place, fmt::format("pass '{}': {}", part_->name, explain(error)));
  }
}

void LaunchPrototype::evaluate(std::uint64_t count) {
  for (std::size_t i = 0; i < changing_.size(); ++i) values_[i] = changing_[i].value();
  values_.back() = static_cast<double>(count);
}

Step& LaunchPrototype::several() {
  if (!repeated_made_) {
    repeated_.name = part_->name;
    auto& group = repeated_.action.emplace<Repeat>();
    group.steps.push_back(single_);
    if (part_->wait) group.steps.push_back({fmt::format("wait after {}", part_->name), Wait{}});
    repeated_made_ = true;
  }
  return repeated_;
}

const Step& LaunchPrototype::made(std::span<const double> numbers) {
  const auto count = static_cast<std::uint64_t>(numbers.back());
  const bool is_single = count == 1 && !part_->wait;
  Step& step = is_single ? single_ : several();
  if (!is_single) std::get<Repeat>(step.action).count = count;
  auto& launch = std::get<Launch>(is_single ? step.action
                                            : std::get<Repeat>(step.action).steps.front().action);
  for (std::size_t i = 0; i < changing_.size(); ++i)
    changing_[i].set(launch, changing_[i].index, numbers[i]);
  require_possible(launch);
  return step;
}

const Step& LaunchPrototype::now(std::uint64_t count) {
  evaluate(count);
  return made(values_);
}

void LaunchPrototype::count_now(std::uint64_t count) {
  evaluate(count);
  counted_.add(values_);
}

void LaunchPrototype::count_range(const Bounds& values, std::uint64_t count) {
  counted_.add(std::array{values.first, values.last, static_cast<double>(count)});
}

// Ranges overlap: each value is taken once, with how many of them hold it.
void LaunchPrototype::each_in_ranges(const UseCounted& use) {
  std::map<double, std::map<double, std::int64_t>> begun;  // less ended, by launches in a row
  counted_.drain([&](std::span<const double> range, std::uint64_t times) {
    std::map<double, std::int64_t>& of_count = begun[range[2]];
    of_count[range[0]] += static_cast<std::int64_t>(times);
    of_count[range[1] + 1] -= static_cast<std::int64_t>(times);
  });
  for (const auto& [count, of_count] : begun) {
    std::int64_t times = 0;
    for (auto at = of_count.begin(); std::next(at) != of_count.end(); ++at) {
      times += at->second;
      for (double value = at->first; times > 0 && value < std::next(at)->first; ++value) {
        *variable_ = value;
        use(now(static_cast<std::uint64_t>(count)), static_cast<std::uint64_t>(times));
      }
    }
  }
}

void LaunchPrototype::each_counted(const UseCounted& use) {
  if (counted_.empty()) return;
  if (has_ranges()) {
    each_in_ranges(use);
    return;
  }
  counted_.drain(
      [&](std::span<const double> numbers, std::uint64_t times) { use(made(numbers), times); });
}

}  // namespace plumb
