// plumb/workloads/stream/stream.cpp - the five operations as a Program, for GPUs and for CPUs.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/workloads/stream/stream.h"

#include <algorithm>
#include <string>

#include "plumb/workloads/embedded.h"
#include "plumb/workloads/stream/operations.h"

namespace plumb::stream {
namespace {

constexpr std::uint64_t group = 256;
constexpr double tree_of_group = 8;  // barriers of a sum over it

std::uint64_t rounded_up(std::uint64_t n, std::uint64_t unit) {
  return (n + unit - 1) / unit * unit;
}

// What the two variants differ in.
struct Shape {
  bool wide = false;
  Scalar scalar = Scalar::f32;
  std::uint64_t elements = 0;
  std::uint64_t chunk = 0;
  std::uint64_t partials = 0;

  [[nodiscard]] std::uint64_t bytes() const { return size_of(Type{scalar, 1}).count; }
  [[nodiscard]] std::uint64_t width() const { return wide ? 16 / bytes() : 1; }
};

Shape shape_of(const Settings& settings) {
  Shape shape;
  shape.wide = settings.text("variant") == "wide";
  shape.scalar = settings.text("precision") == "f64" ? Scalar::f64 : Scalar::f32;
  shape.elements = settings.count("elements");
  shape.chunk = settings.count("chunk");
  const std::uint64_t chunks = (shape.elements + shape.chunk - 1) / shape.chunk;
  shape.partials = shape.wide ? settings.count("groups") : chunks;
  return shape;
}

Source source_of(const Shape& shape) {
  return {.name = shape.wide ? "stream/wide.cl" : "stream/loop.cl",
          .language = Language::opencl_c,
          .text = std::string(shape.wide ? embedded::workloads_stream_wide_cl()
                                         : embedded::workloads_stream_loop_cl())};
}

Kernel kernel_of(const Shape& shape, const std::string& name) {
  const std::string real = name_of(Type{shape.scalar, 1});
  Kernel kernel{.name = name,
                .source = source_of(shape).name,
                .entry = "stream_" + name,
                .definitions = {{"REAL", real}}};
  if (shape.wide) {
    const std::string width = std::to_string(shape.width());
    kernel.definitions.insert(
        kernel.definitions.end(),
        {{"VECTOR", real + width}, {"WIDTH", width}, {"GROUP", std::to_string(group)}});
  }
  return kernel;
}

ScalarArgument count_argument(std::uint64_t value) {
  return {Scalar::u64, static_cast<double>(value)};
}

Pass pass_of(const Shape& shape, const Operation& operation) {
  const auto arrays = static_cast<std::uint64_t>(operation.arrays.size());
  const auto access = [&](std::uint64_t count, Use use) {
    return Access{.references = static_cast<double>(count),
                  .bytes = Bytes{shape.bytes()},
                  .width = shape.wide ? 16 : shape.bytes(),
                  .pattern = operation.sums ? Pattern::reduction : Pattern::self,
                  .streams = count,
                  .footprint = Bytes{count * shape.elements * shape.bytes()},
                  .use = use};
  };
  Pass pass{.name = std::string(operation.name),
            .points = shape.elements,
            .accesses = {access(operation.sums ? arrays : arrays - 1, Use::read)},
            .flops = Flops{operation.flops},
            .operations = {.type = shape.scalar, .fma = operation.flops / 2}};
  if (!operation.sums) pass.accesses.push_back(access(1, Use::write));
  return pass;
}

Launch launch_of(const Shape& shape, const Operation& operation) {
  Launch launch;
  launch.kernel = operation.name;
  for (const char array : operation.arrays)
    launch.arguments.emplace_back(BufferArgument{std::string(1, array)});
  if (operation.sums) launch.arguments.emplace_back(BufferArgument{"partial"});
  if (operation.scales) launch.arguments.emplace_back(ScalarArgument{shape.scalar, factor});
  launch.arguments.emplace_back(count_argument(shape.elements));
  if (shape.wide) {
    launch.local[0] = group;
    const std::uint64_t vectors = std::max(shape.elements / shape.width(), shape.width());
    launch.global[0] = operation.sums ? shape.partials * group : rounded_up(vectors, group);
  } else {
    launch.global[0] = (shape.elements + shape.chunk - 1) / shape.chunk;
    launch.arguments.emplace_back(count_argument(shape.chunk));
  }
  launch.pass = pass_of(shape, operation);
  if (operation.sums && shape.wide) launch.pass.barriers = tree_of_group;
  return launch;
}

Launch finish_of(const Shape& shape) {
  Launch launch;
  launch.kernel = "dot_finish";
  launch.arguments = {BufferArgument{"partial"}, BufferArgument{"sum"},
                      count_argument(shape.partials)};
  if (shape.wide) launch.global[0] = launch.local[0] = group;
  // Its few bytes belong to the dot's cost, not to its demand: none is credited. Each partial sum
  // is read and added; count and test of the loop.
  launch.pass.name = "dot_finish";
  launch.pass.points = shape.partials;
  const Bytes real = size_of(Type{shape.scalar, 1});
  launch.pass.accesses = {{.references = 0, .bytes = real, .width = real.count, .executed = 1}};
  launch.pass.operations = {.type = shape.scalar, .add = 1, .integer = 2};
  if (shape.wide) launch.pass.barriers = tree_of_group;
  return launch;
}

void add_buffers(Program& program, const Shape& shape, std::uint64_t seed) {
  for (const char* name : {"a", "b", "c"}) {
    program.buffers.push_back({name, {shape.scalar, 1}, shape.elements, initial(*name, seed)});
  }
}

void add_operation(Program& program, const Shape& shape, const Operation& operation) {
  const std::string name(operation.name);
  program.kernels.push_back(kernel_of(shape, name));
  if (!operation.sums) {
    program.steps.push_back({name, launch_of(shape, operation)});
    return;
  }
  program.buffers.push_back({"partial", {shape.scalar, 1}, shape.partials, {}});
  program.buffers.push_back({"sum", {shape.scalar, 1}, 1, {}});
  program.kernels.push_back(kernel_of(shape, "dot_finish"));
  program.steps.push_back(
      {name,
       Repeat{1, {{"partial sums", launch_of(shape, operation)}, {"sum", finish_of(shape)}}}});
}

}  // namespace

Program program(const Settings& settings) {
  const Shape shape = shape_of(settings);
  Program program;
  program.name = "stream";
  program.settings = settings.values();
  program.sources.push_back(source_of(shape));
  add_buffers(program, shape, settings.count("seed"));
  for (const Operation& operation : chosen_operations(settings))
    add_operation(program, shape, operation);
  program.verification = checks_of(settings);
  return program;
}

}  // namespace plumb::stream
