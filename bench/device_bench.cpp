// bench/device_bench.cpp - what a device gives stream, against its own copy; and what a launch
// costs.
//
//   device_bench [--elements N] [--rounds N] [--require] [-d DEV] [--format F] [-o FILE]
//
// Each round times, by device marks, the driver's copy between two buffers, a kernel that only
// reads, and the five steps of stream on arrays of the same size. The ratio is the median over the
// rounds of a step's rate to the driver's copy, or to the best read of the whole run for dot and
// read. Launches of an empty kernel are timed by the host clock, with the wait; a recorded batch of
// 1000 by device marks: replayed once, where the device may wait while the host submits it, and ten
// times in a row. Exit code 1 if a result is wrong or, with --require (which takes arrays of 4 GiB
// and more), if a figure misses what an NVIDIA H200 should give.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "bench/compared.h"
#include "bench/run_bench.h"
#include "bench/workload_on_device.h"
#include "plumb/base/error.h"
#include "plumb/base/statistics.h"
#include "plumb/bench/embedded.h"
#include "plumb/device/argument.h"
#include "plumb/device/open.h"
#include "plumb/device/traits.h"
#include "plumb/workloads/workload.h"

namespace plumb::bench {
namespace {

struct BenchOptions : Options {
  BenchOptions() : Options{.rounds = 21} {}
  std::uint64_t elements = 1U << 25U;
};

constexpr std::uint64_t batch_size = 1000;
constexpr std::uint64_t replays = 10;
constexpr std::uint64_t group = 256;

using device::grid;
using device::scalar;

// Device time of whatever `body` queues.
template <class Body>
double device_seconds(device::Queue& queue, const Body& body) {
  const auto start = queue.mark();
  body();
  const auto end = queue.mark();
  queue.wait();
  return queue.elapsed(*start, *end).count();
}

// Rates of the same things, round by round.
struct Rates {
  std::vector<std::string> order;
  std::map<std::string, std::vector<double>> samples;

  void add(const std::string& name, double rate) {
    if (!samples.contains(name)) order.push_back(name);
    samples[name].push_back(rate);
  }
  [[nodiscard]] double median_ratio(const std::string& a, const std::string& b) const {
    return ratio_of(samples.at(a), samples.at(b)).median;
  }
};

struct Figure {
  std::string what;
  std::string unit;
  Summary value;
  double ratio = 0;   // to the roof of the same round; 0: none
  double needed = 0;  // what an H200 should reach; 0: nothing is asked
  bool good = true;
};

// Settings that suit the device, with arrays of `elements`.
Settings stream_settings(const device::Info& info, std::uint64_t elements) {
  return settings_for(
      workload_named("stream"), device::traits_of(info),
      std::vector<std::pair<std::string, std::string>>{{"elements", std::to_string(elements)}});
}

std::unique_ptr<device::Module> load_kernels(device::Device& device) {
  return device.load({.name = "read_sum.cl",
                      .language = device::Language::opencl_c,
                      .text = std::string(embedded::bench_read_sum_cl()),
                      .definitions = {}});
}

std::uint32_t xor_of(device::Queue& queue, const device::Buffer& buffer) {
  constexpr std::uint64_t piece = 1U << 24U;
  std::vector<std::uint32_t> words(std::min<std::uint64_t>(piece, buffer.size().count / 4));
  std::uint32_t all = 0;
  for (std::uint64_t first = 0; first < buffer.size().count / 4; first += words.size()) {
    words.resize(std::min<std::uint64_t>(piece, buffer.size().count / 4 - first));
    queue.read(std::as_writable_bytes(std::span(words)), buffer, Bytes{4 * first});
    queue.wait();
    for (const std::uint32_t word : words) all ^= word;
  }
  return all;
}

// What was read and what was copied is what is there.
void require_same(device::Queue& queue, const device::Buffer& array, const device::Buffer& copied,
                  const device::Buffer& partial) {
  const std::uint32_t expected = xor_of(queue, array);
  if (xor_of(queue, partial) != expected)
    throw Error(ErrorKind::check_failed, "the reading kernel found something else than the host");
  if (xor_of(queue, copied) != expected)
    throw Error(ErrorKind::check_failed, "the driver's copy differs from its origin");
}

Rates stream_rates(device::Device& device, const BenchOptions& bench) {
  const Settings settings = stream_settings(device.info(), bench.elements);
  ReferenceStore store;
  WorkloadOnDevice on_device(device, workload_named("stream"), settings, store);
  if (!on_device.is_right()) throw Error(ErrorKind::check_failed, on_device.complaint());
  const Program& program = on_device.program();
  LoadedProgram& loaded = on_device.loaded();
  device::Queue& queue = on_device.queue();
  const Bytes size = 4 * Bytes{bench.elements};
  const auto target = device.allocate(size);
  const std::uint64_t groups = 8 * device.info().compute_units;
  const auto partial = device.allocate(4 * Bytes{groups * group});
  const auto module = load_kernels(device);
  const auto reader = module->kernel("bench_read");
  const device::Argument arguments[] = {&loaded.buffer("a"), partial.get(),
                                        scalar(bench.elements / 4)};

  Rates rates;
  for (std::uint64_t round = 0; round < bench.rounds + 2; ++round) {
    const auto add = [&](const std::string& name, Bytes amount, const auto& body) {
      const double rate = static_cast<double>(amount.count) / device_seconds(queue, body);
      if (round >= 2) rates.add(name, rate);  // two rounds of warm-up
    };
    add("driver's copy", 2 * size, [&] { queue.copy(*target, loaded.buffer("a"), size); });
    add("read", size, [&] { queue.launch(*reader, grid(groups, group), arguments); });
    for (std::size_t step = 0; step < program.steps.size(); ++step) {
      add(program.steps[step].name, demand_of(program.steps[step]).bytes,
          [&] { loaded.execute(step); });
    }
  }
  queue.copy(*target, loaded.buffer("a"), size);
  queue.launch(*reader, grid(groups, group), arguments);
  require_same(queue, loaded.buffer("a"), *target, *partial);
  return rates;
}

// Which share of its roof a step must reach on an H200.
double needed_share(const std::string& step, const device::Info& info) {
  if (step == "copy") return device::loads_ptx(info) ? 0.98 : 0.97;
  return step == "dot" ? 0.95 : 0;
}

std::vector<Figure> stream_figures(const Rates& rates, const device::Info& info) {
  constexpr double least_triad = 4100;  // GB/s
  const double best_read = std::max(std::ranges::max(rates.samples.at("read")),
                                    std::ranges::max(rates.samples.at("dot")));
  std::vector<Figure> figures;
  for (const std::string& name : rates.order) {
    std::vector<double> gigabytes = rates.samples.at(name);
    for (double& rate : gigabytes) rate *= 1e-9;
    const bool reads = name == "dot" || name == "read";
    Figure figure{.what = name, .unit = "GB/s", .value = summarize(gigabytes)};
    figure.ratio = reads ? median(rates.samples.at(name)) / best_read
                         : rates.median_ratio(name, "driver's copy");
    figure.needed = name == "triad" ? least_triad : needed_share(name, info);
    figure.good = (name == "triad" ? figure.value.median : figure.ratio) >= figure.needed;
    figures.push_back(std::move(figure));
  }
  return figures;
}

// OpenCL 1.2 has no recorded lists, so only CUDA's batches are held to a limit.
std::vector<Figure> launch_figures(device::Device& device, const BenchOptions& bench) {
  const bool cuda = device::loads_ptx(device.info());
  const auto queue = device.queue();
  const auto module = load_kernels(device);
  const auto empty = module->kernel("bench_empty");
  const auto launch_all = [&](device::Queue& on) {
    for (std::uint64_t i = 0; i < batch_size; ++i) on.launch(*empty, grid(1, 32), {});
  };
  const auto batch = queue->record(launch_all);
  std::vector<double> queued;
  std::vector<double> replayed;
  std::vector<double> replayed_once;
  std::vector<double> alone;
  const double each = 1e6 / static_cast<double>(batch_size);
  for (std::uint64_t round = 0; round < bench.rounds + 2; ++round) {
    const double queue_time = seconds([&] {
      launch_all(*queue);
      queue->wait();
    });
    const double replay_time = device_seconds(*queue, [&] {
      for (std::uint64_t i = 0; i < replays; ++i) queue->replay(*batch);
    });
    const double once_time = device_seconds(*queue, [&] { queue->replay(*batch); });
    const double alone_time = seconds([&] {
      queue->launch(*empty, grid(1, 32), {});
      queue->wait();
    });
    if (round < 2) continue;
    queued.push_back(each * queue_time);
    replayed.push_back(each * replay_time / static_cast<double>(replays));
    replayed_once.push_back(each * once_time);
    alone.push_back(1e6 * alone_time);
  }
  std::vector<Figure> figures{
      {.what = "launch, queued", .unit = "us", .value = summarize(queued), .needed = 5.0},
      {.what = "launch, in a batch",
       .unit = "us",
       .value = summarize(replayed),
       .needed = cuda ? 0.7 : 0},
      {.what = "launch, in a batch replayed once",
       .unit = "us",
       .value = summarize(replayed_once),
       .needed = cuda ? 0.7 : 0},
      {.what = "launch and wait", .unit = "us", .value = summarize(alone)}};
  for (Figure& figure : figures)
    figure.good = figure.needed == 0 || figure.value.median <= figure.needed;
  return figures;
}

int run(Arguments arguments) {
  BenchOptions bench;
  OptionLine line(bench);
  line.count("--elements", bench.elements);
  line.flag("--require", bench.require);
  line.parse(arguments);
  if (bench.require) bench.elements = std::max<std::uint64_t>(bench.elements, 1U << 30U);
  const auto device = device::open_device(bench.device);
  const device::Info& info = device->info();
  std::vector<Figure> figures = stream_figures(stream_rates(*device, bench), info);
  std::ranges::move(launch_figures(*device, bench), std::back_inserter(figures));
  Table table{.title = fmt::format("stream and launches on {}:{}", info.backend, info.name),
              .columns = {{"what"},
                          {"median"},
                          {"unit"},
                          {"low"},
                          {"high"},
                          {"of its roof"},
                          {"needed"},
                          {"verdict"}},
              .notes = {fmt::format("{} float elements per array, {} rounds", bench.elements,
                                    bench.rounds)}};
  bool good = true;
  for (const Figure& figure : figures) {
    good = good && figure.good;
    const bool asked = bench.require && figure.needed > 0;
    table.rows.push_back({figure.what, significant(figure.value.median, 4), figure.unit,
                          significant(figure.value.interval.low, 4),
                          significant(figure.value.interval.high, 4),
                          figure.ratio > 0 ? Cell(fixed(figure.ratio, 3)) : Cell(Missing{}),
                          asked ? Cell(significant(figure.needed, 2)) : Cell(Missing{}),
                          asked ? Cell(figure.good ? "good" : "misses") : Cell(Missing{})});
  }
  show_and_keep(table, *device, bench);
  return bench.require && !good ? 1 : 0;
}

}  // namespace

const Bench this_bench{"device_bench", run};

}  // namespace plumb::bench
