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
  std::string entry;
  Type pixel = {};  // what the kernel calls so; on CPUs a component
  std::vector<std::pair<std::string, std::uint64_t>> numbers;  // its build parameters
  std::uint64_t width = 1;                                     // of a row, as the kernel counts
  Range group{1, 1, 1};
  std::uint64_t across = 1;  // outputs of a group along a row, counted in the same way
  std::uint64_t down = 1;    // and along a column; of one that goes down, a step
  bool vertical = false;     // reads rows above and below
  std::uint64_t axes = 1;
  std::uint64_t wide = 1;  // pixels that are loaded at once
  bool samples = false;
  bool steps = false;  // a group goes down several times `down`
  // Of tile.cl alone, for each word that is made: lanes of the group, words from local memory.
  double lanes = 1;
  double words_seen = 0;
  std::uint64_t strip = 1;  // words of a row that an item makes
  std::uint64_t local_memory = 0;
};

FilterKernel cpu_kernel(const Target& target, const std::string& name) {
  return {.name = name,
          .file = "gaussian/cpu.cl",
          .entry = "gaussian_" + name,
          .pixel = {target.image.type.scalar, 1},
          .numbers = {{"APART", target.channels()},
                      {"TAPS", target.taps},
                      {"ROWS", target.rows},
                      {"SPAN", 256}},
          .width = target.image.width * target.channels(),
          .across = target.image.width * target.channels(),
          .down = cpu_rows,
          .vertical = name != "rows",
          .axes = name == "one_pass" ? 2U : 1U};
}

// A tile of tile.cl, in words of four components.
struct Tile {
  std::uint64_t lanes = 1;
  std::uint64_t rows = 1;
  std::uint64_t strip = 1;

  // Words of four floats in local memory, and the gaps between strips of them.
  [[nodiscard]] std::uint64_t bytes() const {
    return 16 * rows * (strip > 1 ? lanes + lanes / strip : lanes);
  }
};

FilterKernel tile_kernel(const Target& target, const std::string& name, Tile tile) {
  while (tile.rows > 1 && tile.bytes() > target.limits.local_bytes) tile.rows /= 2;
  const std::uint64_t apart = target.channels();
  const std::uint64_t halo = pixels::parts(target.taps / 2 * apart, 4);
  const bool whole = target.image.width % 4 == 0;
  const bool both = name == "one_pass";
  const std::uint64_t made = (tile.lanes - 2 * halo) / tile.strip * tile.strip;
  return {
      .name = name,
      .file = "gaussian/tile.cl",
      .entry = "gaussian_tile",
      .pixel = {target.image.type.scalar, 4},
      .numbers = {{"APART", apart},
                  {"TAPS", target.taps},
                  {"DOWN", both ? 1 : 0},
                  {"LANES", tile.lanes},
                  {"ROWS", tile.rows},
                  {"STRIP", tile.strip},
                  {"WHOLE", whole ? 1 : 0}},
      .width = target.image.width * apart,
      .group = {tile.lanes, 1, 1},
      .across = 4 * made,
      .down = tile.rows,
      .vertical = both,
      .axes = both ? 2U : 1U,
      .wide = whole && apart == 1 ? 4U : 1U,
      .steps = both,
      .lanes = static_cast<double>(tile.lanes) / static_cast<double>(made),
      .words_seen = static_cast<double>(tile.strip + 2 * halo) / static_cast<double>(tile.strip),
      .strip = tile.strip,
      .local_memory = tile.bytes()};
}

// Lanes leave more than half of a tile to outputs, also where the filter has 63 taps.
FilterKernel rows_kernel(const Target& target) {
  return tile_kernel(target, "rows",
                     target.channels() == 1 ? Tile{.lanes = 64, .rows = 8, .strip = 1}
                                            : Tile{.lanes = 128, .rows = 8, .strip = 8});
}

FilterKernel one_pass_kernel(const Target& target) {
  return tile_kernel(target, "one_pass",
                     target.channels() == 1 ? Tile{.lanes = 128, .rows = target.rows, .strip = 1}
                                            : Tile{.lanes = 128, .rows = target.rows, .strip = 8});
}

FilterKernel image_kernel(const Target& target) {
  return {.name = "image_rows",
          .file = "gaussian/image.cl",
          .entry = "gaussian_image_rows",
          .pixel = target.image.type,
          .numbers = {{"TAPS", target.taps}},
          .width = target.image.width,
          .group = {32, 8, 1},
          .across = 32,
          .down = 8,
          .samples = true};
}

// The filter along columns does not care which values are neighbours: four of one channel are taken
// as one pixel of four where rows are that long.
FilterKernel columns_kernel(const Target& target) {
  constexpr std::uint64_t tile_rows = 64;  // of a group: what it reads twice stays below a fifth
  const std::uint64_t wide = target.channels() == 1 && target.image.width % 4 == 0 ? 4 : 1;
  return {.name = "columns",
          .file = "gaussian/columns.cl",
          .entry = "gaussian_columns",
          .pixel = {target.image.type.scalar, static_cast<unsigned>(target.channels() * wide)},
          .numbers = {{"TAPS", target.taps}, {"ROWS", target.rows}},
          .width = target.image.width / wide,
          .group = {32, tile_rows / target.rows, 1},
          .across = 32,
          .down = tile_rows,
          .vertical = true,
          .wide = wide};
}

Kernel kernel_of(const FilterKernel& filter) {
  const Type& pixel = filter.pixel;
  Kernel kernel{.name = filter.name,
                .source = filter.file,
                .entry = filter.entry,
                .definitions = {{"PIXEL", name_of(pixel)},
                                {"PART", name_of(Type{pixel.scalar, 1})},
                                {"CHANNELS", std::to_string(pixel.width)},
                                {"BYTES", pixel.scalar == Scalar::u8 ? "1" : "0"}}};
  for (const auto& [macro, value] : filter.numbers)
    kernel.definitions.emplace_back(macro, std::to_string(value));
  return kernel;
}

// Operations of a pixel. A byte is taken out and converted, and the other way back; tile.cl has it
// in the lowest bits of a float, by 7 permutations of bytes and 8 additions.
Operations operations_of(const Target& target, const FilterKernel& filter) {
  const auto channels = static_cast<double>(target.channels());
  const auto of_axis = static_cast<double>(target.taps) * channels;
  const bool of_bytes = target.image.type.scalar == Scalar::u8;
  const bool is_tile = filter.words_seen > 0;
  Operations operations;
  // Along columns every lane filters, those beside the outputs too.
  operations.fma = of_axis * (1 + static_cast<double>(filter.axes - 1) * filter.lanes);
  if (of_bytes) operations.integer = is_tile ? 7 : 4 * channels;
  if (!is_tile) return operations;
  if (of_bytes) operations.add = 8;
  if (filter.axes == 1) operations.add += channels;  // as it is: a sum of one
  // By the PTX of a step with pixels of four: 14.4 for a pixel that comes, the nearest in the image
  // and its address, and 7.5 for each place in the tile, with the gaps between strips.
  if (target.channels() == 4) operations.integer += 14.4 + 7.5 * filter.words_seen;
  return operations;
}

// Bytes of a value to and from the private piece of cpu.cl, which the first cache level holds: it
// is left there, and read for every tap along a row, else once.
double piece_bytes(const Target& target, const FilterKernel& filter) {
  const bool along_rows = filter.axes == 2 || !filter.vertical;
  return 4.0 * (1 + (along_rows ? static_cast<double>(target.taps) : 1));
}

// What an item of tile.cl stores lies beside what it stored before, not beside what its neighbours
// store: whole words of a strip, 16 bytes of them where rows are whole groups of four pixels, or
// components one by one.
void state_stores(const Target& target, const FilterKernel& filter, Access& writes) {
  if (filter.words_seen == 0) return;
  const std::uint64_t bytes = target.pixel_bytes();
  const bool whole = target.image.width % 4 == 0;
  const std::uint64_t own = 4 / target.channels() * bytes * filter.strip;  // of an item
  if (target.channels() == 1 && whole) return;
  writes.width = bytes;
  if (whole && bytes < 16) {
    writes.references = static_cast<double>(bytes) / 16;
    writes.bytes = Bytes{16};
    writes.width = 16;
  }
  if (own < 2 * writes.bytes.count) return;
  writes.pattern = Pattern::strided;
  writes.row_bytes = Bytes{own};
}

// Every element is counted once per pass, read and written, though K outputs ask for it.
Pass pass_of(const Target& target, const FilterKernel& filter, pixels::Rows rows) {
  const std::uint64_t bytes = target.pixel_bytes();
  const Bytes whole{target.image.pixels() * bytes};
  const std::uint64_t width = bytes * filter.wide;
  const auto sums = static_cast<double>(target.taps * target.channels() * filter.axes);
  // Words of four floats: every lane puts one into the tile, and an output sees those around it.
  const double of_word = filter.words_seen > 0 ? 16 * (filter.lanes + filter.words_seen) : 0;
  const double of_value = target.on_cpu ? piece_bytes(target, filter) : of_word / 4;
  Pass pass{.name = filter.name,
            .points = target.image.width * (rows.last - rows.first),
            .accesses = {{.bytes = Bytes{bytes},
                          .width = width,
                          .pattern = Pattern::neighbourhood,
                          .footprint = whole,
                          .row_bytes = Bytes{target.image.width * bytes}},
                         {.bytes = Bytes{bytes},
                          .width = width,
                          .pattern = Pattern::self,
                          .footprint = whole,
                          .use = Use::write}},
            .flops = Flops{2 * sums},
            .operations = operations_of(target, filter),
            .local_traffic = of_value * static_cast<double>(target.channels()),
            .local_memory = filter.local_memory};
  state_stores(target, filter, pass.accesses.back());
  if (filter.samples) {
    pass.accesses.front().executed = static_cast<double>(target.taps);
    pass.accesses.front().sampler = Sampler::nearest;
  }
  return pass;
}

pixels::Stage stage_of(const Target& shown, const FilterKernel& filter) {
  Target target = shown;
  target.image.fill = {};
  const auto launch = [target, filter](pixels::Rows rows, const std::string& in,
                                       const std::string& out) {
    const auto whole = [](std::uint64_t value) {
      return ScalarArgument{Scalar::i32, static_cast<double>(value)};
    };
    const std::uint64_t across = pixels::parts(filter.width, filter.across);
    const std::uint64_t count = rows.last - rows.first;
    const std::uint64_t down =
        filter.steps ? pixels::strip_of(target.limits, across, count, filter.down) : filter.down;
    Launch made;
    made.kernel = filter.name;
    made.local = filter.group;
    made.global = {across * filter.group[0], pixels::parts(count, down) * filter.group[1], 1};
    made.arguments = {
        filter.samples ? Argument{ImageArgument{"sampled"}} : Argument{BufferArgument{in}},
        BufferArgument{out},
        BufferArgument{"weights"},
        whole(filter.width),
        whole(target.image.height),
        whole(rows.first),
        whole(rows.last)};
    if (filter.entry == "gaussian_tile") made.arguments.emplace_back(whole(down));
    if (target.on_cpu)
      for (const std::uint64_t value : {cpu_rows, target.channels()})
        made.arguments.emplace_back(whole(value));
    made.pass = pass_of(target, filter, rows);
    if (filter.entry == "gaussian_tile") {
      const auto steps = static_cast<double>(pixels::parts(down, filter.down));
      made.pass.barriers = 2 * steps;  // the rows are there, and have been read
      // Those of the first step, and the rows above it, it waits for.
      const auto above = static_cast<double>(filter.vertical ? target.taps - 1 : 0);
      const auto of_step = static_cast<double>(filter.down);
      made.pass.accesses.front().ahead = 1 - (above + of_step) / (above + of_step * steps);
    }
    return made;
  };
  const std::uint64_t reach = filter.vertical ? target.taps / 2 : 0;
  return {.name = filter.name, .above = reach, .below = reach, .launch = launch};
}

std::string text_of(const std::string& file) {
  if (file == "gaussian/cpu.cl") return source_text({file});
  if (file == "gaussian/tile.cl")
    return source_text({"gaussian/pixel.clh", "gaussian/words.clh", file});
  return source_text({"gaussian/pixel.clh", file});
}

pixels::Method method_of(const Target& target, const std::vector<FilterKernel>& filters) {
  pixels::Method method;
  for (const FilterKernel& filter : filters) {
    const std::string& file = filter.file;
    method.sources.push_back({.name = file, .language = Language::opencl_c, .text = text_of(file)});
    method.kernels.push_back(kernel_of(filter));
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
