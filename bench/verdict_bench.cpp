// bench/verdict_bench.cpp - verdicts and break-evens written down first, then tried on both
// devices.
//
//   verdict_bench -d DEV --rival DEV [-p PROFILE] [--rival-profile PROFILE] [--points N]
//   [--most-memory MIB] [--most-demand MIB] [--seconds S] [--seed N] [--format F] [-o FILE]
//
// Problems are drawn as accuracy_bench draws its points, each device with the variant that is its
// default. FILE.verdicts.csv has what was decided, its digest is printed before the first launch;
// then each problem is run on both devices. A break-even is tried at the sizes a factor of 1.3
// below and above it. With --seconds nothing begins later than that; break-evens come first.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <chrono>
#include <cmath>

#include <fmt/format.h>

#include "bench/accuracy/digest.h"
#include "bench/accuracy/draw.h"
#include "bench/accuracy/model_digest.h"
#include "bench/accuracy/two_devices.h"
#include "bench/accuracy/verdicts.h"
#include "bench/run_bench.h"
#include "plumb/base/error.h"
#include "plumb/base/json.h"
#include "plumb/study/break_even_search.h"

namespace plumb::bench {
namespace {

constexpr double factor = 1.3;

struct BenchOptions : Options {
  std::string rival = {};
  std::string profile = {};
  std::string rival_profile = {};
  std::uint64_t points = 100;
  std::uint64_t most_memory = 256;    // MiB
  std::uint64_t most_demand = 16384;  // MiB of all references of a point; 0: any
  std::uint64_t seconds = 0;          // 0: all, however long
  std::uint64_t seed = 0;             // 0: the digest of the sources
};

BenchOptions parsed(Arguments arguments) {
  BenchOptions options;
  OptionLine line(options);
  line.text("--rival", options.rival);
  line.text("-p,--profile", options.profile);
  line.text("--rival-profile", options.rival_profile);
  line.count("--points", options.points);
  line.count("--most-memory", options.most_memory);
  line.count("--most-demand", options.most_demand);
  line.count("--seconds", options.seconds);
  line.count("--seed", options.seed);
  line.parse(arguments);
  if (options.rival.empty()) throw Error(ErrorKind::input, "--rival: name the second device");
  if (options.seed == 0) options.seed = digest_of(model_digest);
  return options;
}

std::string text_of(const NamedTexts& settings) {
  std::string text;
  for (const auto& [name, value] : settings)
    text += fmt::format("{}{}={}", text.empty() ? "" : " ", name, value);
  return text;
}

// A program of every class that grows by a number.
struct Growing {
  std::string workload;
  std::string range;
  NamedTexts settings;
};

std::vector<Growing> growing() {
  return {{"stream", "elements=256:16777216", {{"operation", "triad"}}},
          {"livermore", "span=1000:1048576", {{"kernel", "1"}}},
          {"livermore", "span=1000:1048576", {{"kernel", "7"}}},
          {"sparse", "size=1024:1048576", {}},
          {"lu", "size=64:2048", {}},
          {"poisson", "n=32:2048", {{"iterations", "16"}}},
          {"gaussian", "size=64:4096", {{"form", "sequence"}}},
          {"morphology", "size=64:2048", {{"form", "sequence"}}}};
}

class Trial {
 public:
  explicit Trial(const BenchOptions& options)
      : options_(&options),
        devices_{.own = measured_device(options.device, options.profile),
                 .rival = measured_device(options.rival, options.rival_profile)} {
    watch_.failed = [](const std::exception& error) { fmt::print(stderr, "{}\n", explain(error)); };
    if (options.seconds == 0) return;
    watch_.interrupted = [start = std::chrono::steady_clock::now(), this] {
      return std::chrono::steady_clock::now() - start > std::chrono::seconds(options_->seconds);
    };
  }

  void predict() {
    for (const Growing& one : growing()) predict_break_even(one);
    const std::vector<DrawnPoint> drawn =
        draw_points({.points = options_->points,
                     .seed = options_->seed,
                     .most_memory = Bytes{options_->most_memory << 20U},
                     .most_demand = Bytes{options_->most_demand << 20U},
                     .traits = devices_.own.traits,
                     .variants = false});
    for (const DrawnPoint& point : drawn) {
      std::optional<Contest> contest = contest_of(devices_, point.application, point.settings);
      if (!contest) continue;
      const Decision decision = predicted_decision(devices_, *contest);
      verdicts_.push_back(
          {.family = point.family, .problem = text_of(point.settings), .decision = decision});
      contests_.push_back(std::move(*contest));
    }
  }

  void write_down() const {
    std::string text = render(verdict_list(verdicts_), Format::csv);
    text += render(break_even_table(break_evens_, factor), Format::csv);
    if (!options_->output.empty()) write_whole(options_->output + ".verdicts.csv", text);
    fmt::print("{} verdicts and {} break-evens predicted, digest {:016x}, seed {:016x}\n",
               verdicts_.size(), break_evens_.size(), digest_of(text), options_->seed);
  }

  void measure() {
    for (std::size_t i = 0; i < break_evens_.size(); ++i) {
      for (ContestedSize* size : {&break_evens_[i].low, &break_evens_[i].high})
        measure_size(*size, i);
    }
    for (std::size_t i = 0; i < contests_.size(); ++i) {
      verdicts_[i].own = measured_time(devices_.own, contests_[i].own, watch_);
      verdicts_[i].rival = measured_time(devices_.rival, contests_[i].rival, watch_);
    }
  }

  void show() const {
    Table table = verdict_table(verdicts_);
    table.notes.push_back(fmt::format("device with profile {}, rival {} with profile {}",
                                      devices_.own.profile.name, devices_.rival.device->info().name,
                                      devices_.rival.profile.name));
    const auto right = std::ranges::count_if(break_evens_, [](const JudgedBreakEven& one) {
      return one.is_measured() && one.is_right();
    });
    table.notes.push_back(
        fmt::format("break-evens within a factor of {}: {} of {}", factor, right,
                    std::ranges::count_if(break_evens_, &JudgedBreakEven::is_measured)));
    show_and_keep(table, *devices_.own.device, *options_);
    for (const Table& other : {break_even_table(break_evens_, factor), verdict_list(verdicts_)})
      fmt::print("\n{}", render(other, format_from_name(options_->format)));
    if (!options_->output.empty())
      write_whole(options_->output + ".points.csv", render(verdict_list(verdicts_), Format::csv));
  }

 private:
  void predict_break_even(const Growing& one) {
    study::ProgramSource own(one.workload, devices_.own.traits);
    study::ProgramSource rival(one.workload, devices_.rival.traits);
    const study::FoundBreakEven found =
        study::find_break_even(own, {.range = one.range,
                                     .options = {},
                                     .own = devices_.own.profile,
                                     .rival = devices_.rival.profile,
                                     .rival_program = rival,
                                     .chosen = own.points(one.settings).front()});
    JudgedBreakEven judged{.problem = fmt::format("{} {}", one.workload, text_of(one.settings)),
                           .parameter = found.parameter,
                           .predicted = found.sizes};
    judged.low.size = found.first;
    judged.high.size = found.last;
    if (found.sizes.at) {
      const auto at = static_cast<double>(*found.sizes.at);
      const auto within = [&](double size) {
        return std::clamp(static_cast<std::uint64_t>(std::lround(size)), found.first, found.last);
      };
      judged.low.size = within(at / factor);
      judged.high.size = within(at * factor);
    }
    break_evens_.push_back(std::move(judged));
    growing_.push_back(one);
  }

  void measure_size(ContestedSize& size, std::size_t i) {
    const Growing& one = growing_[i];
    const std::string& parameter = break_evens_[i].parameter;
    const study::ProgramSource program(one.workload, devices_.own.traits);
    const NamedTexts settings =
        with_text(one.settings, parameter, program.size_text(parameter, size.size));
    const std::optional<Contest> contest = contest_of(devices_, one.workload, settings);
    if (!contest) return;
    size.own = measured_time(devices_.own, contest->own, watch_);
    size.rival = measured_time(devices_.rival, contest->rival, watch_);
  }

  const BenchOptions* options_;
  TwoDevices devices_;
  study::Watch watch_;
  std::vector<Growing> growing_;  // of the break-evens
  std::vector<JudgedBreakEven> break_evens_;
  std::vector<Contest> contests_;  // of the verdicts
  std::vector<JudgedVerdict> verdicts_;
};

int run(Arguments arguments) {
  const BenchOptions options = parsed(arguments);
  Trial trial(options);
  trial.predict();
  trial.write_down();
  trial.measure();
  trial.show();
  return 0;
}

}  // namespace

const Bench this_bench{"verdict_bench", run};

}  // namespace plumb::bench
