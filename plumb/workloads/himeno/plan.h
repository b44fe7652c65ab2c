// plumb/workloads/himeno/plan.h - what a variant is: its layout in memory and its launches.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "plumb/records/program.h"
#include "plumb/workloads/himeno/grid.h"
#include "plumb/workloads/himeno/variants.h"
#include "plumb/workloads/settings.h"

namespace plumb::himeno {

// Strides in elements. Point (i, j, k) of the pressure lies at base + i plane + j row + k, that of
// coefficient n at base + i c_plane + n c_array + j row + k.
struct Layout {
  std::uint64_t row = 0;
  std::uint64_t plane = 0;
  std::uint64_t c_array = 0;
  std::uint64_t c_plane = 0;
  std::uint64_t base = 32;  // vectors and tiles reach one vector in front of a row
  std::uint64_t pressure_elements = 0;
  std::uint64_t coefficient_elements = 0;
};

Layout layout_of(const Grid& grid, std::uint64_t element_bytes, Order order,
                 std::uint64_t padding_bytes);

using Definitions = std::vector<std::pair<std::string, std::string>>;

struct Plan {
  explicit Plan(const Settings& settings);

  Settings settings;
  const VariantRow* variant;
  Grid grid;
  Scalar scalar;
  Layout layout;
  std::uint64_t iterations;
  std::uint64_t seed;

  [[nodiscard]] std::uint64_t element_bytes() const { return scalar == Scalar::f64 ? 8 : 4; }
  [[nodiscard]] std::uint64_t width() const { return 16 / element_bytes(); }
  // Iteration n leaves its gosa in slot n % slots().
  [[nodiscard]] std::uint64_t slots() const { return variant->slots; }
  [[nodiscard]] bool random() const { return settings.text("coefficients") == "random"; }
  // That run at once: --groups.
  [[nodiscard]] std::uint64_t groups() const;
  // --rows, or what the variant takes without it.
  [[nodiscard]] std::uint64_t rows_chosen(std::uint64_t otherwise) const;
  // REAL and BASE; the fast kernels for GPUs are built for one size: with it.
  [[nodiscard]] Definitions definitions(bool with_size) const;
  // The size and the strides as the other kernels take them.
  [[nodiscard]] std::vector<Argument> size_arguments() const;
};

// How iterations become launches.
struct Method {
  Source source;
  Kernel kernel;
  Launch launch;               // arguments from `arguments`; `slot` and buffers differ per launch
  std::uint64_t steps = 1;     // iterations per launch
  std::uint64_t partials = 1;  // per iteration
  bool sized = false;          // built for one size, which is then no argument
  bool all_at_once = false;    // one launch takes all iterations; its pass is that of one
  std::uint64_t ring = 0;      // elements of a buffer "ring"; 0: none
  std::uint64_t exchange = 0;  // 32-bit words of a buffer "exchange" in place of "next"; 0: none
  std::vector<Argument> more = {};  // arguments behind the common ones
};

// A kernel in CUDA C++, built for one size with vectors of 16 bytes.
Method cuda_method(const Plan& plan, const std::string& file, const std::string& text,
                   const std::string& entry);

// Refuses (input error) more local memory than a group has; `remedy` ends the message.
void refuse_too_much(const Plan& plan, Bytes local, const std::string& what,
                     const std::string& remedy);

Method wide_method(const Plan& plan, std::uint64_t width);  // 1: naive
Method ladder_method(const Plan& plan);
Method loop_method(const Plan& plan, std::uint64_t rows);  // of a work-item
Method blocked_method(const Plan& plan);
Method two_step_method(const Plan& plan);
Method on_chip_method(const Plan& plan);

// Planes per group of variant 'two_step' with which one, two, ... up to `most` waves of groups are
// full, or nearly; each once.
std::vector<std::uint64_t> chunks_of_whole_waves(const Plan& plan, std::uint64_t most);

// What `iterations` sweeps in one launch demand: coefficients once, pressure each time.
Pass pass_of(const Plan& plan, const std::string& name, std::uint64_t width_bytes,
             std::uint64_t iterations);

// Of two sweeps in one launch the pressure between them is not memory traffic: read once, written
// once.
void keep_half_way(Pass& pass);

std::string text_of(std::uint64_t value);

inline std::uint64_t quotient_up(std::uint64_t n, std::uint64_t unit) {
  return (n + unit - 1) / unit;
}

}  // namespace plumb::himeno
