// plumb/probe/rows.cpp - loops along a row of the first cache.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/probe/rows.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <type_traits>
#include <vector>

#include <fmt/format.h>

#include "plumb/base/error.h"
#include "plumb/probe/embedded.h"

namespace plumb {
namespace {

using device::scalar;

// Elements of a row: eight rows of doubles, and what is written, are 9 KiB. No vector of a
// processor leaves a remainder.
constexpr std::uint32_t row_columns = 128;
constexpr std::size_t rows_of_sum = 8;

std::uint64_t groups_of_rows(const Probing& probing) {
  return shares_of_unit * probing.info().compute_units;
}

template <class Real>
Real stepped(Real v, Real m, Real c) {
  if constexpr (std::is_floating_point_v<Real>) {
    return v * m + c;
  } else {
    v = (v ^ m) + c;
    return v ^ (v >> 7U);
  }
}

// Of a result: a processor may round a product before it adds to it, or not.
template <class Real>
constexpr double most_off = std::is_integral_v<Real>       ? 0
                            : std::is_same_v<Real, double> ? 1e-12
                                                           : 1e-5;

template <class Real>
class Rows {
 public:
  Rows(Probing& probing, const char* real) : probing_(&probing), groups_(groups_of_rows(probing)) {
    device::Module& module =
        probing.module("probe/rows.cl", embedded::probe_rows_cl(),
                       {{"REAL", real}, {"OPERATION", std::is_floating_point_v<Real> ? "0" : "6"}});
    operate_ = module.kernel("probe_row");
    add_up_ = module.kernel("probe_row_sum");
    in_ = probing.allocate(Bytes{groups_ * rows_of_sum * row_columns * sizeof(Real)});
    out_ = probing.allocate(Bytes{groups_ * row_columns * sizeof(Real)});
    cells_.resize(groups_ * rows_of_sum * row_columns);
    for (std::size_t i = 0; i < cells_.size(); ++i) cells_[i] = static_cast<Real>(i * 7 % 1021);
    probing.queue().write(*in_, {}, std::as_bytes(std::span(cells_)));
    count(*module.kernel("probe_row_counts"));
    check(*operate_, "operations");
    check(*add_up_, "sums");
  }

  // Seconds per step of the whole device, and per byte that a sum refers to.
  Quantity step() { return time_per(*operate_, counts_[0]); }
  Quantity byte() { return time_per(*add_up_, counts_[1] * sizeof(Real)); }

 private:
  void count(const device::Kernel& kernel) {
    const device::Argument arguments[] = {out_.get()};
    probing_->queue().launch(kernel, device::grid(1, 1), arguments);
    probing_->queue().read(std::as_writable_bytes(std::span(counts_)), *out_, {});
    probing_->queue().wait();
  }

  Seconds run(const device::Kernel& kernel, std::uint64_t turns) {
    const device::Argument arguments[] = {in_.get(),  out_.get(),          scalar(first_),
                                          scalar(c_), scalar(row_columns), scalar(turns)};
    return probing_->device_once(
        [&] { probing_->queue().launch(kernel, device::grid(groups_, 1), arguments); });
  }

  Quantity time_per(const device::Kernel& kernel, std::size_t of_element) {
    constexpr std::uint64_t few_turns = 100;
    std::uint64_t turns = few_turns;
    if (!probing_->options().brief) {
      const double pilot = std::max(run(kernel, 10 * few_turns).count() / (10 * few_turns), 1e-10);
      turns = std::max(few_turns, static_cast<std::uint64_t>(3e-3 / pilot));
    }
    const double work = static_cast<double>(groups_ * turns * row_columns * of_element);
    return transformed(probing_->sampled([&] { return run(kernel, turns); }), "s",
                       [&](double seconds) { return seconds / work; });
  }

  [[nodiscard]] Real expected(const device::Kernel& kernel, std::size_t item, std::size_t x,
                              Real m) const {
    const Real* from = cells_.data() + item * rows_of_sum * row_columns + x;
    Real value = &kernel == operate_.get() ? *from : m;
    if (&kernel == operate_.get()) {
      for (std::uint32_t k = 0; k < counts_[0]; ++k) value = stepped(value, m, c_);
      return value;
    }
    for (std::size_t k = 0; k < rows_of_sum; ++k) value += from[k * row_columns];
    return value + c_;
  }

  // Every element of every row against the host, after an even turn and an odd one.
  void check(const device::Kernel& kernel, const char* what) {
    std::vector<Real> found(groups_ * row_columns);
    for (const std::uint64_t turns : {1U, 2U}) {
      (void)run(kernel, turns);
      probing_->queue().read(std::as_writable_bytes(std::span(found)), *out_, {});
      probing_->queue().wait();
      const Real m = static_cast<Real>(first_ + static_cast<Real>(turns - 1));
      for (std::size_t i = 0; i < found.size(); ++i) {
        const Real wanted = expected(kernel, i / row_columns, i % row_columns, m);
        const double off = std::abs(static_cast<double>(found[i]) - static_cast<double>(wanted));
        if (!(off <= most_off<Real> * std::abs(static_cast<double>(wanted))))
          throw Error(ErrorKind::check_failed, fmt::format("{} along rows gave {} at {}, not {}",
                                                           what, found[i], i, wanted));
      }
    }
  }

  Probing* probing_;
  std::uint64_t groups_;
  std::unique_ptr<device::Kernel> operate_;
  std::unique_ptr<device::Kernel> add_up_;
  ProbeBuffer in_;
  ProbeBuffer out_;
  std::vector<Real> cells_;
  std::array<std::uint32_t, 2> counts_{};  // of an element: steps, references of a sum
  Real first_ =
      std::is_floating_point_v<Real> ? static_cast<Real>(1.0009765625) : static_cast<Real>(1664525);
  Real c_ = std::is_floating_point_v<Real> ? static_cast<Real>(0.0009765625)
                                           : static_cast<Real>(1013904223);
};

}  // namespace

Bytes room_of_rows(const Probing& probing) {
  const std::uint64_t number = probing.info().doubles ? 8 : 4;
  const std::uint64_t numbers = (rows_of_sum + 1) * row_columns * groups_of_rows(probing);
  return Bytes{probing.on_cpu() ? numbers * number : 0};
}

namespace {

constexpr const char* of_rows =
    "16 operations on every element of a row in the first cache, as the compiler makes vectors of "
    "the loop, on the whole device";

}  // namespace

void add_row_rates(Probing& probing) {
  if (!probing.on_cpu()) return;
  probing.options().progress("loops along rows");
  {  // its rows are given back before the next ones come: room_of_rows
    Rows<float> singles(probing, "float");
    probing.add("compute.row.fma.f32.throughput", rate_of(2, singles.step(), "flop/s"), of_rows);
    probing.add("bandwidth.private.rows", rate_of(1, singles.byte(), "B/s"),
                "sums of eight rows in the first cache, as the compiler makes vectors of the loop, "
                "on the whole device");
  }
  if (probing.info().doubles) {
    Rows<double> doubles(probing, "double");
    probing.add("compute.row.fma.f64.throughput", rate_of(2, doubles.step(), "flop/s"), of_rows);
  }
  constexpr double operations = 4;  // of a step on whole numbers
  Rows<std::uint32_t> whole_numbers(probing, "uint");
  probing.add("compute.row.integer.throughput", rate_of(operations, whole_numbers.step(), "op/s"),
              of_rows);
}

}  // namespace plumb
