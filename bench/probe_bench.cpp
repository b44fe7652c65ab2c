// bench/probe_bench.cpp - what the probes find on a CPU device against native loops, in one run.
//
//   probe_bench [--rounds N] [--require] [-d DEV] [--format F] [-o FILE]
//
// Each round takes the probe's number and the native one, one after the other. The ratio is the
// median over the rounds: of rates device / native, of latencies too, where 1 is the same. Exit
// code 1 with --require if a stream is below 0.97, fma below 0.90, or a latency more than 5 % away.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <chrono>
#include <functional>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "bench/compared.h"
#include "bench/native_limits.h"
#include "bench/native_stream.h"
#include "bench/run_bench.h"
#include "plumb/base/error.h"
#include "plumb/base/json.h"
#include "plumb/base/statistics.h"
#include "plumb/device/open.h"
#include "plumb/probe/chain.h"
#include "plumb/probe/probes.h"

namespace plumb::bench {
namespace {

struct Row {
  std::string name;
  std::string unit;
  double scale;  // from SI units to that
  double least;  // ratio that is asked for
  double most;
  Compared found = {};
};

class Rows {
 public:
  void add(const Row& shape, double native, double device) {
    Row* row = nullptr;
    for (Row& known : rows_)
      if (known.name == shape.name) row = &known;
    if (row == nullptr) row = &rows_.emplace_back(shape);
    row->found.add(native, device);
  }
  // Fills the table; false when a ratio is not what is asked for.
  bool into(Table& table) const {
    bool good = true;
    for (const Row& row : rows_) {
      const Summary ratio = ratio_of(row.found.device, row.found.native);
      good = good && ratio.median >= row.least && ratio.median <= row.most;
      std::vector<Cell> cells{row.name, row.unit,
                              significant(median(row.found.native) * row.scale, 4),
                              significant(median(row.found.device) * row.scale, 4)};
      add_ratio(cells, ratio, 3);
      table.rows.push_back(std::move(cells));
    }
    return good;
  }

 private:
  std::vector<Row> rows_;
};

constexpr double any = 1e9;

double parameter(const Findings& findings, const std::string& name) {
  for (const Finding& finding : findings.parameters)
    if (finding.name == name) return finding.value.value;
  throw Error(ErrorKind::check_failed, fmt::format("the probe has no '{}'", name));
}

// The fastest of a few: what the memory gives, not what disturbs it.
double shortest(const std::function<void()>& action) {
  double best = 1e9;
  for (int i = 0; i < 7; ++i) best = std::min(best, seconds(action));
  return best;
}

void compare_streams(device::Device& device, const ProbeOptions& options, Rows& rows) {
  const std::size_t n = std::max<std::size_t>(64U << 20U, 2 * device.info().cache.count) / 4;
  std::vector<float> a(n), b(n), c(n);
  const NativeArrays<float> arrays{a.data(), b.data(), c.data(), n};
  fill(arrays);
  Probing probing(device, options);
  probe_bandwidth(probing);
  for (const auto& [name, count] : {std::pair("copy", 2.0), {"triad", 3.0}}) {
    const double time = shortest([&] { (void)run_native(arrays, name, 3.0F); });
    rows.add({.name = fmt::format("memory {}", name),
              .unit = "GB/s",
              .scale = 1e-9,
              .least = 0.97,
              .most = any},
             count * 4 * static_cast<double>(n) / time,
             parameter(probing.findings, fmt::format("bandwidth.memory.{}", name)));
  }
}

void compare_fma(device::Device& device, const ProbeOptions& options, Rows& rows) {
  Probing probing(device, options);
  probe_compute(probing);
  const Row shape{.name = "", .unit = "Gflop/s", .scale = 1e-9, .least = 0.90, .most = any};
  Row single = shape;
  single.name = "fma f32";
  rows.add(single, native_fma<float>(), parameter(probing.findings, "compute.fma.f32.throughput"));
  if (!device.info().doubles) return;
  Row doubles = shape;
  doubles.name = "fma f64";
  rows.add(doubles, native_fma<double>(),
           parameter(probing.findings, "compute.fma.f64.throughput"));
}

// Sizes in the middle of the levels: near a knee the pages decide, not the method.
void compare_latency(device::Device& device, const ProbeOptions& options, Rows& rows) {
  Probing probing(device, options);
  constexpr std::uint64_t footprints[] = {16U << 10U, 256U << 10U, 64U << 20U};
  const auto memory = device.allocate(Bytes{footprints[2]});
  Chain chain(probing, *memory);
  for (const std::uint64_t footprint : footprints) {
    NativeChain native(footprint);
    chain.build(dense_chain(device.info(), footprint));
    rows.add({.name = "latency over " + to_text(Bytes{footprint}),
              .unit = "ns",
              .scale = 1e9,
              .least = 0.95,
              .most = 1.05},
             native.hop_time(), chain.hop_time().value);
  }
}

int run(Arguments arguments) {
  Options options{.rounds = 5};
  OptionLine line(options);
  line.flag("--require", options.require);
  line.parse(arguments);
  const auto device = device::open_device(options.device);
  if (device->info().kind != device::Kind::cpu)
    throw Error(ErrorKind::input, "probe_bench compares a CPU device with native loops; -d pocl");
  Rows rows;
  const ProbeOptions quick;
  for (std::uint64_t i = 0; i < options.rounds; ++i) {
    compare_streams(*device, quick, rows);
    compare_fma(*device, quick, rows);
    compare_latency(*device, quick, rows);
  }
  Table table{.title = fmt::format("probes on {} against native loops", device->info().name),
              .columns = {{"what"}, {"unit"}, {"native"}, {"device"}, {"ratio"}, {"low"}, {"high"}},
              .notes = {fmt::format("{} interleaved rounds", options.rounds)}};
  const bool good = rows.into(table);
  show_and_keep(table, *device, options);
  return options.require && !good ? 1 : 0;
}

}  // namespace

const Bench this_bench{"probe_bench", run};

}  // namespace plumb::bench
