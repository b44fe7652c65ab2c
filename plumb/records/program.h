// plumb/records/program.h - a workload as data: buffers, kernels and steps; needs no device.
//
// Workloads and application files make Programs; run executes them, the model sums their passes,
// trace rewrites their kernels. Things refer to each other by name, so that a Program reads the
// same in C++ and in JSON and can be cut and joined.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "plumb/base/json.h"
#include "plumb/base/units.h"
#include "plumb/records/fill.h"
#include "plumb/records/image.h"
#include "plumb/records/named_texts.h"
#include "plumb/records/pass.h"
#include "plumb/records/step.h"
#include "plumb/records/type.h"

namespace plumb {

struct Buffer {
  std::string name;
  Type type;
  std::uint64_t count = 0;  // elements
  Fill fill;
  std::size_t device = 0;  // whose memory it lies in: a place among the devices of a run
};

struct ImageSlot {
  std::string name;
  ImageShape shape;
  Fill fill;
  std::size_t device = 0;
};

// Steps of different queues run at once, unless one waits for the other.
struct QueueSlot {
  std::string name;
  std::size_t device = 0;
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

// What the rules of a benchmark credit for one execution of the last steps, however it is computed.
struct Credit {
  Flops flops;
  Bytes bytes;
  std::uint64_t iterations = 1;  // times and rates are shown for one of them
  std::uint64_t steps = 1;       // so many last ones; more than there are: all
};

// The first of the last steps that are credited, of `steps`; without a credit all count.
std::size_t first_credited(const std::optional<Credit>& credit, std::size_t steps);

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
  std::vector<QueueSlot> queues = {};  // none: one, of the first device
  // Executed before every execution of the steps, untimed: puts back what they overwrite.
  std::vector<Step> restore = {};
  // Executed once, untimed, after the steps and before the verification and the readings: makes
  // what they look at, such as a count of what is wrong.
  std::vector<Step> check = {};
};

inline constexpr std::size_t most_devices = 64;
inline constexpr std::uint64_t most_elements = 1ULL << 45U;  // of a buffer

// How many devices it needs: one more than the largest place that it names.
std::size_t devices_of(const Program& program);

// The elements that a transfer moves, and how many bytes these are.
std::uint64_t elements_of(const Program& program, const Transfer& transfer);
Bytes bytes_of(const Program& program, const Transfer& transfer);

// Refuses (input error) what no device could run: dangling or repeated names, empty buffers, groups
// that do not divide the range, endless nesting, data and kernels on different devices; and what
// would be counted or judged wrongly: demands beyond 2^62, negative tolerances, readings outside
// their buffer. Says where: "step 'dot': kernel 'sum': ...".
void check(const Program& program);

// The thing of that name; an input error that names the nearest one when there is none.
const Buffer& buffer_named(const Program& program, std::string_view name);
const ImageSlot& image_named(const Program& program, std::string_view name);
const Kernel& kernel_named(const Program& program, std::string_view name);
const Source& source_named(const Program& program, std::string_view name);

// Work-items of a launch. Without a kernel there is no shape: one point per work-item.
std::uint64_t items_of(const Launch& launch);

// Passes summed, repetitions multiplied. `bytes` is rounded; what rounding took away (at most half
// a byte either way) stays in `fraction`, so that launches with fractional references add up to the
// byte however many there are.
struct Demand {
  Bytes bytes;
  Flops flops;
  std::uint64_t launches = 0;
  double fraction = 0;
  Bytes moved = {};  // by transfers
};
// `demand` and so many bytes more; a negative rest takes away from the bytes that are there.
inline Demand with_rest(Demand demand, double rest) {
  if (rest == 0) return demand;
  const double nearest = std::round(rest);
  demand.bytes.count += static_cast<std::uint64_t>(static_cast<std::int64_t>(nearest));
  demand.fraction = rest - nearest;
  return demand;
}
inline Demand operator+(const Demand& a, const Demand& b) {
  return with_rest({.bytes = a.bytes + b.bytes,
                    .flops = a.flops + b.flops,
                    .launches = a.launches + b.launches,
                    .moved = a.moved + b.moved},
                   a.fraction + b.fraction);
}
Demand operator*(std::uint64_t times, const Demand& a);

inline Demand demand_of(const Pass& pass) {  // of one launch
  return with_rest({.bytes = {}, .flops = flops_of(pass), .launches = 1}, demanded_bytes(pass));
}
// Transfers and exchanges are not counted. `Until` counts its expected iterations.
Demand demand_of(const Step& step);

// Device memory that the buffers and images need: all of them, or those of one device.
Bytes memory_of(const Program& program);
Bytes memory_of(const Program& program, std::size_t device);

// Numbers only: a file that runs without any expression library. docs/formats.md has an example.
Json to_json(const Program& program);  // schema plumbline.program/1
Program program_from_json(const JsonView& view);
Json to_json(const Credit& credit);
Credit credit_from_json(const JsonView& view);

}  // namespace plumb
