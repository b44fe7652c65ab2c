// plumb/probe/compute.cpp - how fast a device computes, how long one result takes, and how well
// arithmetic hides behind memory.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "plumb/base/error.h"
#include "plumb/probe/embedded.h"
#include "plumb/probe/overlap_exponent.h"
#include "plumb/probe/probes.h"
#include "plumb/probe/rows.h"
#include "plumb/probe/scalar.h"

namespace plumb {
namespace {

using device::grid;
using device::scalar;

struct ArithmeticOperation {
  std::string_view name;
  int number;                // OPERATION of compute.cl
  double flops;              // 0: counted as operations
  double operations = 1;     // of a step
  bool is_function = false;  // of the mathematics library
};
constexpr ArithmeticOperation arithmetic_operations[] = {
    {"fma", 0, 2},          {"add", 1, 1},          {"mul", 2, 1},          {"div", 3, 0},
    {"sqrt", 4, 0},         {"exp", 5, 0, 1, true}, {"log", 7, 0, 1, true}, {"sin", 8, 0, 1, true},
    {"pow", 9, 0, 1, true}, {"integer", 6, 0, 5}};

constexpr std::uint64_t widest = 16;         // numbers that a CPU's vector may have
constexpr double per_chain = 16;             // steps per turn of probe_chain's loop
constexpr std::uint64_t chains_beside = 16;  // of each kind in probe_beside
constexpr std::uint32_t floats_beside = 8;   // its multiply-adds for a step of whole numbers

// One chain on the host, in the same order.
template <class Real>
Real stepped(int operation, Real x, Real m, Real c) {
  if constexpr (std::is_floating_point_v<Real>) {
    switch (operation) {
      case 0:
        return std::fma(x, m, c);
      case 1:
        return x + m;
      case 2:
        return x * m;
      case 3:
        return m / x;
      case 4:
        return std::sqrt(x + m);
      case 7:
        return std::log(x + m);
      case 8:
        return std::sin(x + m);
      case 9:
        return std::pow(x + m, c + static_cast<Real>(0.75));
      default:
        return std::exp(-x);
    }
  } else {
    x = x * m + c;
    x ^= x >> 15U;
    return x ^ (x >> 7U);
  }
}

// Found before; 0: not found.
double flops_of_fma(const Probing& probing) {
  for (const Finding& finding : probing.findings.parameters)
    if (finding.name == "compute.fma.f32.throughput") return finding.value.value;
  return 0;
}

std::uint64_t groups_of(const Probing& probing) {
  constexpr std::uint64_t of_gpu = 8;
  return (probing.on_cpu() ? shares_of_unit : of_gpu) * probing.info().compute_units;
}
std::uint64_t items_of(const Probing& probing) { return probing.on_cpu() ? 1 : 256; }

// One per work-item, one per lane on a CPU.
Bytes result_bytes(const Probing& probing, std::uint64_t of_one) {
  return Bytes{of_one * groups_of(probing) * items_of(probing) * (probing.on_cpu() ? widest : 1)};
}

template <class Real>
class Arithmetic {
 public:
  Arithmetic(Probing& probing, const ArithmeticOperation& operation, const char* real)
      : probing_(&probing), operation_(&operation) {
    device::Module& module = probing.module("probe/compute.cl", embedded::probe_compute_cl(),
                                            {{"CPU", probing.on_cpu() ? "1" : "0"},
                                             {"REAL", real},
                                             {"REAL_BYTES", std::to_string(sizeof(Real))},
                                             {"OPERATION", std::to_string(operation.number)}});
    throughput_ = module.kernel("probe_throughput");
    chain_ = module.kernel("probe_chain");
    groups_ = groups_of(probing);
    items_ = items_of(probing);
    out_ = probing.allocate(result_bytes(probing, sizeof(Real)));
    per_step_ = count_operations(*module.kernel("probe_operations"));
    check();
    if (std::is_integral_v<Real> && !probing.on_cpu()) load_beside();
  }

  // Seconds per operation of the whole device.
  Quantity throughput() { return step_time(*throughput_, per_step_); }

  // Seconds of a step of whole numbers and its floats, of the whole device.
  Quantity beside() { return step_time(*beside_, chains_beside); }

  // Seconds until one result can be used.
  Quantity latency() {
    const auto run = [&](std::uint64_t steps) {
      return probing_->device_once([&] { launch(*chain_, 1, 1, steps); });
    };
    const auto steps = steps_for(run, probing_->options().full ? 1e-3 : 0.5e-3);
    const Quantity difference =
        probing_->difference([&] { return run(3 * steps); }, [&] { return run(steps); });
    return transformed(difference, "s", [&](double seconds) {
      return seconds / (2 * static_cast<double>(steps) * per_chain * operation_->operations);
    });
  }

 private:
  // Of one of `chains` of a work-item. One run of some milliseconds: a difference of two would
  // trust that both start alike, and a GPU that was idle starts slower than one that just worked.
  Quantity step_time(const device::Kernel& kernel, std::uint64_t chains) {
    const auto run = [&](std::uint64_t steps) {
      return probing_->device_once([&] { launch(kernel, groups_, items_, steps); });
    };
    const auto steps = steps_for(run, probing_->options().full ? 6e-3 : 3e-3);
    const double work = static_cast<double>(groups_ * items_ * steps * chains);
    return transformed(probing_->sampled([&] { return run(steps); }), "s",
                       [&](double seconds) { return seconds / work; });
  }

  // How many steps take about so long.
  template <class Run>
  std::uint64_t steps_for(const Run& run, double seconds) {
    if (probing_->options().brief) return 4;
    (void)run(16);
    const double pilot = std::max(run(512).count() / 512, 1e-10);
    return std::clamp<std::uint64_t>(static_cast<std::uint64_t>(seconds / pilot), 16, 1U << 28U);
  }

  std::uint32_t count_operations(const device::Kernel& kernel) {
    const device::Argument arguments[] = {out_.get()};
    probing_->queue().launch(kernel, grid(1, 1), arguments);
    std::uint32_t count = 0;
    probing_->queue().read(std::as_writable_bytes(std::span(&count, 1)), *out_, {});
    probing_->queue().wait();
    return count;
  }

  void launch(const device::Kernel& kernel, std::uint64_t groups, std::uint64_t items,
              std::uint64_t steps) {
    const device::Argument arguments[] = {out_.get(), scalar(first_), scalar(m_), scalar(c_),
                                          scalar(steps)};
    probing_->queue().launch(kernel, grid(groups, items), arguments);
  }

  void load_beside() {
    beside_ = probing_
                  ->module("probe/beside.cl", embedded::probe_beside_cl(),
                           {{"CHAINS", std::to_string(chains_beside)},
                            {"BESIDE", std::to_string(floats_beside)}})
                  .kernel("probe_beside");
    constexpr std::uint64_t turns = 3;
    launch(*beside_, 1, 1, turns);
    std::uint32_t found = 0;
    probing_->queue().read(std::as_writable_bytes(std::span(&found, 1)), *out_, {});
    probing_->queue().wait();
    std::uint32_t expected = 0;
    for (std::uint32_t k = 0; k < chains_beside; ++k) {
      auto x = static_cast<std::uint32_t>(first_) + k * static_cast<std::uint32_t>(c_);
      for (std::uint64_t i = 0; i < turns; ++i)
        x = stepped(operation_->number, x, static_cast<std::uint32_t>(m_),
                    static_cast<std::uint32_t>(c_));
      expected += x;
    }
    if (found != expected)
      throw Error(ErrorKind::check_failed,
                  fmt::format("whole numbers beside floats gave {}, not {}", found, expected));
  }

  // What the device computed is what the host computes: the compiler kept the work.
  void check() {
    constexpr std::uint64_t turns = 3;
    launch(*chain_, 1, 1, turns);
    Real found{};
    probing_->queue().read(std::as_writable_bytes(std::span(&found, 1)), *out_, {});
    probing_->queue().wait();
    Real expected = first_;
    for (int i = 0; i < static_cast<int>(turns * per_chain); ++i)
      expected = stepped(operation_->number, expected, m_, c_);
    const double difference = std::abs(static_cast<double>(found) - static_cast<double>(expected));
    if (!(difference <= 1e-5 * std::abs(static_cast<double>(expected))))
      throw Error(ErrorKind::check_failed, fmt::format("the chain of '{}' gave {}, not {}",
                                                       operation_->name, found, expected));
  }

  Probing* probing_;
  const ArithmeticOperation* operation_;
  std::unique_ptr<device::Kernel> throughput_;
  std::unique_ptr<device::Kernel> chain_;
  std::unique_ptr<device::Kernel> beside_;  // of whole numbers on a GPU
  ProbeBuffer out_;
  std::uint64_t groups_ = 1;
  std::uint64_t items_ = 1;
  std::uint64_t per_step_ = 0;  // operations of a work-item of probe_throughput
  Real first_ = static_cast<Real>(3) / 2;
  Real m_ =
      std::is_floating_point_v<Real> ? static_cast<Real>(1.0009765625) : static_cast<Real>(1664525);
  Real c_ = std::is_floating_point_v<Real> ? static_cast<Real>(0.0009765625)
                                           : static_cast<Real>(1013904223);
};

// What a GPU computes at the same time: its units may have lanes for each kind, and issue both.
void add_beside(Probing& probing, Arithmetic<std::uint32_t>& whole_numbers, double step) {
  const double multiply_add = flops_of_fma(probing) / 2;
  if (!(multiply_add > 0)) return;
  probing.add("compute.integer.beside",
              transformed(whole_numbers.beside(), "1",
                          [&](double seconds) {
                            return overlap_exponent(step, floats_beside / multiply_add, seconds);
                          }),
              "p of (T_integer^p + T_float^p)^(1/p), five operations on whole numbers and eight "
              "multiply-adds at a time");
}

template <class Real>
void add_operation(Probing& probing, const ArithmeticOperation& operation, const char* real,
                   std::string_view kind) {
  probing.options().progress(fmt::format("{} of {}", operation.name, kind));
  Arithmetic<Real> arithmetic(probing, operation, real);
  const double counted = std::max(operation.flops, operation.operations);
  const std::string name = operation.number == 6
                               ? "compute.integer"
                               : fmt::format("compute.{}.{}", operation.name, kind);
  const Quantity step = arithmetic.throughput();
  probing.add(
      name + ".throughput", rate_of(counted, step, operation.flops > 0 ? "flop/s" : "op/s"),
      "independent chains, 32 per work-item or (but for functions) 8 vectors of a CPU, on the "
      "whole device");
  if constexpr (std::is_integral_v<Real>)
    if (!probing.on_cpu()) add_beside(probing, arithmetic, step.value);
  // A processor calls functions one by one, and waits for each: their rate says it all.
  if (operation.is_function && probing.on_cpu()) return;
  probing.add(name + ".latency", arithmetic.latency(), "one dependent chain in one work-item");
}

}  // namespace

void probe_compute(Probing& probing) {
  const std::uint64_t widest_number = probing.info().doubles ? 8 : 4;
  probing.require_room(std::max(result_bytes(probing, widest_number), room_of_rows(probing)));
  for (const ArithmeticOperation& operation : arithmetic_operations) {
    if (operation.number == 6) {
      add_operation<std::uint32_t>(probing, operation, "uint", "");
      continue;
    }
    add_operation<float>(probing, operation, "float", "f32");
    if (probing.info().doubles) add_operation<double>(probing, operation, "double", "f64");
  }
  add_row_rates(probing);
  add_scalar_rate(probing);
  if (!probing.info().doubles) probing.skip("compute of f64", "the device has no double precision");
}

}  // namespace plumb
