// bench/limits.h - time and memory of work on the host, beside the limits it is meant to keep.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <ctime>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <sys/resource.h>

#include "bench/run_bench.h"
#include "plumb/base/statistics.h"
#include "plumb/base/units.h"
#include "plumb/report/table.h"

namespace plumb::bench {

// How long an action takes by some clock.
using Stopwatch = std::function<double(const std::function<void()>&)>;

// The processor time of this process: a busy machine does not make it longer.
inline double processor_seconds(const std::function<void()>& action) {
  const auto now = [] {
    timespec time{};
    ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
  };
  const double start = now();
  action();
  return now() - start;
}

inline Summary summary_of(std::uint64_t rounds, const std::function<void()>& action,
                          const Stopwatch& watch = seconds) {
  std::vector<double> times;
  for (std::uint64_t i = 0; i < rounds; ++i) times.push_back(watch(action));
  return summarize(times);
}

inline double resident_mebibytes() {
  rusage used{};
  ::getrusage(RUSAGE_SELF, &used);
  return static_cast<double>(used.ru_maxrss) / 1024;
}

// One row for each piece of work, with its limit.
class Limits {
 public:
  Limits(std::string title, std::uint64_t rounds, Stopwatch watch = seconds)
      : rounds_(rounds), watch_(std::move(watch)) {
    table_.title = std::move(title);
    table_.columns = {{"what"}, {"median", "ms"}, {"longest", "ms"}, {"limit", "ms"}, {"runs"}};
  }

  // The median of several runs, or one run.
  void measure(const std::string& what, double limit, bool once,
               const std::function<void()>& action) {
    const Summary summary = summary_of(once ? 1 : rounds_, action, watch_);
    table_.rows.push_back({what, significant(summary.median * 1e3, 4),
                           significant(summary.maximum * 1e3, 4), significant(limit * 1e3, 4),
                           summary.samples});
    good_ = good_ && summary.median <= limit;
  }

  // Below the table; of no limit.
  void note(const std::string& text) { table_.notes.push_back(text); }

  // Shows and keeps the table and gives the exit code. The largest resident set only grows.
  int finish(double most_mebibytes, const Options& options) {
    const double memory = resident_mebibytes();
    table_.notes.push_back(
        fmt::format("largest resident set {:.1f} MiB; limit {} MiB", memory, most_mebibytes));
    good_ = good_ && memory < most_mebibytes;
    show_and_keep(table_, DeviceDescription{}, options);
    return options.require && !good_ ? 1 : 0;
  }

 private:
  std::uint64_t rounds_;
  Stopwatch watch_;
  Table table_;
  bool good_ = true;
};

}  // namespace plumb::bench
