// plumb/records/program.h - a workload as data: buffers, kernels and steps; needs no device.
//
// Workloads and application files make Programs; run executes them, the model sums their passes,
// trace rewrites their kernels. Things refer to each other by name, so that a Program reads the
// same in C++ and in JSON and can be cut and joined.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "plumb/base/json.h"
#include "plumb/base/units.h"
#include "plumb/records/fill.h"
#include "plumb/records/image.h"
#include "plumb/records/named_texts.h"
#include "plumb/records/pass.h"
#include "plumb/records/type.h"

namespace plumb {

struct Buffer {
  std::string name;
  Type type;
  std::uint64_t count = 0;  // elements
  Fill fill;
};

struct ImageSlot {
  std::string name;
  ImageShape shape;
  Fill fill;
};

enum class Language { opencl_c, cuda, ptx };

struct Source {
  std::string name;  // shown in errors: "stream/loop.cl"
  Language language = Language::opencl_c;
  std::string text;
};

struct Kernel {
  std::string name;
  std::string source;
  std::string entry;
  std::vector<std::pair<std::string, std::string>> definitions;  // macro -> text
};

struct BufferArgument {
  std::string buffer;
};
struct ImageArgument {
  std::string image;
};
struct ScalarArgument {
  Scalar type = Scalar::u32;
  double value = 0;  // integers up to 2^53
};
using Argument = std::variant<BufferArgument, ImageArgument, ScalarArgument>;

using Range = std::array<std::uint64_t, 3>;

struct Launch {
  std::string kernel;  // empty: can be predicted, not run
  Range global{1, 1, 1};
  Range local{1, 1, 1};
  std::vector<Argument> arguments;
  Pass pass;
  Bytes local_bytes{};       // dynamic local memory
  bool cooperative = false;  // all groups resident at once
  Range cluster{1, 1, 1};
};

enum class Direction { in, out, within };

// Moves a whole buffer between host and device (T1 and T3 of paper 000), or to another buffer.
struct Transfer {
  Direction direction = Direction::in;
  std::string buffer;
  std::string to;  // Direction::within only
};

struct Wait {};  // the host waits until everything queued is done

struct Step;

// Recorded once, replayed as one submission.
struct Batch {
  std::uint64_t replays = 1;
  std::vector<Step> steps;
};

struct Repeat {
  std::uint64_t count = 1;  // 1 groups steps that are timed as one
  std::vector<Step> steps;
};

enum class Comparison { less, less_equal, greater, greater_equal, equal, not_equal };

// Repeats its steps until the scalar `element` of `buffer`, read back, meets the condition.
struct Until {
  std::vector<Step> steps;
  std::string buffer;
  std::uint64_t element = 0;
  Comparison comparison = Comparison::less;
  double value = 0;
  std::uint64_t check_every = 1;  // iterations between read-backs
  std::uint64_t limit = 1000000;  // iterations after which it is an error
  std::uint64_t expected = 1;     // iterations that a prediction assumes
};

struct Step {
  std::string name;
  std::variant<Transfer, Launch, Wait, Batch, Repeat, Until> action;
};

// After one execution of the steps from the initial contents, `buffer` must agree with the
// reference: |x - r| <= absolute + relative |r| for every scalar.
struct Check {
  std::string buffer;
  double absolute = 0;
  double relative = 0;
  std::vector<double> expected;  // empty: a reference function is handed to run
};

// Values to read back after one execution from the initial contents: `count` scalars of `buffer`,
// several as a series (gosa of every iteration, a residual's history).
struct Reading {
  std::string name;
  std::string unit = "1";
  std::string buffer = {};
  std::uint64_t element = 0;  // the first scalar
  std::uint64_t count = 1;
};

// What the rules of a benchmark credit for one execution of the last step, however it is computed.
struct Credit {
  Flops flops;
  Bytes bytes;
  std::uint64_t iterations = 1;  // times and rates are shown for one of them
};

struct Program {
  std::string name;
  NamedTexts settings;  // what it was made from, for reports
  std::vector<Buffer> buffers;
  std::vector<ImageSlot> images;
  std::vector<Source> sources;
  std::vector<Kernel> kernels;
  std::vector<Step> steps;  // each is timed by itself
  std::vector<Check> verification;
  std::vector<Reading> readings = {};
  std::optional<Credit> credit = {};
};

// Refuses (input error) what no device could run: dangling or repeated names, empty buffers, groups
// that do not divide the range, endless nesting; and what would be counted or judged wrongly:
// demands beyond 2^62, negative tolerances, readings outside their buffer. Says where: "step 'dot':
// kernel 'sum': ...".
void check(const Program& program);

// The thing of that name; an input error that names the nearest one when there is none.
const Buffer& buffer_named(const Program& program, std::string_view name);
const ImageSlot& image_named(const Program& program, std::string_view name);
const Kernel& kernel_named(const Program& program, std::string_view name);
const Source& source_named(const Program& program, std::string_view name);

// Passes summed, repetitions multiplied. `bytes` is rounded; what rounding took away (at most half
// a byte either way) stays in `fraction`, so that launches with fractional references add up to the
// byte however many there are.
struct Demand {
  Bytes bytes;
  Flops flops;
  std::uint64_t launches = 0;
  double fraction = 0;
};
Demand operator+(const Demand& a, const Demand& b);
Demand operator*(std::uint64_t times, const Demand& a);

Demand demand_of(const Pass& pass);  // of one launch
// Transfers are not counted. `Until` counts its expected iterations.
Demand demand_of(const Step& step);

// Device memory that the buffers and images need.
Bytes memory_of(const Program& program);

// Numbers only: a file that runs without any expression library. docs/formats.md has an example.
Json to_json(const Program& program);  // schema plumbline.program/1
Program program_from_json(const JsonView& view);
Json to_json(const Credit& credit);
Credit credit_from_json(const JsonView& view);

}  // namespace plumb
