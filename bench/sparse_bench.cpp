// bench/sparse_bench.cpp - sparse products against the copy and the gather of their device.
//
//   sparse_bench [--size N] [--nonzeros N] [--precision LIST] [--rounds N] [--require]
//                [-d DEV] [-o FILE]
//
// Without a size the matrix has 1 GiB (on a CPU 64 MiB). ELL on a banded matrix: what it must move
// (every element with its column, x and y once) over the rate of the copy in this run. ELL on
// random columns: all bytes that it refers to over the rate of the gather probed in this run. CSR
// stands beside them, and CSR on the host, by its clock, on one thread and on all; the other times
// are by device marks. Exit code 1 if a result is wrong or, with --require, if a figure misses what
// an H200 should give.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <functional>
#include <thread>

#include <fmt/format.h>

#include "bench/figures.h"
#include "bench/native_sparse.h"
#include "bench/run_bench.h"
#include "bench/workload_on_device.h"
#include "plumb/device/open.h"
#include "plumb/device/traits.h"
#include "plumb/probe/probes.h"
#include "plumb/study/copy_roof.h"
#include "plumb/study/sweep.h"
#include "plumb/workloads/sparse/plan.h"
#include "plumb/workloads/sparse/sparse.h"

namespace plumb::bench {
namespace {

struct BenchOptions : Options {
  BenchOptions() : Options{.rounds = 15} {}
  std::uint64_t size = 0;
  std::uint64_t nonzeros = 16;
  std::string precisions = "f32,f64";
};

// Rates of the device that products are compared with.
struct Roofs {
  double copy = 0;
  double gather = 0;
};

std::uint64_t size_for(const BenchOptions& bench, std::uint64_t element_bytes, bool on_cpu) {
  if (bench.size > 0) return bench.size;
  const std::uint64_t bytes = on_cpu ? 1ULL << 26U : 1ULL << 30U;
  return bytes / (bench.nonzeros * (element_bytes + 4)) + 1;
}

// y = A x as the host has it, once for all that compute it: on 1 GiB it takes seconds.
std::vector<double> product_of(const NamedTexts& chosen, std::uint64_t rows) {
  const Settings settings =
      settings_for(workload_named("sparse"), DeviceTraits{.kind = DeviceKind::cpu}, chosen);
  ReferenceStore store;
  std::vector<double> y(rows);
  sparse::reference(settings, store)("y", 0, y);
  return y;
}

// Rows that ELL adds behind the last hold zeros.
Reference kept(const std::vector<double>& y) {
  return [&y](std::string_view, std::uint64_t first, std::span<double> out) {
    for (std::size_t n = 0; n < out.size(); ++n) out[n] = first + n < y.size() ? y[first + n] : 0;
  };
}

void measure_product(device::Device& device, const BenchOptions& bench, const NamedTexts& chosen,
                     const std::vector<double>& expected, const Roofs& roofs, Figures& figures) {
  const Settings settings =
      settings_for(workload_named("sparse"), device::traits_of(device.info()), chosen);
  WorkloadOnDevice product(device, sparse::program(settings), kept(expected));
  const std::size_t last = product.program().steps.size() - 1;
  const auto times = sampled(bench.rounds, [&] {
    StepTimes step;
    product.loaded().execute(last, &step);
    product.loaded().wait();
    return product.queue().elapsed(*step.from, *step.to).count();
  });
  const bool banded = settings.text("matrix") == "banded";
  const double bytes =
      static_cast<double>(banded ? product.program().credit->bytes.count
                                 : demand_of(product.program().steps[last]).bytes.count);
  const double roof = banded ? roofs.copy : roofs.gather;
  const bool limited = settings.text("variant") == "ell" && settings.text("form") == "wide";
  figures.add(fmt::format("{} {} {} x {} {}", settings.text("variant"), settings.text("matrix"),
                          settings.text("size"), bench.nonzeros, settings.text("precision")),
              times, product.program().credit->flops.count, bytes / median(times) / roof,
              fmt::format("{}, {:.4g} GB/s", banded ? "copy" : "gather", roof * 1e-9),
              {.least = limited ? 0.8 : 0}, product.verdict());
}

// The host beside it: the same product in CSR on one thread and on all.
template <class Real>
void measure_host(const BenchOptions& bench, const NamedTexts& chosen,
                  const std::vector<double>& expected, const Roofs& roofs, Figures& figures) {
  const Settings settings =
      settings_for(workload_named("sparse"), DeviceTraits{.kind = DeviceKind::cpu}, chosen);
  const sparse::Plan plan(settings);
  const sparse::Matrix matrix = sparse::matrix_of(settings);
  NativeCsr<Real> native;
  native.starts.assign(matrix.starts.begin(), matrix.starts.end());
  native.places = matrix.places;
  native.values.assign(matrix.values.begin(), matrix.values.end());
  native.y.resize(plan.rows());
  std::vector<double> x(plan.columns());
  fill_values(plan.vector_fill(), plan.scalar, 0, x);
  native.x.assign(x.begin(), x.end());
  const double flops = 2 * static_cast<double>(plan.nonzeros());
  const double bytes = flops / 2 * static_cast<double>(plan.element_bytes() + 4) +
                       static_cast<double>(4 * (plan.rows() + 1) +
                                           plan.element_bytes() * (plan.rows() + plan.columns()));
  for (const unsigned threads : {1U, std::max(1U, std::thread::hardware_concurrency())}) {
    const auto times =
        sampled(bench.rounds, [&] { return seconds([&] { native.multiply(threads); }); });
    bool right = true;
    for (std::size_t i = 0; i < expected.size(); ++i) {
      const double error = std::abs(static_cast<double>(native.y[i]) - expected[i]);
      right = right && error <= 1e-5 * expected[i];
    }
    figures.add(fmt::format("host csr {} {}, {} threads", settings.text("matrix"),
                            settings.text("precision"), threads),
                times, flops, bytes / median(times) / roofs.copy,
                fmt::format("copy, {:.4g} GB/s", roofs.copy * 1e-9), {},
                name_of(right ? Verdict::right : Verdict::wrong));
  }
}

// One matrix in both variants on the device, then on the host.
struct Problem {
  std::string matrix;
  std::string precision;
  std::uint64_t size;
};

void measure_matrix(device::Device& device, const BenchOptions& bench, const Problem& problem,
                    const Roofs& roofs, Figures& figures) {
  const NamedTexts csr{{"variant", "csr"},
                       {"matrix", problem.matrix},
                       {"precision", problem.precision},
                       {"nonzeros", std::to_string(bench.nonzeros)},
                       {"size", std::to_string(problem.size)}};
  const std::vector<double> expected = product_of(csr, problem.size);
  measure_product(device, bench, with_text(csr, "variant", "ell"), expected, roofs, figures);
  measure_product(device, bench, csr, expected, roofs, figures);
  if (problem.precision == "f64") {
    measure_host<double>(bench, csr, expected, roofs, figures);
  } else {
    measure_host<float>(bench, csr, expected, roofs, figures);
  }
}

int run(Arguments arguments) {
  BenchOptions bench;
  OptionLine line(bench);
  line.count("--size", bench.size);
  line.count("--nonzeros", bench.nonzeros);
  line.text("--precision", bench.precisions);
  line.flag("--require", bench.require);
  line.parse(arguments);
  const auto device = device::open_device(bench.device);
  const bool on_cpu = device->info().kind == device::Kind::cpu;
  Figures figures(fmt::format("sparse on {}:{}", device->info().backend, device->info().name));
  const std::vector<Finding> patterns = findings_of(*device, probe_patterns);
  for (const std::string& precision : study::split(bench.precisions, ',')) {
    Roofs roofs;
    roofs.copy = credited_work(study::measure_copy_roof(*device, precision, {})).bytes_per_second();
    const std::uint64_t bytes = precision == "f64" ? 8 : 4;
    roofs.gather = value_of(patterns, fmt::format("patterns.random.{}B.memory", bytes));
    for (const char* matrix : {"banded", "random"}) {
      measure_matrix(*device, bench, {matrix, precision, size_for(bench, bytes, on_cpu)}, roofs,
                     figures);
    }
  }
  figures.note(fmt::format("{} rounds; times by device marks", bench.rounds));
  return figures.finish(*device, bench);
}

}  // namespace

const Bench this_bench{"sparse_bench", run};

}  // namespace plumb::bench
