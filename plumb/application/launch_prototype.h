// plumb/application/launch_prototype.h - a launch whose numbers change from pass to pass.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "plumb/application/launch_numbers.h"

namespace plumb {

// The numbers of launches that were counted, in the order in which they came first: so many doubles
// each, and how often they came.
class CountedNumbers {
 public:
  // Of so many numbers each; forgets all.
  void begin(std::size_t width);
  [[nodiscard]] bool empty() const { return times_.empty(); }
  // Whether others than those that are there have no place.
  [[nodiscard]] bool is_full() const { return times_.size() == most; }

  // One more of these. Must not be full.
  void add(std::span<const double> numbers);
  // Calls use(numbers, times) for all, which are then forgotten.
  void drain(const std::function<void(std::span<const double>, std::uint64_t)>& use);

 private:
  static constexpr std::size_t most = 512;

  [[nodiscard]] std::uint32_t* place_of(std::span<const double> numbers);
  void grow();

  std::size_t width_ = 0;
  std::vector<double> numbers_;       // width_ of each
  std::vector<std::uint64_t> times_;  // of each
  // Open addressing: the number of an entry plus 1; 0: free. At most half full.
  std::vector<std::uint32_t> places_;
};

// A step of one launch. Its texts stay while its numbers change: made once, not every time.
class LaunchPrototype {
 public:
  // With the values of now. What was made before is forgotten; its memory is used again.
  // `reachable`: bytes that its kernel may touch, infinite where that is not known.
  void begin(const StepPart& part, const LaunchPart& launch, double reachable);
  // From now on `changing` numbers are evaluated again. `variable`: the value that alone decides
  // them; null: several do. Needs `begin`.
  void vary(std::vector<LaunchNumber> changing, double* variable);

  // `count` launches in a row with the values of now; valid until the next call.
  const Step& now(std::uint64_t count);

  // Counts that step with the others that have the same numbers, to be made later.
  void count_now(std::uint64_t count);
  // The same for every whole value of the variable that alone decides, if there is one: nothing is
  // evaluated.
  void count_range(const Bounds& values, std::uint64_t count);
  [[nodiscard]] bool has_ranges() const { return variable_ != nullptr; }
  [[nodiscard]] bool has_place() const { return !counted_.is_full(); }
  // Calls use(step, times) for all that were counted, which are then forgotten.
  using UseCounted = std::function<void(const Step&, std::uint64_t)>;
  void each_counted(const UseCounted& use);

 private:
  void each_in_ranges(const UseCounted& use);
  void evaluate(std::uint64_t count);
  // Of the numbers that were evaluated: those that change, and how many in a row.
  const Step& made(std::span<const double> numbers);
  Step& several();
  void require_possible(const Launch& launch) const;
  void require_whole_groups(const Launch& launch) const;
  void require_strides(const Launch& launch) const;
  void require_footprints(const Launch& launch) const;

  const StepPart* part_ = nullptr;
  const LaunchPart* launch_ = nullptr;
  double reachable_ = 0;  // bytes that its kernel may touch; infinite: not known
  std::vector<LaunchNumber> changing_;
  double* variable_ = nullptr;  // that alone decides; null: none does
  std::vector<double> values_;  // of `changing_`, and the launches in a row
  CountedNumbers counted_;      // such values, or ends of ranges and the launches in a row
  Step single_;
  Step repeated_;  // several in a row, or with a wait
  bool repeated_made_ = false;
};

}  // namespace plumb
