// plumb/model/timeline.h - when the steps of a program with several queues run, and so how much of
// their time passes beside each other.
//
// Formula  a step starts when its queue, the steps that it waits for and its engine are free: one
//          engine for kernels, one for copies in, one for copies out, and not before the host,
//          which queues one step after the other, has come to it. A processor has one engine: its
//          units make the copies, and these draw on the memory that kernels read
// Source   the pipelines of chunks: T approaches max(T1, T2, T3), the longest of the engines
// Limits   copies and kernels do not slow each other down (copies each other: both_ways.h); on a
//          processor of many units a copy by one of them leaves the others to kernels that compute;
//          a loop is scheduled for two rounds, and the others take as long as the second; for eight
//          where copies share, and the others take as long as the last four in the mean. What a
//          wait of the host itself costs is not in it: nothing runs beside it
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "plumb/model/both_ways.h"
#include "plumb/model/model.h"
#include "plumb/records/program.h"

namespace plumb {

class Timeline {
 public:
  // Seconds of one launch or transfer, `recorded` in a batch; 0 for what takes none.
  using Duration = std::function<double(const Step& step, bool recorded)>;

  Timeline(const Program& frame, const HostCalls& calls, Duration duration);

  void add(const Step& step);  // at the top

  // What all steps take one after the other, less what they take on their queues.
  [[nodiscard]] double overlapped() const;
  // What they take on their queues longer than that, because the host is slower than the device.
  [[nodiscard]] double waiting_for_host() const;
  // How long copies went both ways at once.
  [[nodiscard]] double both_ways() const { return state_.copies.shared(); }

 private:
  struct State {
    std::map<std::string, double> queues;  // when each is free
    std::map<std::string, double> ended;   // steps by name
    std::array<double, 3> engines{};
    double work = 0;  // the sum of all durations
    double end = 0;
    double host = 0;  // when it has queued the last step
    BothWays copies{2};
    void shift(double seconds, double more_work, double more_both_ways);
  };

  void run(const Step& step, const std::string& outer_queue, bool recorded);
  void run_all(const std::vector<Step>& steps, const std::string& queue, double rounds,
               bool recorded);
  void run_checked(const Until& until, const std::string& queue, bool recorded);
  template <class Round>
  void in_turn(double rounds, const Round& one_round);
  void wait();
  [[nodiscard]] double earliest(const Step& step, const std::string& queue) const;
  // Goes on to the end of the call that queues the step, fences included.
  void call(const Step& step, const std::string& queue, bool recorded);
  void finish(const Step& step, const std::string& queue, double end);
  // Beside those of the other way, whose last one may end later for it; returns its end.
  double copy(std::size_t engine, const Step& step, const std::string& queue, double start,
              double seconds);

  Duration duration_;
  HostCalls calls_;
  std::string first_queue_;
  std::map<std::string, std::string> queue_of_;  // steps by name
  State state_;
  int depth_ = 0;  // of the loops around a step
};

}  // namespace plumb
