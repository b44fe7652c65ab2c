// bench/gaussian_bench.cpp - gaussian on a device against its limits, or against the host's.
//
//   gaussian_bench [--rounds N] [--require] [-d DEV] [--format F] [-o FILE]
//
// On a GPU, K = 13: one pass and two passes of one float channel over one and two copies of the
// same bytes; the arithmetic of RGBA bytes, all of it and by the paper's count for RGB, over the
// rate of fused multiply-adds that the profile of the device has; how much sooner the pipelined
// form is done than the sequence. On a CPU: native loops, and OpenCV's sepFilter2D (floats) and
// GaussianBlur (bytes) on the same threads. Contestants are timed in turn; a ratio is the median
// over the rounds with its 95 % interval. Every setting is verified at a smaller size first, and
// the host's results are compared with the device's. Exit code 1 if a result is wrong or, with
// --require, a limit is missed.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <numeric>

#include <fmt/format.h>

#include "bench/compared.h"
#include "bench/filter_times.h"
#include "bench/host_filters.h"
#include "bench/run_bench.h"
#include "plumb/workloads/gaussian/gaussian.h"

namespace plumb::bench {
namespace {

constexpr const char* small_size = "516x203";  // a multiple of four: wide loads as in the large one

double sum_of(const std::vector<double>& times) {
  return std::accumulate(times.begin(), times.end(), 0.0);
}

void add_copies(device::Device& device, const Options& options, const char* variant, double copies,
                double limit, ReachedLimits& limits) {
  const NamedTexts chosen{{"pixel", "float"}, {"variant", variant}};
  require_right(device, "gaussian", chosen, small_size);
  LoadedFilter filter(device, "gaussian", with_text(chosen, "size", "8192x8192"));
  LoadedFilter copy(device, "stream", {{"operation", "copy"}, {"elements", "67108864"}});
  std::vector<Timed> all{{"copies", [&] { return copies * copy.step_seconds().front(); }},
                         {variant, [&] { return sum_of(filter.step_seconds()); }}};
  time_in_turn(all, options.rounds);
  limits.add(fmt::format("{} float 8192^2 over {} of its bytes", variant,
                         copies > 1 ? "two copies" : "a copy"),
             1e3 * median(all[1].times), ratio_of(all[0].times, all[1].times), limit);
}

void add_arithmetic(device::Device& device, const Options& options, const char* variant,
                    double limit, ReachedLimits& limits) {
  const NamedTexts chosen{{"pixel", "uchar4"}, {"variant", variant}};
  require_right(device, "gaussian", chosen, small_size);
  const double roof = probed(device, "compute.fma.f32.throughput");
  LoadedFilter filter(device, "gaussian", with_text(chosen, "size", "8192x8192"));
  double flops = 0;
  for (const Step& step : filter.program().steps) flops += demand_of(step).flops.count;
  std::vector<Timed> all{{variant, [&] { return sum_of(filter.step_seconds()); }}};
  time_in_turn(all, options.rounds);
  const auto add = [&](const char* count, double counted) {
    std::vector<double> shares;
    for (const double time : all[0].times) shares.push_back(counted / time / roof);
    limits.add(fmt::format("{} uchar4 8192^2, {}, over the fma rate", variant, count),
               1e3 * median(all[0].times), summarize(shares), limit);
  };
  add("16 K N^2 of RGBA", flops);
  add("12 K N^2 of RGB", filter.program().credit->flops.count);
}

void add_overlap(device::Device& device, const Options& options, ReachedLimits& limits) {
  const NamedTexts chosen{{"pixel", "float"}, {"variant", "one_pass"}, {"size", "8192x8192"}};
  require_right(device, "gaussian",
                with_text(with_text(chosen, "form", "pipelined"), "chunks", "5"), small_size);
  const Overlap overlap = measure_overlap(device, "gaussian", chosen, options.rounds / 3 + 1);
  limits.add(fmt::format("pipelined float 8192^2 in {} chunks over the sequence", overlap.chunks),
             overlap.milliseconds, overlap.gain, 1.6);
  limits.note(fmt::format("the parts allow {:.3f} times the sequence", overlap.possible));
}

int run_on_gpu(device::Device& device, const Options& options) {
  ReachedLimits limits(fmt::format("gaussian, 13 taps, on {}", device.info().name));
  add_copies(device, options, "one_pass", 1, 0.8, limits);
  add_copies(device, options, "two_pass", 2, 0.75, limits);
  add_arithmetic(device, options, "one_pass", 0.4, limits);
  add_arithmetic(device, options, "two_pass", 0, limits);
  add_overlap(device, options, limits);
  return limits.finish(device, options);
}

// Twice what one result may lie off. Bytes: each is rounded once; OpenCV's weights have eight bits
// behind the point, which is one level more.
Tolerances tolerances_of(const Settings& settings) {
  const auto taps = static_cast<double>(settings.count("taps"));
  if (settings.text("pixel") == "uchar4") return {.native = 1, .opencv = 2};
  const double rounding = 2 * 0x1p-24 * (2 * taps + 4);
  return {.native = rounding, .opencv = rounding};
}

void add_rivals(device::Device& device, const Options& options, const char* pixel,
                const char* variant, double limit, HostTable& table) {
  const NamedTexts chosen{{"pixel", pixel}, {"variant", variant}, {"size", "2048x2048"}};
  require_right(device, "gaussian", chosen, small_size);
  LoadedFilter filter(device, "gaussian", chosen);
  const Settings settings =
      settings_for(workload_named("gaussian"), DeviceTraits{DeviceKind::cpu}, chosen);
  HostGaussian host(pixels::source_image(settings), gaussian::weights_of(settings));
  const std::string what = fmt::format("{} {}", variant, pixel);
  table.require_agreement(what, host, filter, tolerances_of(settings));
  table.compare(what, rivals(host, filter), options.rounds, limit);
}

int run_on_cpu(device::Device& device, const Options& options) {
  HostTable table(fmt::format("gaussian, 13 taps, of 2048 x 2048 on {}", device.info().name));
  add_rivals(device, options, "float", "one_pass", 0.8, table);
  add_rivals(device, options, "float4", "one_pass", 0.8, table);
  add_rivals(device, options, "uchar4", "one_pass", 0.4, table);
  return table.finish(device, options);
}

int run(Arguments arguments) { return run_filter_bench(arguments, run_on_gpu, run_on_cpu); }

}  // namespace

const Bench this_bench{"gaussian_bench", run};

}  // namespace plumb::bench
