// bench/figures.h - times of work on a device, each beside the figure that is asked of it.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "bench/run_bench.h"
#include "plumb/base/error.h"
#include "plumb/base/statistics.h"
#include "plumb/probe/probing.h"
#include "plumb/records/verdict.h"
#include "plumb/report/table.h"

namespace plumb::bench {

// What is needed is at least or at most so much, 0: nothing.
struct Limit {
  double least = 0;
  double most = 0;
};

class Figures {
 public:
  explicit Figures(std::string title) {
    table_.title = std::move(title);
    table_.columns = {{"what"},   {"median", "ms"}, {"low"},    {"high"},  {"rate", "GFLOPS"},
                      {"figure"}, {"of"},           {"needed"}, {"result"}};
  }

  // `figure`: a share of, or a multiple of, what `of` says; `result`: "right" or what is wrong.
  void add(const std::string& what, const std::vector<double>& times, double flops, double figure,
           const std::string& of, const Limit& limit, const std::string& result) {
    const Summary time = summarize(times);
    const bool met =
        (limit.least == 0 || figure >= limit.least) && (limit.most == 0 || figure <= limit.most);
    const std::string needed = limit.least > 0  ? fmt::format(">= {}", limit.least)
                               : limit.most > 0 ? fmt::format("<= {}", limit.most)
                                                : "-";
    table_.rows.push_back(
        {what, significant(time.median * 1e3, 4), significant(time.interval.low * 1e3, 4),
         significant(time.interval.high * 1e3, 4), significant(flops / time.median * 1e-9, 4),
         significant(figure, 3), of, needed, met ? result : result + ", missed"});
    met_ = met_ && met;
    right_ = right_ && result == name_of(Verdict::right);
  }
  void note(std::string text) { table_.notes.push_back(std::move(text)); }

  int finish(const device::Device& device, const Options& options) {
    show_and_keep(table_, device, options);
    return right_ && (met_ || !options.require) ? 0 : 1;
  }

 private:
  Table table_;
  bool met_ = true;
  bool right_ = true;
};

// What a probe finds on this device now.
inline std::vector<Finding> findings_of(device::Device& device, void (*probe)(Probing&)) {
  Probing probing(device, {});
  probe(probing);
  return probing.findings.parameters;
}

inline double value_of(const std::vector<Finding>& findings, const std::string& name) {
  for (const Finding& finding : findings)
    if (finding.name == name) return finding.value.value;
  throw Error(ErrorKind::check_failed, fmt::format("the probe has no '{}'", name));
}

inline double probed(device::Device& device, void (*probe)(Probing&), const std::string& name) {
  return value_of(findings_of(device, probe), name);
}

// Of so many executions, after one that is not counted.
inline std::vector<double> sampled(std::uint64_t rounds, const std::function<double()>& once) {
  (void)once();
  std::vector<double> times;
  for (std::uint64_t round = 0; round < rounds; ++round) times.push_back(once());
  return times;
}

}  // namespace plumb::bench
