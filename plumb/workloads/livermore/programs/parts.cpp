// plumb/workloads/livermore/programs/parts.cpp - buffers, launches and passes of a Livermore
// program.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/workloads/livermore/programs/parts.h"

#include <algorithm>
#include <cmath>

#include "plumb/workloads/livermore/rows.h"
#include "plumb/workloads/source_text.h"
#include "plumb/workloads/waits.h"

namespace plumb::livermore {
namespace {

constexpr std::uint64_t gpu_group = 256;

// A scan is a body for the recurrences that stand in front of it.
Source source_of(const std::string& source) {
  const std::string path = "livermore/kernels/";
  const std::string affine = path + "affine.clh";
  const std::string hand_maps = path + "hand_maps.cuh";
  const std::string recurrences = path + "recurrences.cl";
  if (source == "scan_stream") {
    const std::string name = path + "scan_stream.cu";
    return {.name = name,
            .language = Language::cuda,
            .text = source_text({"arrival.cuh", "bulk_copy.cuh", path + "cuda_words.cuh", affine,
                                 hand_maps, recurrences, path + "scan_stream_tile.cuh",
                                 path + "scan_stream_maps.cuh", name})};
  }
  const std::string name = path + source + ".cl";
  std::string text;
  if (source == "scan_rows") text = source_text({recurrences});
  if (source == "scan_tiles")
    text = source_text(
        {affine, hand_maps, path + "look_back.cl", path + "look_back_warps.cl", recurrences});
  return {.name = name, .language = Language::opencl_c, .text = text + source_text({name})};
}

// rows 0: as it is.
Turned layout_of(unsigned kernel, std::string_view name) {
  const Turned& turned = kernel_row(kernel).turned;
  const std::vector<std::string_view> names = names_in(turned.arrays);
  return std::ranges::find(names, name) != names.end() ? turned : Turned{};
}

// Rows begin at a line of 128 bytes in double precision, so that vectors of two may be read.
std::uint64_t padded(std::uint64_t columns) { return (columns + 15) / 16 * 16; }

// The elements that an array of `count` has on the device.
std::uint64_t device_elements(const Turned& layout, std::uint64_t count) {
  if (layout.rows == 0) return count;
  const std::uint64_t rows = layout.rows * layout.planes;
  return rows * padded(count / rows);
}

// Calls move(place in the array, place on the device) for those of [first, first + count) on the
// device that are not padding.
template <class Move>
void for_each_place(const Turned& layout, std::uint64_t total, std::uint64_t first,
                    std::uint64_t count, const Move& move) {
  const std::uint64_t columns = total / (layout.rows * layout.planes);
  const std::uint64_t length = padded(columns);
  for (std::uint64_t place = first; place < first + count;) {
    const std::uint64_t row = place / length;
    const std::uint64_t end = std::min(first + count, (row + 1) * length);
    const std::uint64_t plane = row / layout.rows;
    for (std::uint64_t k = place % length; place < end; ++k, ++place) {
      if (k < columns) move(layout.rows * (plane * columns + k) + row % layout.rows, place);
    }
  }
}

// The kernels are compiled without contraction: a product and a sum are two operations.
Operations operations_of(const Demands& demands, Scalar real) {
  Operations operations = demands.operations;
  if (!has_operations(operations)) operations.add = operations.mul = demands.flops / 2;
  operations.type = real;
  return operations;
}

}  // namespace

Access uncredited(double count, Bytes bytes, Use use) {
  return {.references = 0,
          .bytes = bytes,
          .width = bytes.count,
          .streams = static_cast<std::uint64_t>(std::max(1.0, std::ceil(count))),
          .use = use,
          .executed = count};
}

std::string step_of(std::string_view entry) {
  return std::string(entry.substr(std::string_view("livermore_").size()));
}

void copy_device_layout(const Arrays<double>& arrays, std::string_view name, std::uint64_t first,
                        std::span<double> out) {
  const auto begin = static_cast<std::ptrdiff_t>(first);
  if (const auto found = arrays.integers.find(name); found != arrays.integers.end()) {
    std::copy_n(found->second.begin() + begin, out.size(), out.begin());
    return;
  }
  const std::vector<double>& values = arrays.real(name);
  const Turned layout = layout_of(arrays.kernel, name);
  if (layout.rows == 0) {
    std::copy_n(values.begin() + begin, out.size(), out.begin());
    return;
  }
  std::ranges::fill(out, 0.0);
  for_each_place(layout, values.size(), first, out.size(),
                 [&](std::uint64_t from, std::uint64_t to) { out[to - first] = values[from]; });
}

std::vector<double> device_layout(const Arrays<double>& arrays, std::string_view name) {
  const auto found = arrays.integers.find(name);
  const std::uint64_t count =
      found != arrays.integers.end() ? found->second.size() : arrays.real(name).size();
  std::vector<double> values(device_elements(layout_of(arrays.kernel, name), count));
  copy_device_layout(arrays, name, 0, values);
  return values;
}

void from_device_layout(Arrays<double>& arrays, std::string_view name,
                        std::span<const double> values) {
  if (const auto found = arrays.integers.find(name); found != arrays.integers.end()) {
    for (std::size_t i = 0; i < values.size(); ++i)
      found->second[i] = static_cast<std::int32_t>(values[i]);
    return;
  }
  std::vector<double>& array = arrays.real(name);
  const Turned layout = layout_of(arrays.kernel, name);
  if (layout.rows == 0) {
    std::ranges::copy(values, array.begin());
    return;
  }
  for_each_place(layout, array.size(), 0, values.size(),
                 [&](std::uint64_t to, std::uint64_t from) { array[to] = values[from]; });
}

Parts::Parts(const Settings& settings, Outline outline, MakeArrays arrays)
    : outline_(std::move(outline)),
      make_(std::move(arrays)),
      real_(settings.text("precision") == "f64" ? Scalar::f64 : Scalar::f32),
      chunk_(settings.count("chunk")),
      sweeps_(settings.count("sweeps")),
      atomic_scatter_(settings.text("scatter") == "atomic"),
      streams_scans_(settings.text("scan") == "stream"),
      compute_units_(settings.device().compute_units) {
  program_.settings = settings.values();
}

void Parts::array(std::string_view name) { array_as(name, name); }

void Parts::array_as(std::string_view name, std::string_view buffer) {
  const bool whole = outline_.integers.contains(name);
  const std::uint64_t count =
      device_elements(layout_of(outline_.kernel, name), outline_.elements(name));
  FillValues values(
      count, [make = make_, name = std::string(name)](std::uint64_t first, std::span<double> out) {
        copy_device_layout(make(), name, first, out);
      });
  program_.buffers.push_back({std::string(buffer),
                              {whole ? Scalar::i32 : real_, 1},
                              count,
                              {.kind = FillKind::values, .values = std::move(values)}});
}

void Parts::scratch(const std::string& name, Scalar type, std::uint64_t count) {
  program_.buffers.push_back({name,
                              {type, 1},
                              std::max<std::uint64_t>(count, 1),
                              Fill{.kind = FillKind::zero, .values = {}}});
}

void Parts::constant(const std::string& name, double value) {
  program_.buffers.push_back(
      {name, {real_, 1}, 1, Fill{.kind = FillKind::constant, .low = value, .values = {}}});
}

void Parts::arrays(std::string_view names) {
  for (const std::string_view name : names_in(names)) array(name);
}

std::vector<Argument> Parts::arguments(std::string_view buffers,
                                       const std::vector<Argument>& more) {
  std::vector<Argument> all;
  for (const std::string_view name : names_in(buffers))
    all.emplace_back(BufferArgument{std::string(name)});
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

std::vector<Argument> Parts::reals(std::string_view names) const {
  std::vector<Argument> all;
  for (const std::string_view name : names_in(names)) all.push_back(real(name));
  return all;
}

std::uint64_t Parts::items(std::uint64_t n) const {
  return std::max<std::uint64_t>(1, (n + chunk_ - 1) / chunk_);
}

std::uint64_t Parts::row_length() const { return padded(outline_.size.l2); }

void Parts::add(const Work& work) {
  const Source source = source_of(work.source);
  if (std::ranges::find(program_.sources, source.name, &Source::name) == program_.sources.end())
    program_.sources.push_back(source);
  Kernel kernel{.name = work.entry,
                .source = source.name,
                .entry = work.entry,
                .definitions = {{"REAL", name_of(Type{real_, 1})}}};
  kernel.definitions.insert(kernel.definitions.end(), work.definitions.begin(),
                            work.definitions.end());
  for (const auto& [macro, text] : work.definitions) {
    if (macro == "FORM") kernel.name += "_" + text;  // one entry, several recurrences
  }
  if (std::ranges::find(program_.kernels, kernel.name, &Kernel::name) == program_.kernels.end())
    program_.kernels.push_back(kernel);

  Launch launch;
  launch.kernel = kernel.name;
  launch.global = work.items;
  launch.arguments = work.arguments;
  launch.local_bytes = work.local_bytes;
  launch.local[0] = work.group != 0 ? work.group : (on_cpu() || work.items[0] == 1 ? 1 : gpu_group);
  launch.global[0] = (work.items[0] + launch.local[0] - 1) / launch.local[0] * launch.local[0];
  const std::uint64_t bytes = size_of(Type{real_, 1}).count;
  launch.pass.name = work.step;
  launch.pass.points = work.demands.points;
  launch.pass.flops = Flops{work.demands.flops};
  const double written =
      work.demands.written.value_or(work.demands.pattern == Pattern::reduction ? 0 : 1);
  const auto add_access = [&](double words, Use use) {
    if (words <= 0) return;
    launch.pass.accesses.push_back({.references = words,
                                    .bytes = Bytes{bytes},
                                    .width = bytes,
                                    .pattern = work.demands.pattern,
                                    .streams = static_cast<std::uint64_t>(std::ceil(words)),
                                    .use = use});
  };
  launch.pass.barriers = work.demands.barriers;
  launch.pass.operations = operations_of(work.demands, real_);
  add_access(work.demands.words - written, Use::read);
  if (work.demands.dependent > 0) launch.pass.accesses.front().dependent = work.demands.dependent;
  add_access(std::min(written, work.demands.words), Use::write);
  launch.pass.accesses.insert(launch.pass.accesses.end(), work.demands.besides.begin(),
                              work.demands.besides.end());
  if (work.demands.in_turn > 0 && !on_cpu()) wait_in_turn(launch, 0, work.demands.in_turn);
  steps_.push_back({work.step, std::move(launch)});
}

void Parts::close(const std::string& step, bool recorded) {
  if (recorded) {
    program_.steps.push_back({step, Batch{1, std::move(steps_)}});
  } else {
    program_.steps.push_back({step, Repeat{1, std::move(steps_)}});
  }
  steps_.clear();
}

Program Parts::finish(const std::string& name, bool recorded) {
  program_.name = "livermore";
  close(name, recorded);
  return std::move(program_);
}

}  // namespace plumb::livermore
