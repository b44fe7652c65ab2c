// bench/filter_times.cpp - timing filters in turn.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "bench/filter_times.h"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

#include "bench/compared.h"
#include "bench/workload_on_device.h"
#include "plumb/base/error.h"
#include "plumb/device/open.h"
#include "plumb/device/traits.h"
#include "plumb/run/read_back.h"
#include "plumb/study/profiles.h"

namespace plumb::bench {
namespace {

Settings settings_on(const device::Device& device, const std::string& workload,
                     const NamedTexts& chosen) {
  return settings_for(workload_named(workload), device::traits_of(device.info()), chosen);
}

}  // namespace

LoadedFilter::LoadedFilter(device::Device& device, const std::string& workload,
                           const NamedTexts& chosen)
    : program_(workload_named(workload).program(settings_on(device, workload, chosen))),
      loaded_(device, program_) {
  loaded_.fill();
  loaded_.execute_all();
  loaded_.wait();
}

std::vector<double> LoadedFilter::step_seconds() {
  device::Queue& queue = loaded_.queue();
  std::vector<std::unique_ptr<device::Mark>> marks;
  marks.push_back(queue.mark());
  for (std::size_t i = 0; i < program_.steps.size(); ++i) {
    loaded_.execute(i);
    marks.push_back(queue.mark());
  }
  queue.wait();
  std::vector<double> times;
  for (std::size_t i = 0; i + 1 < marks.size(); ++i)
    times.push_back(queue.elapsed(*marks[i], *marks[i + 1]).count());
  return times;
}

double LoadedFilter::host_seconds() {
  return seconds([&] {
    loaded_.execute_all();
    loaded_.wait();
  });
}

std::vector<double> LoadedFilter::result() const {
  const auto buffer = std::ranges::find(program_.buffers, "result", &Buffer::name);
  std::vector<double> values(buffer->count * buffer->type.width);
  reader_of(loaded_)("result", 0, values);
  return values;
}

int run_filter_bench(Arguments arguments, FilterBench on_gpu, FilterBench on_cpu) {
  Options options{.rounds = 21};
  OptionLine line(options);
  line.flag("--require", options.require);
  line.parse(arguments);
  const auto device = device::open_device(options.device);
  return (device->info().kind == device::Kind::gpu ? on_gpu : on_cpu)(*device, options);
}

void require_right(device::Device& device, const std::string& workload, NamedTexts chosen,
                   const std::string& size) {
  ReferenceStore store;
  const Settings settings =
      settings_on(device, workload, with_text(std::move(chosen), "size", size));
  const WorkloadOnDevice small(device, workload_named(workload), settings, store);
  if (!small.is_right())
    throw Error(ErrorKind::check_failed, fmt::format("{}: {}", workload, small.complaint()));
}

void time_in_turn(std::vector<Timed>& all, std::uint64_t rounds) {
  for (std::uint64_t round = 0; round < rounds + 2; ++round) {
    for (Timed& each : all) {
      const double time = each.seconds();
      if (round >= 2) each.times.push_back(time);  // two rounds of warm-up
    }
  }
}

ReachedLimits::ReachedLimits(std::string title) {
  table_.title = std::move(title);
  table_.columns = {{"what"}, {"time", "ms"}, {"reached"}, {"low"}, {"high"}, {"limit"}};
}

void ReachedLimits::add(const std::string& what, double milliseconds, const Summary& reached,
                        double limit) {
  std::vector<Cell> row{what, significant(milliseconds, 4)};
  add_ratio(row, reached, 3);
  row.emplace_back(fixed(limit, 2));
  table_.rows.push_back(std::move(row));
  good_ = good_ && reached.median >= limit;
}

int ReachedLimits::finish(const device::Device& device, const Options& options) {
  show_and_keep(table_, device, options);
  return options.require && !good_ ? 1 : 0;
}

double probed(const device::Device& device, const std::string& parameter) {
  const auto profile = study::profile_of_device(describe(device.info()));
  if (profile) {
    const auto found = std::ranges::find(profile->parameters, parameter, &Finding::name);
    if (found != profile->parameters.end()) return found->value.value;
  }
  throw Error(ErrorKind::input,
              fmt::format("no profile of '{}' has {}; run plumb probe -d DEV -o FILE first",
                          device.info().name, parameter));
}

Overlap measure_overlap(device::Device& device, const std::string& workload,
                        const NamedTexts& chosen, std::uint64_t rounds) {
  LoadedFilter sequence(device, workload, with_text(chosen, "form", "sequence"));
  (void)sequence.step_seconds();
  const std::vector<double> steps = sequence.step_seconds();
  const double kernels = std::accumulate(steps.begin() + 1, steps.end() - 1, 0.0);
  const double whole = steps.front() + kernels + steps.back();
  Overlap best;
  best.possible = whole / std::max({steps.front(), kernels, steps.back()});
  for (const char* chunks : {"8", "16", "32", "64"}) {
    LoadedFilter pipelined(device, workload,
                           with_text(with_text(chosen, "form", "pipelined"), "chunks", chunks));
    std::vector<Timed> all{{"sequence", [&] { return sequence.host_seconds(); }},
                           {"pipelined", [&] { return pipelined.host_seconds(); }}};
    time_in_turn(all, rounds);
    const Summary gain = ratio_of(all[0].times, all[1].times);
    if (!best.chunks.empty() && gain.median <= best.gain.median) continue;
    best.gain = gain;
    best.chunks = chunks;
    best.milliseconds = 1e3 * median(all[1].times);
  }
  return best;
}

}  // namespace plumb::bench
