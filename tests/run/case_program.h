// tests/run/case_program.h - a small Program and its reference, for tests of every kind of step.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "plumb/run/run_program.h"

namespace plumb::case_program {

inline constexpr const char* kernels = R"(
__kernel void case_add(__global const float* restrict x, __global float* restrict y, const float a,
                       const uint n) {
  const uint i = (uint)get_global_id(0);
  if (i < n) y[i] = x[i] + a;
}
__kernel void case_raise(__global float* y, const float a, const uint n) {
  const uint i = (uint)get_global_id(0);
  if (i < n) y[i] += a;
}
__kernel void case_count_up(__global float* y, const uint rounds, const uint n) {
  const uint i = (uint)get_global_id(0);
  float counted = 0.0f;
  for (uint k = 0; k < rounds; ++k) counted += 1.0f;
  if (i < n) y[i] += counted;
}
__kernel void case_halve(__global float* error) { error[0] = 0.5f * error[0]; }
__kernel void case_pixel(__read_only image2d_t image, __global float* y, const uint n) {
  const sampler_t nearest = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;
  const uint i = (uint)get_global_id(0);
  int2 at;
  at.x = (int)i;
  at.y = 0;
  if (i < n) y[i] = read_imagef(image, nearest, at).x;
}
)";

inline constexpr std::uint64_t n = 77;

inline Launch launch(const std::string& kernel, std::vector<Argument> arguments) {
  Launch made;
  made.kernel = kernel;
  made.global[0] = 128;
  made.local[0] = 64;
  made.arguments = std::move(arguments);
  made.pass.name = kernel;
  made.pass.points = n;
  made.pass.accesses = {{.references = 2, .bytes = Bytes{4}}};
  made.pass.flops = Flops{1};
  return made;
}

inline ScalarArgument count() { return {Scalar::u32, static_cast<double>(n)}; }
inline ScalarArgument real(double value) { return {Scalar::f32, value}; }

inline Launch raise(double by) { return launch("raise", {BufferArgument{"y"}, real(by), count()}); }

// One work-item.
inline Launch halve() {
  Launch made = launch("halve", {BufferArgument{"error"}});
  made.global[0] = made.local[0] = 1;
  return made;
}

// Counts y up and halves the error of base() until less than a thousandth is left: after 10 rounds.
inline Step converge(std::uint64_t check_every, std::uint64_t limit) {
  return {"converge", Until{.steps = {{"halve", halve()}, {"count", raise(1)}},
                            .buffer = "error",
                            .comparison = Comparison::less,
                            .value = 1e-3,
                            .check_every = check_every,
                            .limit = limit}};
}

// x = index (transferred or filled), y empty, error = 1; no steps yet.
inline Program base() {
  Program program;
  program.name = "case";
  program.sources = {{"case.cl", Language::opencl_c, kernels}};
  for (const char* name : {"add", "raise", "count_up", "halve", "pixel"}) {
    program.kernels.push_back({name, "case.cl", std::string("case_") + name, {}});
  }
  program.buffers = {
      {"x", {Scalar::f32, 1}, n, {.kind = FillKind::index, .values = {}}},
      {"y", {Scalar::f32, 1}, n, {}},
      {"error", {Scalar::f32, 1}, 1, {.kind = FillKind::constant, .low = 1, .values = {}}}};
  program.steps = {
      {"add", launch("add", {BufferArgument{"x"}, BufferArgument{"y"}, real(3), count()})}};
  program.verification = {{"y", 0, 0, {}}};
  return program;
}

// y = x + offset
inline Reference index_plus(double offset) {
  return [offset](std::string_view, std::uint64_t first, std::span<double> out) {
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = static_cast<double>(first + i) + offset;
  };
}

inline RunOptions quick() {
  RunOptions options;
  options.stop.min_time = Seconds{0};
  options.stop.min_samples = 3;
  options.stop.max_samples = 3;
  options.stop.max_noise = 1e9;
  return options;
}

}  // namespace plumb::case_program
