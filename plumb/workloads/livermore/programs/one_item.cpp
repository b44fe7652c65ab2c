// plumb/workloads/livermore/programs/one_item.cpp - one work-item in the original order.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "plumb/workloads/livermore/programs/parts.h"
#include "plumb/workloads/livermore/rows.h"

namespace plumb::livermore {
namespace {

// Buffers, then what the loop needs to know; one item.
void add_loop(Parts& parts, unsigned kernel, std::string_view arrays,
              const std::vector<Argument>& more, double words) {
  const bool with_cells = kernel == 13 || kernel == 14 || kernel == 16;
  std::vector<Argument> arguments = parts.buffers(arrays);
  arguments.insert(arguments.end(), more.begin(), more.end());
  parts.add({.step = "loop",
             .source = with_cells ? "sequential_cells" : "sequential",
             .entry = fmt::format("livermore_sequential_{}", kernel),
             .arguments = std::move(arguments),
             .demands = {parts.n(), words, descriptions()[kernel - 1].flops}});
}

void add_arrays(Parts& parts, std::initializer_list<const char*> names) {
  for (const char* name : names) parts.array(name);
}

// Kernels 17 and 20: the loop that their sweeps fall back to, asked for at once.
void build_loop_with_state(Parts& parts, unsigned kernel) {
  parts.scratch("control", Scalar::u32, 128);
  const std::vector<Argument> more{Parts::number(0), Parts::number(1), Parts::count(parts.n())};
  std::vector<Argument> arguments;
  if (kernel == 17) {
    add_arrays(parts, {"VXNE", "VXND", "VE3", "VLR", "VLIN", "VSP", "VSTP", "XNM"});
    arguments = parts.buffers("VXNE VXND VE3 VLR VLIN VSP VSTP XNM control");
  } else {
    add_arrays(parts, {"X", "XX", "U", "V", "W", "Y", "Z", "G", "VX"});
    arguments = parts.buffers("X XX U V W Y Z G VX");
    arguments.insert(arguments.end(), {parts.real("DK"), parts.real("S"), parts.real("T")});
    arguments.emplace_back(BufferArgument{"control"});
  }
  arguments.insert(arguments.end(), more.begin(), more.end());
  parts.add(
      {.step = "loop",
       .source = kernel == 17 ? "conditional" : "transport",
       .entry = fmt::format("livermore_{}_sequential", kernel == 17 ? "conditional" : "transport"),
       .arguments = std::move(arguments),
       .demands = {parts.n(), kernel == 17 ? 8.0 : 9.0, descriptions()[kernel - 1].flops}});
}

void build_cell_loop(Parts& parts, unsigned kernel) {
  const Argument n = Parts::count(parts.n());
  if (kernel == 13) {
    add_arrays(parts, {"P", "B", "C", "Y", "Z", "E", "F", "H"});
    add_loop(parts, 13, "P B C Y Z E F H", {n}, 8);
  } else if (kernel == 14) {
    parts.in_one_item();
    add_particles(parts);
    add_loop(parts, 14, "RH RX IR", {Parts::count(0), n}, 3);
  } else {
    add_arrays(parts, {"ZONE", "D", "PLAN", "SEARCH"});
    add_loop(parts, 16, "ZONE D PLAN SEARCH",
             {parts.real("R"), parts.real("S"), parts.real("T"), Parts::number(parts.n())}, 4);
  }
}

}  // namespace

void build_sequential(Parts& parts, unsigned kernel) {
  const Argument n = Parts::count(parts.n());
  switch (kernel) {
    case 2:
      add_arrays(parts, {"X", "V"});
      return add_loop(parts, 2, "X V", {n}, 5);
    case 3:
      add_arrays(parts, {"Z", "X", "Q"});
      return add_loop(parts, 3, "Z X Q", {n}, 2);
    case 4:
      add_arrays(parts, {"XZ", "Y"});
      return add_loop(parts, 4, "XZ Y", {Parts::count((parts.size().l1 - 7) / 2), n}, 1.4);
    case 5:
      add_arrays(parts, {"X", "Y", "Z"});
      return add_loop(parts, 5, "X Y Z", {n}, 3);
    case 6:
      add_arrays(parts, {"W", "B"});
      return add_loop(parts, 6, "W B", {Parts::count(parts.size().b), n},
                      static_cast<double>(parts.n()) / 2);
    case 11:
      add_arrays(parts, {"X", "Y"});
      return add_loop(parts, 11, "X Y", {n}, 2);
    case 13:
    case 14:
    case 16:
      return build_cell_loop(parts, kernel);
    case 17:
    case 20:
      return build_loop_with_state(parts, kernel);
    case 19:
      add_arrays(parts, {"B5", "SA", "SB", "STB5"});
      return add_loop(parts, 19, "B5 SA SB STB5", {n}, 6);
    case 23:
      add_arrays(parts, {"ZA", "ZR", "ZB", "ZU", "ZV", "ZZ"});
      return add_loop(parts, 23, "ZA ZR ZB ZU ZV ZZ", {Parts::count(parts.size().l2), n}, 35);
    case 24:
      add_arrays(parts, {"X", "M"});
      return add_loop(parts, 24, "X M", {n}, 1);
    default:
      parts.in_one_item();
      build_map(parts, kernel);
  }
}

}  // namespace plumb::livermore
