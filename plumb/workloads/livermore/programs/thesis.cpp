// plumb/workloads/livermore/programs/thesis.cpp - the passes of the thesis, where it
// describes them.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <fmt/format.h>

#include "plumb/base/error.h"
#include "plumb/workloads/livermore/programs/parts.h"
#include "plumb/workloads/livermore/rows.h"

namespace plumb::livermore {
namespace {

// A launch per step or per particle: more of them than this measures nothing but patience.
constexpr std::uint64_t most_launches = 1ULL << 17U;

void refuse_many(unsigned kernel, std::uint64_t launches) {
  if (launches <= most_launches) return;
  throw Error(ErrorKind::input,
              fmt::format("the thesis's kernel {} takes {} launches at this span, at most {} are "
                          "tried; take a shorter span or another variant",
                          kernel, launches, most_launches));
}

void add_arrays(Parts& parts, std::initializer_list<const char*> names) {
  for (const char* name : names) parts.array(name);
}

std::pair<std::string, std::string> group_definition(const Parts& parts) {
  return {"GROUP", std::to_string(parts.group())};
}

// 2: one draw per pass; source and destination coordinates come from the corners of the rectangle.
void build_all_phases(Parts& parts) {
  add_arrays(parts, {"X", "V"});
  std::uint64_t length = parts.n();
  std::uint64_t high = 0;
  do {
    const std::uint64_t low = high;
    high += length;
    length /= 2;
    std::vector<Argument> arguments = parts.buffers("X V");
    arguments.insert(arguments.end(),
                     {Parts::count(low), Parts::count(high), Parts::count(parts.chunk())});
    const std::uint64_t values = (high - low) / 2;
    parts.add({.step = "pass",
               .source = "iccg",
               .entry = "livermore_iccg_pass",
               .items = {parts.items(values), 1, 1},
               .arguments = arguments,
               .demands = {values, 5, 4},
               .definitions = {group_definition(parts)}});
  } while (length > 1);
}

// 5: `packed` steps per draw; a texel has four channels.
void add_steps(Parts& parts, std::uint64_t packed) {
  for (std::uint64_t first = 1; first < parts.n(); first += packed) {
    std::vector<Argument> arguments = parts.buffers("X Y Z");
    const std::uint64_t end = std::min(parts.n(), first + packed);
    arguments.insert(arguments.end(), {Parts::count(first), Parts::count(end)});
    parts.add({.step = "draw",
               .source = "thesis",
               .entry = "livermore_thesis_step",
               .arguments = arguments,
               .demands = {end - first, 3, 2}});
  }
}

void build_steps(Parts& parts) {
  refuse_many(5, parts.n());
  add_arrays(parts, {"X", "Y", "Z"});
  add_steps(parts, 1);
  parts.close("one step per draw", true);
  add_steps(parts, 4);
}

// 10: a fragment has four outputs, so ten rows take three draws; the chain goes through an array.
void build_split_body(Parts& parts) {
  add_arrays(parts, {"PX", "CX"});
  parts.scratch("carry", parts.scalar(), parts.n());
  for (const auto& [from, to] : {std::pair{5U, 7U}, {8U, 10U}, {11U, 13U}}) {
    std::vector<Argument> arguments = parts.buffers("PX CX carry");
    arguments.insert(arguments.end(),
                     {Parts::number(from), Parts::number(to), Parts::count(parts.row_length()),
                      Parts::count(parts.n()), Parts::count(parts.chunk())});
    parts.add({.step = "draw",
               .source = "difference",
               .entry = "livermore_difference_pass",
               .items = {parts.items(parts.n()), 1, 1},
               .arguments = arguments,
               .demands = {parts.n(), 8, 3},
               .definitions = {{"PAIRS", "0"}}});
  }
}

// 14: the host reads the cells back and starts a launch per particle.
void build_host_scatter(Parts& parts) {
  refuse_many(14, parts.n());
  add_particles(parts);
  parts.add({"cells to the host", Transfer{Direction::out, "IR", {}}});
  parts.add({"fractions to the host", Transfer{Direction::out, "RX", {}}});
  for (std::uint64_t k = 0; k < parts.n(); ++k) {
    std::vector<Argument> arguments = parts.buffers("RH RX IR");
    arguments.insert(arguments.end(), {Parts::count(k), Parts::count(k + 1)});
    parts.add({.step = "one texel",
               .source = "sequential_cells",
               .entry = "livermore_sequential_14",
               .arguments = arguments,
               .demands = {1, 3, 3}});
  }
}

void build_predication(Parts& parts) {
  add_arrays(parts, {"VY", "VS", "VH", "VF", "VG"});
  std::vector<Argument> arguments = parts.buffers("VY VS VH VF VG");
  arguments.insert(arguments.end(), {Parts::count(parts.size().l2), Parts::count(parts.n()),
                                     Parts::count(parts.chunk())});
  parts.add({.step = "draw",
             .source = "casual",
             .entry = "livermore_casual_predicated",
             .items = {parts.items(parts.n() - 1), 6, 1},
             .arguments = arguments,
             .demands = {5 * (parts.n() - 1), 5, 33, Pattern::neighbourhood}});
}

// 3, 24: fold `fan` copies of the row into one that is so much shorter, until one texel is left.
void build_folds(Parts& parts, unsigned kernel) {
  constexpr std::uint64_t fan = 8;
  const std::uint64_t n = parts.n();
  const bool minimum = kernel == 24;
  std::uint64_t length = minimum ? n : (n + 3) / 4;
  for (const char* name : {"even", "odd"}) {
    parts.scratch(name, parts.scalar(), length);
    if (minimum) parts.scratch(std::string(name) + "_place", Scalar::i32, length);
  }
  std::string from = minimum ? "X" : "even";
  if (!minimum) {
    std::vector<Argument> arguments = parts.buffers("Z X even");
    arguments.push_back(Parts::count(n));
    parts.add({.step = "multiply",
               .source = "thesis",
               .entry = "livermore_thesis_multiply",
               .items = {length, 1, 1},
               .group = 1,
               .arguments = arguments,
               .demands = {n, 2.25, 2}});
  }
  for (bool first = true; first || length > 1; first = false) {
    const std::uint64_t shorter = (length + fan - 1) / fan;
    const bool last = shorter == 1;
    const std::string to = from == "odd" || from == "X" ? "even" : "odd";
    const std::string places = (last ? "M" : to + "_place");
    std::vector<Argument> arguments = parts.buffers(
        minimum ? fmt::format("{} {}_place {} {}", from, from == "X" ? "odd" : from, to, places)
                : fmt::format("{} {}", from, last ? "Q" : to));
    if (minimum) arguments.push_back(Parts::number(first ? 1 : 0));
    arguments.insert(arguments.end(), {Parts::count(length), Parts::count(shorter)});
    parts.add({.step = "fold",
               .source = "thesis",
               .entry = minimum ? "livermore_thesis_fold_minimum" : "livermore_thesis_fold",
               .items = {shorter, 1, 1},
               .group = 1,
               .arguments = arguments,
               .demands = {length, 1.125, 1, Pattern::reduction}});
    from = to;
    length = shorter;
  }
}

}  // namespace

void build_thesis(Parts& parts, unsigned kernel) {
  const Description& description = descriptions()[kernel - 1];
  if (!description.thesis_passes) {
    throw Error(ErrorKind::input,
                fmt::format("the thesis gives no passes for kernel {} ({}): {}; take variant best "
                            "or sequential",
                            kernel, description.name, description.thesis));
  }
  if (kernel == 2) return build_all_phases(parts);
  if (kernel == 3 || kernel == 24) {
    add_arrays(parts, {"X", kernel == 3 ? "Q" : "M"});
    if (kernel == 3) parts.array("Z");
    return build_folds(parts, kernel);
  }
  if (kernel == 5) return build_steps(parts);
  if (kernel == 10) return build_split_body(parts);
  if (kernel == 14) return build_host_scatter(parts);
  if (kernel == 15) return build_predication(parts);
  build_map(parts, kernel);
}

}  // namespace plumb::livermore
