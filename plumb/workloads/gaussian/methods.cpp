// plumb/workloads/gaussian/methods.cpp - which kernel makes what, and how it is launched.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/workloads/gaussian/methods.h"

#include <algorithm>

#include <fmt/format.h>

#include "plumb/base/error.h"
#include "plumb/workloads/source_text.h"

namespace plumb::gaussian {
namespace {

constexpr std::uint64_t cpu_rows = 32;  // that an item of a CPU loops over

// A kernel, and how many outputs its items and groups make.
struct FilterKernel {
  std::string name;
  std::string file;
  std::vector<std::pair<std::string, std::uint64_t>> numbers;  // its build parameters
  Range group{1, 1, 1};
  std::uint64_t across = 1;  // outputs of a group along a row
  std::uint64_t down = 1;    // and along a column
  bool vertical = false;     // reads rows above and below
  std::uint64_t axes = 1;
  std::uint64_t wide = 1;  // pixels of one channel that are taken as one of several
  bool samples = false;
};

FilterKernel cpu_kernel(const Target& target, const std::string& name) {
  return {.name = name,
          .file = "gaussian/cpu.cl",
          .numbers = {{"BYTES", target.is_bytes() ? 1 : 0},
                      {"APART", target.channels()},
                      {"TAPS", target.taps},
                      {"ROWS", target.rows},
                      {"SPAN", 256}},
          .across = target.values_across(),
          .down = cpu_rows,
          .vertical = name != "rows",
          .axes = name == "one_pass" ? 2U : 1U};
}

FilterKernel rows_kernel(const Target& target) {
  constexpr std::uint64_t item = 8;
  constexpr std::uint64_t items = 32;
  const std::uint64_t lines = target.channels() == 1 ? 4 : 2;
  return {.name = "rows",
          .file = "gaussian/rows.cl",
          .numbers = {{"TAPS", target.taps}, {"ITEM", item}, {"ITEMS", items}, {"LINES", lines}},
          .group = {items, lines, 1},
          .across = item * items,
          .down = lines};
}

FilterKernel image_kernel(const Target& target) {
  return {.name = "image_rows",
          .file = "gaussian/image.cl",
          .numbers = {{"TAPS", target.taps}},
          .group = {32, 8, 1},
          .across = 32,
          .down = 8,
          .samples = true};
}

// The filter along columns does not care which values are neighbours: four of one channel are taken
// as one pixel of four where rows are that long.
FilterKernel columns_kernel(const Target& target) {
  constexpr std::uint64_t tile_rows = 64;  // of a group: what it reads twice stays below a fifth
  const bool wide = target.channels() == 1 && target.image.width % 4 == 0;
  return {.name = "columns",
          .file = "gaussian/columns.cl",
          .numbers = {{"TAPS", target.taps}, {"ROWS", target.rows}},
          .group = {32, tile_rows / target.rows, 1},
          .across = 32,
          .down = tile_rows,
          .vertical = true,
          .wide = wide ? 4U : 1U};
}

FilterKernel one_pass_kernel(const Target& target) {
  constexpr std::uint64_t lanes = 128;
  const bool single = target.channels() == 1;
  const std::uint64_t item = single ? 8 : 4;
  const std::uint64_t lines = single ? 4 : 2;
  const std::uint64_t made = (lanes - target.taps + 1) / item * item;
  // Local memory of 48 KiB holds so many rows of a tile.
  const std::uint64_t rows = std::min<std::uint64_t>(target.rows, single ? 16 : 8);
  return {.name = "one_pass",
          .file = "gaussian/one_pass.cl",
          .numbers = {{"TAPS", target.taps},
                      {"LANES", lanes},
                      {"LINES", lines},
                      {"ROWS", std::max(rows, item)},
                      {"ITEM", item}},
          .group = {lanes, lines, 1},
          .across = made,
          .down = lines * std::max(rows, item),
          .vertical = true,
          .axes = 2};
}

Kernel kernel_of(const Target& target, const FilterKernel& filter) {
  Kernel kernel{.name = filter.name,
                .source = filter.file,
                .entry = "gaussian_" + filter.name,
                .definitions = {}};
  if (target.on_cpu) {
    kernel.definitions.emplace_back("PIXEL", target.is_bytes() ? "uchar" : "float");
  } else {
    const Type type{target.image.type.scalar,
                    static_cast<unsigned>(target.channels() * filter.wide)};
    kernel.definitions = {{"PIXEL", name_of(type)},
                          {"CHANNELS", std::to_string(type.width)},
                          {"BYTES", target.is_bytes() ? "1" : "0"}};
  }
  for (const auto& [macro, value] : filter.numbers)
    kernel.definitions.emplace_back(macro, std::to_string(value));
  return kernel;
}

// Every element is counted once per pass, read and written, though K outputs ask for it.
Pass pass_of(const Target& target, const FilterKernel& filter, pixels::Rows rows) {
  const std::uint64_t bytes = target.pixel_bytes();
  const Bytes whole{target.image.pixels() * bytes};
  const std::uint64_t width = bytes * filter.wide;
  return {.name = filter.name,
          .points = target.image.width * (rows.last - rows.first),
          .accesses = {{.bytes = Bytes{bytes},
                        .width = width,
                        .pattern = Pattern::neighbourhood,
                        .footprint = whole,
                        .row_bytes = Bytes{target.image.width * bytes}},
                       {.bytes = Bytes{bytes},
                        .width = width,
                        .pattern = Pattern::self,
                        .footprint = whole}},
          .flops = Flops{static_cast<double>(2 * target.taps * target.channels() * filter.axes)}};
}

pixels::Stage stage_of(const Target& shown, const FilterKernel& filter) {
  Target target = shown;
  target.image.fill = {};
  const auto launch = [target, filter](pixels::Rows rows, const std::string& in,
                                       const std::string& out) {
    const auto whole = [](std::uint64_t value) {
      return ScalarArgument{Scalar::i32, static_cast<double>(value)};
    };
    const auto parts = [](std::uint64_t n, std::uint64_t each) { return (n + each - 1) / each; };
    const std::uint64_t across = target.values_across() / filter.wide;
    Launch made;
    made.kernel = filter.name;
    made.local = filter.group;
    made.global = {parts(across, filter.across) * filter.group[0],
                   parts(rows.last - rows.first, filter.down) * filter.group[1], 1};
    made.arguments = {
        filter.samples ? Argument{ImageArgument{"sampled"}} : Argument{BufferArgument{in}},
        BufferArgument{out},
        BufferArgument{"weights"},
        whole(across),
        whole(target.image.height),
        whole(rows.first),
        whole(rows.last)};
    if (target.on_cpu)
      for (const std::uint64_t value : {cpu_rows, target.channels()})
        made.arguments.emplace_back(whole(value));
    made.pass = pass_of(target, filter, rows);
    return made;
  };
  const std::uint64_t reach = filter.vertical ? target.taps / 2 : 0;
  return {.name = filter.name, .above = reach, .below = reach, .launch = launch};
}

pixels::Method method_of(const Target& target, const std::vector<FilterKernel>& filters) {
  pixels::Method method;
  for (const FilterKernel& filter : filters) {
    const std::string& file = filter.file;
    method.sources.push_back(
        {.name = file,
         .language = Language::opencl_c,
         .text = target.on_cpu ? source_text({file}) : source_text({"gaussian/pixel.clh", file})});
    method.kernels.push_back(kernel_of(target, filter));
    method.stages.push_back(stage_of(target, filter));
    if (!filter.samples) continue;
    method.images.push_back({"sampled",
                             {.type = target.image.type,
                              .width = target.image.width,
                              .height = target.image.height,
                              .normalized = target.is_bytes()},
                             target.image.fill});
  }
  return method;
}

}  // namespace

pixels::Method two_pass(const Target& target) {
  if (target.sampled) {
    // The kernel of the second pass is the same, whatever the device: items without local memory.
    Target second = target;
    second.on_cpu = false;
    return method_of(second, {image_kernel(target), columns_kernel(target)});
  }
  if (target.on_cpu)
    return method_of(target, {cpu_kernel(target, "rows"), cpu_kernel(target, "columns")});
  return method_of(target, {rows_kernel(target), columns_kernel(target)});
}

pixels::Method one_pass(const Target& target) {
  return method_of(target,
                   {target.on_cpu ? cpu_kernel(target, "one_pass") : one_pass_kernel(target)});
}

}  // namespace plumb::gaussian
