// plumb/workloads/livermore/programs/reduction.cpp - kernels 2, 3, 4 and 24: passes and
// reductions.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "plumb/workloads/livermore/programs/parts.h"

namespace plumb::livermore {
namespace {

constexpr std::uint64_t most_groups = 2048;

// Groups of a reduction over n elements: a CPU's items take a chunk each, a GPU's `least` or more.
std::uint64_t partials_of(const Parts& parts, std::uint64_t n, std::uint64_t least = 16) {
  if (parts.on_cpu()) return parts.items(n);
  return std::clamp<std::uint64_t>(n / (least * parts.group()), 1, most_groups);
}

std::pair<std::string, std::string> group_definition(const Parts& parts) {
  return {"GROUP", std::to_string(parts.group())};
}

void build_banded(Parts& parts) {
  const std::uint64_t products = parts.n() / 5;
  const std::uint64_t partials = partials_of(parts, products, 8);
  const std::uint64_t distance = (parts.size().l1 - 7) / 2;
  parts.array("XZ");
  parts.array("Y");
  parts.scratch("partial", parts.scalar(), 3 * partials);
  std::vector<Argument> arguments = parts.buffers("XZ Y partial");
  arguments.insert(arguments.end(),
                   {Parts::count(distance), Parts::count(products), Parts::count(parts.chunk())});
  // Y is read at every fifth element: a sector of 32 bytes each, shared by the three windows.
  const double sector = 32.0 / static_cast<double>(size_of(Type{parts.scalar(), 1}).count);
  parts.add({.step = "banded",
             .source = "reductions",
             .entry = "livermore_banded",
             .items = {partials * parts.group(), 1, 1},
             .group = parts.group(),
             .arguments = arguments,
             .demands = {3 * products, 1 + sector / 3, 2, Pattern::strided},
             .definitions = {group_definition(parts)}});
  arguments = parts.buffers("partial XZ Y");
  arguments.insert(arguments.end(), {Parts::count(distance), Parts::count(partials)});
  parts.add({.step = "banded finish",
             .source = "reductions",
             .entry = "livermore_sum_finish",
             .items = {parts.group(), 3, 1},
             .group = parts.group(),
             .arguments = arguments,
             .demands = {partials},
             .definitions = {group_definition(parts)}});
}

void build_inner_product(Parts& parts) {
  const std::uint64_t n = parts.n();
  const std::uint64_t partials = partials_of(parts, n);
  for (const char* name : {"Z", "X", "Q"}) parts.array(name);
  parts.scratch("partial", parts.scalar(), partials);
  std::vector<Argument> arguments = parts.buffers("Z X partial");
  arguments.insert(arguments.end(), {Parts::count(n), Parts::count(parts.chunk())});
  parts.add({.step = "inner product",
             .source = "reductions",
             .entry = "livermore_inner_product",
             .items = {partials * parts.group(), 1, 1},
             .group = parts.group(),
             .arguments = arguments,
             .demands = {n, 2, 2, Pattern::reduction},
             .definitions = {group_definition(parts)}});
  arguments = parts.buffers("partial Q X");
  arguments.insert(arguments.end(), {Parts::count(0), Parts::count(partials)});
  parts.add({.step = "inner product finish",
             .source = "reductions",
             .entry = "livermore_sum_finish",
             .items = {parts.group(), 1, 1},
             .group = parts.group(),
             .arguments = arguments,
             .demands = {partials},
             .definitions = {group_definition(parts)}});
}

void build_minimum(Parts& parts) {
  const std::uint64_t n = parts.n();
  const std::uint64_t partials = partials_of(parts, n);
  parts.array("X");
  parts.array("M");
  parts.scratch("partial", parts.scalar(), partials);
  parts.scratch("place", Scalar::i32, partials);
  std::vector<Argument> arguments = parts.buffers("X partial place");
  arguments.insert(arguments.end(), {Parts::count(n), Parts::count(parts.chunk())});
  parts.add({.step = "first minimum",
             .source = "minimum",
             .entry = "livermore_first_minimum",
             .items = {partials * parts.group(), 1, 1},
             .group = parts.group(),
             .arguments = arguments,
             .demands = {n, 1, 1, Pattern::reduction},
             .definitions = {group_definition(parts)}});
  arguments = parts.buffers("partial place X M");
  arguments.push_back(Parts::count(partials));
  parts.add({.step = "first minimum finish",
             .source = "minimum",
             .entry = "livermore_minimum_finish",
             .items = {parts.group(), 1, 1},
             .group = parts.group(),
             .arguments = arguments,
             .demands = {partials},
             .definitions = {group_definition(parts)}});
}

}  // namespace

void build_reduction(Parts& parts, unsigned kernel) {
  if (kernel == 3) build_inner_product(parts);
  if (kernel == 4) build_banded(parts);
  if (kernel == 24) build_minimum(parts);
}

// Long passes are launches of their own; from `short_pass` on one group does the rest.
void build_phases(Parts& parts) {
  constexpr std::uint64_t short_pass = 4096;
  parts.array("X");
  parts.array("V");
  std::uint64_t length = parts.n();
  std::uint64_t high = 0;
  while (length > short_pass) {
    const std::uint64_t low = high;
    high += length;
    length /= 2;
    std::vector<Argument> arguments = parts.buffers("X V");
    arguments.insert(arguments.end(),
                     {Parts::count(low), Parts::count(high), Parts::count(parts.chunk())});
    parts.add({.step = "pass",
               .source = "iccg",
               .entry = "livermore_iccg_pass",
               .items = {parts.items((high - low) / 2), 1, 1},
               .arguments = arguments,
               .demands = {(high - low) / 2, 5, 4},
               .definitions = {group_definition(parts)}});
  }
  std::vector<Argument> arguments = parts.buffers("X V");
  arguments.insert(arguments.end(), {Parts::count(high), Parts::count(length)});
  parts.add({.step = "tail",
             .source = "iccg",
             .entry = "livermore_iccg_tail",
             .items = {parts.group(), 1, 1},
             .group = parts.group(),
             .arguments = arguments,
             .demands = {length, 5, 4},
             .definitions = {group_definition(parts)}});
}

}  // namespace plumb::livermore
