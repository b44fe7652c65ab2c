// plumb/model/timeline.h - when the steps of a program with several queues run, and so how much of
// their time passes beside each other.
//
// Formula  a step starts when its queue, the steps that it waits for and its engine are free: one
//          engine for kernels, one for copies in, one for copies out
// Source   the pipelines of chunks: T approaches max(T1, T2, T3), the longest of the engines
// Limits   copies and kernels do not slow each other down; a loop is scheduled for two rounds, and
//          the others take as long as the second
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "plumb/records/program.h"

namespace plumb {

class Timeline {
 public:
  // Seconds of one launch or transfer, `recorded` in a batch; 0 for what takes none.
  using Duration = std::function<double(const Step& step, bool recorded)>;

  Timeline(const Program& frame, Duration duration);

  void add(const Step& step);  // at the top

  // What all steps take one after the other, less what they take on their queues.
  [[nodiscard]] double overlapped() const;

 private:
  struct State {
    std::map<std::string, double> queues;  // when each is free
    std::map<std::string, double> ended;   // steps by name
    std::array<double, 3> engines{};
    double work = 0;  // the sum of all durations
    double end = 0;
    void shift(double seconds, double more_work);
  };

  void run(const Step& step, const std::string& outer_queue, bool recorded);
  void run_all(const std::vector<Step>& steps, const std::string& queue, double rounds,
               bool recorded);
  [[nodiscard]] double earliest(const Step& step, const std::string& queue) const;
  void finish(const Step& step, const std::string& queue, double end);

  Duration duration_;
  std::string first_queue_;
  State state_;
};

}  // namespace plumb
