// bench/stream_bench.cpp - stream on a device against native OpenMP loops, interleaved in one run.
//
//   stream_bench [--elements N] [--rounds N] [--require] [-d DEV] [--format F] [-o FILE]
//
// Each round times one native loop and one execution of the step on the device by the host clock,
// waits included, so that both see the same disturbances. The ratio is the median over the rounds
// of native time / device time: 1 is as fast as native, more is faster. Exit code 1 if a result is
// wrong or, with --require, if dot is below 0.90 or another operation below 0.97.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <cstdlib>
#include <functional>
#include <memory>

#include <fmt/format.h>

#include "bench/compared.h"
#include "bench/native_stream.h"
#include "bench/run_bench.h"
#include "bench/workload_on_device.h"
#include "plumb/base/error.h"
#include "plumb/base/statistics.h"
#include "plumb/device/open.h"
#include "plumb/device/traits.h"
#include "plumb/workloads/stream/operations.h"
#include "plumb/workloads/workload.h"

namespace plumb::bench {
namespace {

struct BenchOptions : Options {
  BenchOptions() : Options{.rounds = 51} {}
  std::uint64_t elements = 1U << 25U;
};

// OpenMP's threads go on spinning after a loop, and threads that sleep are slow to start: each side
// runs once untimed before its timed run, so that it meets its own threads, not the other's.
// Of the second of two executions.
double warm_seconds(const std::function<void()>& action) {
  action();
  return seconds(action);
}

struct Free {
  void operator()(void* memory) const { std::free(memory); }
};

// Three arrays, each a little further from its page: powers of two apart they would meet in the
// same cache sets, and the rival would be slower than it can be.
template <class Real>
class Native {
 public:
  explicit Native(std::size_t n)
      : a_(n + 3 * skew),
        b_(n + 3 * skew),
        c_(n + 3 * skew),
        arrays_{a_.get(), b_.get() + skew, c_.get() + 2 * skew, n} {
    fill(arrays_);
  }
  void run(std::string_view operation) {
    keep_ = keep_ + run_native(arrays_, operation, static_cast<Real>(stream::factor));
  }

 private:
  static constexpr std::size_t skew = 1088 / sizeof(Real);

  // Not touched before fill(): the threads that use the pages place them.
  struct Array {
    explicit Array(std::size_t n)
        : memory(std::aligned_alloc(4096, (n * sizeof(Real) + 4095) / 4096 * 4096)) {
      if (memory == nullptr) throw Error(ErrorKind::device, "no memory for the native arrays");
    }
    [[nodiscard]] Real* get() const { return static_cast<Real*>(memory.get()); }
    std::unique_ptr<void, Free> memory;
  };

  Array a_;
  Array b_;
  Array c_;
  NativeArrays<Real> arrays_;
  volatile Real keep_ = 0;  // the sums are used, so the loops stay
};

template <class Real>
bool compare(device::Device& device, const BenchOptions& bench, const char* precision,
             Table& table) {
  const std::vector<std::pair<std::string, std::string>> chosen{
      {"elements", std::to_string(bench.elements)}, {"precision", precision}};
  const Workload& workload = workload_named("stream");
  const Settings settings = settings_for(workload, device::traits_of(device.info()), chosen);
  ReferenceStore store;
  WorkloadOnDevice on_device(device, workload, settings, store);
  Native<Real> native(bench.elements);
  bool good = on_device.is_right();

  const std::vector<Step>& steps = on_device.program().steps;
  for (std::size_t step = 0; step < steps.size(); ++step) {
    const std::string& name = steps[step].name;
    Compared times;
    for (std::uint64_t round = 0; round < bench.rounds + 2; ++round) {
      const double native_time = warm_seconds([&] { native.run(name); });
      const double device_time = warm_seconds([&] { on_device.run_step(step); });
      if (round >= 2) times.add(native_time, device_time);  // two rounds of warm-up
    }
    const auto bytes = static_cast<double>(demand_of(steps[step]).bytes.count);
    const Summary ratio = ratio_of(times.native, times.device);
    if (bench.require && ratio.median < (name == "dot" ? 0.90 : 0.97)) good = false;
    std::vector<Cell> row{name, precision, significant(bytes / median(times.native) * 1e-9, 4),
                          significant(bytes / median(times.device) * 1e-9, 4)};
    add_ratio(row, ratio, 3);
    row.emplace_back(on_device.verdict());
    table.rows.push_back(std::move(row));
  }
  return good;
}

int run(Arguments arguments) {
  BenchOptions bench;
  OptionLine line(bench);
  line.count("--elements", bench.elements);
  line.flag("--require", bench.require);
  line.parse(arguments);
  const auto device = device::open_device(bench.device);
  Table table{.title = fmt::format("stream on {} against native OpenMP loops", device->info().name),
              .columns = {{"operation"},
                          {"precision"},
                          {"native", "GB/s"},
                          {"device", "GB/s"},
                          {"ratio"},
                          {"low"},
                          {"high"},
                          {"result"}},
              .notes = {fmt::format("{} elements per array, {} interleaved rounds", bench.elements,
                                    bench.rounds)}};
  bool good = compare<float>(*device, bench, "f32", table);
  if (device->info().doubles) good = compare<double>(*device, bench, "f64", table) && good;
  show_and_keep(table, *device, bench);
  return good ? 0 : 1;
}

}  // namespace

const Bench this_bench{"stream_bench", run};

}  // namespace plumb::bench
