// plumb/application/launch_numbers.h - the numbers of a launch as expressions, and where each goes.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <variant>
#include <vector>

#include "plumb/application/application_parts.h"

namespace plumb {

// One number of a launch. `index`: of the access, operation, extent or argument that it belongs to.
struct LaunchNumber {
  enum class Kind { whole, amount, any };  // which values are refused

  const Expression* expression = nullptr;
  std::string_view what;  // for messages
  Kind kind = Kind::amount;
  double least = 0;  // of a whole number
  double most = 0;
  void (*set)(Launch& launch, std::size_t index, double value) = nullptr;
  std::size_t index = 0;

  // With the values that the variables have now; refuses what does not fit.
  [[nodiscard]] double value() const {
    const double now = expression->value();
    return fits(now) ? now : refused();
  }

 private:
  [[nodiscard]] bool fits(double now) const {
    if (kind != Kind::whole) return kind == Kind::any || now >= 0;
    return now >= least && now <= most &&
           static_cast<double>(static_cast<std::uint64_t>(now)) == now;
  }
  [[nodiscard]] double refused() const;  // with the values that led to it
};

namespace launch_numbers {  // the parts of each_number

using Set = void (*)(Launch& launch, std::size_t index, double value);

inline std::uint64_t to_whole(double value) { return static_cast<std::uint64_t>(value); }

inline LaunchNumber whole_number(const Expression& expression, std::string_view what,
                                 std::uint64_t least, std::uint64_t most, Set set,
                                 std::size_t index = 0) {
  return {&expression,
          what,
          LaunchNumber::Kind::whole,
          static_cast<double>(least),
          static_cast<double>(most),
          set,
          index};
}

inline LaunchNumber amount_of(const Expression& expression, std::string_view what, Set set,
                              std::size_t index = 0) {
  return {&expression, what, LaunchNumber::Kind::amount, 0, 0, set, index};
}

inline constexpr std::uint64_t most_of_one = 1ULL << 20U;  // bytes of a reference, items of a group
inline constexpr std::uint64_t most_bytes = 1ULL << 50U;

template <class UseNumber>
void each_operation(const LaunchPart& launch, const UseNumber& use) {
  use(amount_of(launch.flops, "flops",
                [](Launch& to, std::size_t, double v) { to.pass.flops = Flops{v}; }));
  for (std::size_t i = 0; i < launch.operations.kinds.size(); ++i) {
    const OperationPart& operation = launch.operations.kinds[i];
    const auto counts = operation_counts();
    const auto known = std::ranges::find(counts, operation.kind, &OperationCount::second);
    use(amount_of(
        operation.count, operation.name,
        [](Launch& to, std::size_t kind, double v) {
          to.pass.operations.*operation_counts()[kind].second = v;
        },
        static_cast<std::size_t>(known - counts.begin())));
  }
  use(amount_of(launch.barriers, "barriers",
                [](Launch& to, std::size_t, double v) { to.pass.barriers = v; }));
  use(amount_of(launch.cluster_barriers, "cluster_barriers",
                [](Launch& to, std::size_t, double v) { to.pass.cluster_barriers = v; }));
  use(amount_of(launch.local_traffic, "local_traffic",
                [](Launch& to, std::size_t, double v) { to.pass.local_traffic = v; }));
  use(amount_of(launch.turns, "turns",
                [](Launch& to, std::size_t, double v) { to.pass.turns = v; }));
  use(amount_of(launch.alone, "alone",
                [](Launch& to, std::size_t, double v) { to.pass.alone = v; }));
  use(amount_of(launch.longest, "longest",
                [](Launch& to, std::size_t, double v) { to.pass.longest = v; }));
}

template <class UseNumber>
void each_of_access(const AccessPart& access, std::size_t index, const UseNumber& use) {
  use(amount_of(
      access.references, "references",
      [](Launch& to, std::size_t i, double v) { to.pass.accesses[i].references = v; }, index));
  use(whole_number(
      access.bytes, "bytes", 1, most_of_one,
      [](Launch& to, std::size_t i, double v) { to.pass.accesses[i].bytes = Bytes{to_whole(v)}; },
      index));
  use(whole_number(
      access.width, "width", 1, most_of_one,
      [](Launch& to, std::size_t i, double v) { to.pass.accesses[i].width = to_whole(v); }, index));
  use(whole_number(
      access.streams, "streams", 1, most_of_one,
      [](Launch& to, std::size_t i, double v) { to.pass.accesses[i].streams = to_whole(v); },
      index));
  use(whole_number(
      access.footprint, "footprint", 0, most_bytes,
      [](Launch& to, std::size_t i, double v) {
        to.pass.accesses[i].footprint = Bytes{to_whole(v)};
      },
      index));
  use(whole_number(
      access.row_bytes, "row_bytes", 0, most_bytes,
      [](Launch& to, std::size_t i, double v) {
        to.pass.accesses[i].row_bytes = Bytes{to_whole(v)};
      },
      index));
  use(amount_of(
      access.dependent, "dependent",
      [](Launch& to, std::size_t i, double v) { to.pass.accesses[i].dependent = v; }, index));
  use(amount_of(
      access.executed, "executed",
      [](Launch& to, std::size_t i, double v) { to.pass.accesses[i].executed = v; }, index));
  use(amount_of(
      access.ahead, "ahead",
      [](Launch& to, std::size_t i, double v) { to.pass.accesses[i].ahead = v; }, index));
}

template <class UseNumber>
void each_of_shape(const LaunchPart& launch, const UseNumber& use) {
  constexpr std::uint64_t most_items = 1ULL << 40U;
  use(whole_number(launch.group, "group", 0, most_of_one,
                   [](Launch& to, std::size_t, double v) { to.pass.group = to_whole(v); }));
  use(whole_number(launch.local_memory, "local_memory", 0, 1ULL << 30U,
                   [](Launch& to, std::size_t, double v) { to.pass.local_memory = to_whole(v); }));
  use(whole_number(launch.registers, "registers", 0, most_of_one,
                   [](Launch& to, std::size_t, double v) { to.pass.registers = to_whole(v); }));
  for (std::size_t d = 0; d < launch.global.size(); ++d)
    use(whole_number(
        launch.global[d], "global", 1, most_items,
        [](Launch& to, std::size_t i, double v) { to.global.at(i) = to_whole(v); }, d));
  for (std::size_t d = 0; d < launch.local.size(); ++d)
    use(whole_number(
        launch.local[d], "local", 1, most_items,
        [](Launch& to, std::size_t i, double v) { to.local.at(i) = to_whole(v); }, d));
}

template <class UseNumber>
void each_argument(const LaunchPart& launch, const UseNumber& use) {
  constexpr std::uint64_t most_local = 1ULL << 30U;
  use(whole_number(launch.local_bytes, "local_bytes", 0, most_local,
                   [](Launch& to, std::size_t, double v) { to.local_bytes = Bytes{to_whole(v)}; }));
  for (std::size_t i = 0; i < launch.arguments.size(); ++i) {
    const ArgumentPart& argument = launch.arguments[i];
    if (argument.local) {
      use(whole_number(
          argument.value, "local memory", 1, most_local,
          [](Launch& to, std::size_t at, double v) {
            std::get<LocalArgument>(to.arguments[at]).size = Bytes{to_whole(v)};
          },
          i));
    } else if (argument.buffer.empty()) {
      use({&argument.value, "argument", LaunchNumber::Kind::any, 0, 0,
           [](Launch& to, std::size_t at, double v) {
             std::get<ScalarArgument>(to.arguments[at]).value = v;
           },
           i});
    }
  }
}

}  // namespace launch_numbers

// Calls use(number) for every number of a launch, in the order in which they are checked. A
// template, so that whoever makes one launch of them pays for the values alone.
template <class UseNumber>
void each_number(const LaunchPart& launch, const UseNumber& use) {
  using namespace launch_numbers;
  use(whole_number(launch.points, "points", 0, most_bytes,
                   [](Launch& to, std::size_t, double v) { to.pass.points = to_whole(v); }));
  each_operation(launch, use);
  for (std::size_t i = 0; i < launch.accesses.size(); ++i)
    each_of_access(launch.accesses[i], i, use);
  each_of_shape(launch, use);
  each_argument(launch, use);
}

// Those that change with a variable of a range; `variables`: the first slot that does not belong to
// a parameter.
std::vector<LaunchNumber> changing_numbers(const LaunchPart& launch, std::size_t variables);

}  // namespace plumb
