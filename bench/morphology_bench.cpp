// bench/morphology_bench.cpp - morphology on a device against its limits, or against the host's.
//
//   morphology_bench [--rounds N] [--require] [-d DEV] [--format F] [-o FILE]
//
// On a GPU: references per second of one pass with K = 1024 over what the profile of the device has
// for the first cache level (float) and for its path of uchar4; each pass of the decomposed form
// over a copy of the same bytes; how much sooner the pipelined form is done than the sequence, over
// what the times of its parts allow. On a CPU: native loops and OpenCV's erode on the same threads.
// Contestants are timed in turn; a ratio is the median over the rounds with its 95 % interval.
// Every setting is verified at a smaller size first, and
// the host's results are compared with the device's. Exit code 1 if a result is wrong or, with
// --require, a limit is missed.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include <fmt/format.h>

#include "bench/compared.h"
#include "bench/filter_times.h"
#include "bench/host_filters.h"
#include "bench/run_bench.h"
#include "plumb/workloads/morphology/element.h"
#include "plumb/workloads/morphology/morphology.h"

namespace plumb::bench {
namespace {

constexpr const char* small_size = "517x203";

// Bytes of references per second over a rate of the profile.
void add_references(device::Device& device, const Options& options, const char* pixel,
                    const std::string& parameter, double limit, ReachedLimits& limits) {
  const NamedTexts chosen{{"pixel", pixel}, {"references", "1024"}, {"variant", "one_pass"}};
  require_right(device, "morphology", chosen, small_size);
  const double roof = probed(device, parameter);
  for (const double side : {1024.0, 4096.0}) {
    LoadedFilter filter(device, "morphology",
                        with_text(chosen, "size", fmt::format("{0}x{0}", side)));
    std::vector<Timed> all{{pixel, [&] { return filter.step_seconds().front(); }}};
    time_in_turn(all, options.rounds);
    std::vector<double> shares;
    for (const double time : all[0].times) shares.push_back(side * side * 4096 / time / roof);
    limits.add(fmt::format("one_pass {} K=1024 {}^2 over {}", pixel, side, parameter),
               1e3 * median(all[0].times), summarize(shares), limit);
  }
}

void add_passes(device::Device& device, const Options& options, const char* pixel,
                const char* element, ReachedLimits& limits) {
  const NamedTexts chosen{{"pixel", pixel}, {"element", element}, {"variant", "decomposed"}};
  require_right(device, "morphology", chosen, small_size);
  LoadedFilter filter(device, "morphology", with_text(chosen, "size", "8192x8192"));
  LoadedFilter copy(device, "stream", {{"operation", "copy"}, {"elements", "67108864"}});
  std::vector<double> passes[2];
  std::vector<Timed> all{{"copy", [&] { return copy.step_seconds().front(); }},
                         {"passes", [&] {
                            const std::vector<double> times = filter.step_seconds();
                            for (std::size_t i = 0; i < 2; ++i) passes[i].push_back(times.at(i));
                            return times[0] + times[1];
                          }}};
  time_in_turn(all, options.rounds);
  for (std::size_t i = 0; i < 2; ++i) {
    passes[i].erase(passes[i].begin(), passes[i].begin() + 2);  // the warm-up
    limits.add(fmt::format("decomposed {} {} {} 8192^2 over the copy", pixel, element,
                           i == 0 ? "rows" : "columns"),
               1e3 * median(passes[i]), ratio_of(all[0].times, passes[i]), 0.75);
  }
}

// One pass of a window along rows or columns.
void add_long_pass(device::Device& device, const Options& options, const char* pixel, bool vertical,
                   int length, ReachedLimits& limits) {
  const std::string element = vertical ? fmt::format("1x{}", length) : fmt::format("{}x1", length);
  const NamedTexts chosen{{"pixel", pixel}, {"element", element}, {"variant", "decomposed"}};
  // Odd widths take one column per thread, even ones two.
  for (const int other : {37, 38})
    require_right(device, "morphology", chosen,
                  vertical ? fmt::format("{}x{}", other, length + 13)
                           : fmt::format("{}x{}", length + 13, other));
  LoadedFilter filter(device, "morphology", with_text(chosen, "size", "8192x8192"));
  LoadedFilter copy(device, "stream", {{"operation", "copy"}, {"elements", "67108864"}});
  std::vector<Timed> all{{"copy", [&] { return copy.step_seconds().front(); }},
                         {"pass", [&] { return filter.step_seconds().front(); }}};
  time_in_turn(all, options.rounds);
  limits.add(fmt::format("decomposed {} {} 8192^2 over the copy", pixel, element),
             1e3 * median(all[1].times), ratio_of(all[0].times, all[1].times), 0.75);
}

// K for which the kernel takes about as long as the transfer in.
std::string balanced_references(device::Device& device, const NamedTexts& chosen) {
  std::string best;
  double least = HUGE_VAL;
  for (const char* references : {"64", "256", "1024", "4096", "16384"}) {
    LoadedFilter filter(device, "morphology", with_text(chosen, "references", references));
    (void)filter.step_seconds();
    const std::vector<double> steps = filter.step_seconds();
    const double apart = std::fabs(std::log(steps.at(1) / steps.at(0)));
    if (apart >= least) continue;
    least = apart;
    best = references;
  }
  return best;
}

void add_overlap(device::Device& device, const Options& options, ReachedLimits& limits) {
  NamedTexts chosen{{"pixel", "float"}, {"size", "8192x8192"}};
  const std::string references = balanced_references(device, with_text(chosen, "form", "sequence"));
  chosen = with_text(chosen, "references", references);
  require_right(device, "morphology",
                with_text(with_text(chosen, "form", "pipelined"), "chunks", "5"), small_size);
  const Overlap overlap = measure_overlap(device, "morphology", chosen, options.rounds / 3 + 1);
  std::vector<double> shares;
  for (const double gain :
       {overlap.gain.interval.low, overlap.gain.median, overlap.gain.interval.high})
    shares.push_back(gain / overlap.possible);
  limits.add(fmt::format("pipelined float 8192^2 K={} in {} chunks over what is possible",
                         references, overlap.chunks),
             overlap.milliseconds, summarize(shares), 0.8);
  limits.note(fmt::format("pipelined is {:.3f} times as fast as the sequence, {:.3f} are possible",
                          overlap.gain.median, overlap.possible));
}

int run_on_gpu(device::Device& device, const Options& options) {
  ReachedLimits limits(fmt::format("morphology on {}", device.info().name));
  add_references(device, options, "float", "bandwidth.private.read.level1", 0.6, limits);
  add_references(device, options, "uchar4", "paper.uchar4.B2", 1.2, limits);
  for (const char* element : {"2x2", "32x32", "128x128"})
    add_passes(device, options, "float", element, limits);
  add_passes(device, options, "uchar4", "32x32", limits);
  for (const bool vertical : {false, true}) {
    for (const int length : {256, 512, 1024, 2048, 4096, 8191})
      add_long_pass(device, options, "float", vertical, length, limits);
    for (const int length : {256, 1024, 4096})
      add_long_pass(device, options, "uchar4", vertical, length, limits);
  }
  add_overlap(device, options, limits);
  return limits.finish(device, options);
}

// One element and pixel: native loops on one thread and on all, OpenCV, the device.
void add_rivals(device::Device& device, const Options& options, const char* pixel,
                const std::string& element, const std::string& variant, double limit,
                HostTable& table) {
  const NamedTexts chosen{{"pixel", pixel},
                          {"element", element},
                          {"references", "81"},
                          {"variant", variant},
                          {"size", "2048x2048"}};
  require_right(device, "morphology", chosen, small_size);
  LoadedFilter filter(device, "morphology", chosen);
  const Settings settings =
      settings_for(workload_named("morphology"), DeviceTraits{DeviceKind::cpu}, chosen);
  HostErosion host(pixels::source_image(settings), morphology::element_of(settings));
  const std::string what = fmt::format("{} {} {}", variant, pixel, element);
  table.require_agreement(what, host, filter, {});  // a minimum is not rounded
  table.compare(what, rivals(host, filter), options.rounds, limit);
}

int run_on_cpu(device::Device& device, const Options& options) {
  HostTable table(fmt::format("erosion of 2048 x 2048 on {}", device.info().name));
  for (const char* pixel : {"float", "uchar4"}) {
    add_rivals(device, options, pixel, "disc", "one_pass", 0.8, table);
    add_rivals(device, options, pixel, "32x32", "decomposed", 0.8, table);
    // The hardest: OpenCV keeps what lies between its passes in the cache.
    add_rivals(device, options, pixel, "5x5", "decomposed", 0.8, table);
  }
  return table.finish(device, options);
}

int run(Arguments arguments) { return run_filter_bench(arguments, run_on_gpu, run_on_cpu); }

}  // namespace

const Bench this_bench{"morphology_bench", run};

}  // namespace plumb::bench
