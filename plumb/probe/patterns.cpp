// plumb/probe/patterns.cpp - what each pattern of access leaves of the bandwidth.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "plumb/base/error.h"
#include "plumb/base/statistics.h"
#include "plumb/probe/embedded.h"
#include "plumb/probe/gather_reference.h"
#include "plumb/probe/probes.h"
#include "plumb/probe/slices.h"

namespace plumb {
namespace {

using device::grid;
using device::scalar;

struct Width {
  const char* cell;
  std::uint32_t parts;
};
constexpr Width widths[] = {{"float", 1}, {"float2", 2}, {"float4", 4}};
// Of a plain loop on a processor.
constexpr Width numbers[] = {{"float", 1}, {"double", 2}};
constexpr GatherPattern with_k[] = {GatherPattern::row, GatherPattern::square,
                                    GatherPattern::stride};

constexpr std::uint32_t least_side = 16;    // its points fill one group of a GPU
constexpr std::uint32_t checked_side = 64;  // of the field whose every point the host computes
constexpr std::uint64_t point_bytes = 84;   // of a Field: four float4, a result and an index

// Cells, an index and a result of side x side points.
class Field {
 public:
  Field(Probing& probing, std::uint32_t side)
      : probing_(&probing), side_(side), index_(random_index(std::uint64_t{side} * side)) {
    const std::uint64_t points = index_.size();
    cells_.resize(4 * points * 4);  // four arrays of float4 at most
    for (std::size_t i = 0; i < cells_.size(); ++i) cells_[i] = static_cast<float>(i * 7 % 1021);
    in_ = probing.allocate(Bytes{4 * cells_.size()});
    out_ = probing.allocate(Bytes{16 * points});
    index_buffer_ = probing.allocate(Bytes{4 * points});
    probing.queue().write(*in_, {}, std::as_bytes(std::span(cells_)));
    probing.queue().write(*index_buffer_, {}, std::as_bytes(std::span(index_)));
    probing.queue().wait();
  }

  std::unique_ptr<device::Kernel> kernel(GatherPattern pattern, const Width& width) {
    return probing_
        ->module("probe/patterns.cl", with_slices(embedded::probe_patterns_cl()),
                 {{"PATTERN", std::to_string(static_cast<int>(pattern))},
                  {"CELL", width.cell},
                  {"PARTS", std::to_string(width.parts)},
                  {"WIDE", probing_->on_cpu() ? "0" : "1"}})
        .kernel("probe_pattern");
  }

  // Random cells in a plain loop, of a processor.
  std::unique_ptr<device::Kernel> gather(const Width& width) {
    return probing_->module("probe/gather.cl", embedded::probe_gather_cl(), {{"CELL", width.cell}})
        .kernel("probe_gather_row");
  }

  void launch(const device::Kernel& kernel, std::uint32_t k) {
    const device::Argument arguments[] = {in_.get(), index_buffer_.get(), out_.get(), scalar(side_),
                                          scalar(k)};
    const std::uint64_t points = std::uint64_t{side_} * side_;
    const device::Launch shape = probing_->on_cpu() ? grid(side_, 1) : grid(points / 256, 256);
    probing_->queue().launch(kernel, shape, arguments);
  }

  // Every point against the host: the cells are small whole numbers, so that sums are exact.
  void check(const device::Kernel& kernel, GatherPattern pattern, const Width& width,
             std::uint32_t k) {
    launch(kernel, k);
    const std::uint64_t points = index_.size();
    std::vector<float> found(points * width.parts);
    probing_->queue().read(std::as_writable_bytes(std::span(found)), *out_, {});
    probing_->queue().wait();
    for (std::uint32_t y = 0; y < side_; ++y) {
      for (std::uint32_t x = 0; x < side_; ++x) {
        const std::uint64_t i = std::uint64_t{y} * side_ + x;
        const std::uint64_t at = pattern == GatherPattern::scatter ? index_[i] : i;
        double expected = 0;
        for (const std::uint64_t cell : cells_of(pattern, x, y, side_, k, index_))
          expected += cells_[cell * width.parts];
        if (found[at * width.parts] != static_cast<float>(expected))
          throw Error(
              ErrorKind::check_failed,
              fmt::format("pattern '{}' of {} gave {} at ({}, {}), not {}", name_of(pattern),
                          width.cell, found[at * width.parts], x, y, expected));
      }
    }
  }

  [[nodiscard]] double points() const { return static_cast<double>(index_.size()); }

 private:
  Probing* probing_;
  std::uint32_t side_;
  std::vector<std::uint32_t> index_;
  std::vector<float> cells_;
  ProbeBuffer in_;
  ProbeBuffer out_;
  ProbeBuffer index_buffer_;
};

bool takes_k(GatherPattern pattern) {
  return std::ranges::find(with_k, pattern) != std::end(with_k);
}

// Referenced and written bytes per second.
Quantity rate(Probing& probing, Field& field, GatherPattern pattern, const Width& width,
              const device::Kernel& kernel, std::uint32_t k) {
  const double bytes =
      field.points() * (4 * width.parts * (references_of(pattern, k) + 1) + index_bytes(pattern));
  return rate_of(bytes, probing.device_time([&] { field.launch(kernel, k); }), "B/s");
}

// What is probed: all of it, or what the model `plumbline` cannot do without; there the longest
// stride stands for the shorter ones and 8 bytes for 16.
struct Selection {
  std::vector<GatherPattern> patterns;
  std::span<const Width> widths;
  std::vector<std::uint32_t> ks;
};

Selection selected(const Probing& probing) {
  const auto all = all_gather_patterns();
  if (probing.options().full) return {{all.begin(), all.end()}, widths, {2, 4, 8, 16}};
  return {
      {GatherPattern::self, GatherPattern::random, GatherPattern::scatter, GatherPattern::stride},
      std::span(widths).first(2),
      {16}};
}

std::span<const Width> numbers_of(const Probing& probing) {
  if (!probing.on_cpu()) return {};
  return std::span(numbers).first(probing.info().doubles ? 2 : 1);
}

void check_patterns(Probing& probing, const Selection& selection, std::uint32_t side) {
  Field field(probing, side);
  for (const GatherPattern pattern : selection.patterns) {
    for (const Width& width : selection.widths) {
      const auto kernel = field.kernel(pattern, width);
      field.check(*kernel, pattern, width, takes_k(pattern) ? 4 : 1);
    }
  }
  for (const Width& width : numbers_of(probing))
    field.check(*field.gather(width), GatherPattern::random, width, 1);
}

void add_patterns(Probing& probing, const Selection& selection, std::uint32_t side,
                  const std::string& level) {
  Field field(probing, side);
  const auto points = static_cast<double>(side);
  probing.add("patterns.side." + level,
              {.value = points, .unit = "1", .low = points, .high = points, .samples = {points}},
              "points along a side of the square that is referred to");
  for (const GatherPattern pattern : selection.patterns) {
    for (const Width& width : selection.widths) {
      const auto kernel = field.kernel(pattern, width);
      for (const std::uint32_t k :
           takes_k(pattern) ? selection.ks : std::vector<std::uint32_t>{1}) {
        const std::string suffix = takes_k(pattern) ? fmt::format(".k{}", k) : "";
        const std::string name =
            fmt::format("patterns.{}{}.{}B.{}", name_of(pattern), suffix, 4 * width.parts, level);
        probing.options().progress(name);
        probing.add(
            name, rate(probing, field, pattern, width, *kernel, k),
            fmt::format("cells referenced, indices read and cells written on {0} x {0} points",
                        side));
      }
    }
  }
  for (const Width& width : numbers_of(probing)) {
    const std::string name = fmt::format("patterns.gather.{}B.{}", 4 * width.parts, level);
    probing.options().progress(name);
    probing.add(name, rate(probing, field, GatherPattern::random, width, *field.gather(width), 1),
                fmt::format("random cells in a plain loop, indices read and cells written on {0} x "
                            "{0} points",
                            side));
  }
}

// The paper's slope over K, and the slope over J that it warns of, side by side.
void add_slopes(Probing& probing, std::uint32_t most_side) {
  const Width& width = widths[0];
  std::vector<double> amounts;
  std::vector<double> times;
  const auto measure = [&](Field& field, std::uint32_t k, double bytes_of_point) {
    const auto kernel = field.kernel(GatherPattern::row, width);
    amounts.push_back(field.points() * bytes_of_point);
    times.push_back(probing.device_time([&] { field.launch(*kernel, k); }).value);
  };
  {
    Field field(probing, most_side);
    for (std::uint32_t k = 8; k <= 16; k += 2) measure(field, k, 4.0 * k);
  }
  const auto add = [&](const char* name, const char* method) {
    const double slope = least_squares(amounts, times).slope;
    if (slope <= 0) {
      probing.skip(name, "more data took no more time");
      return;
    }
    const double found = 1 / slope;
    probing.add(name,
                {.value = found, .unit = "B/s", .low = found, .high = found, .samples = {found}},
                method);
  };
  add("patterns.row.4B.slope_k",
      "k x 1 sums, k = 8 .. 16: the slope over k shows the nearest cache");
  amounts.clear();
  times.clear();
  for (std::uint32_t side = std::max(least_side, most_side / 8); side <= most_side; side *= 2) {
    Field part(probing, side);
    measure(part, 1, 4 * 2);
  }
  add("patterns.row.4B.slope_j",
      "one cell read and one written per point, more points: the slope over points shows memory");
}

void add_sums(Probing& probing) {
  constexpr std::uint32_t most_bins = 1024;
  const bool cpu = probing.on_cpu();
  const std::uint64_t some_groups =
      cpu ? probing.info().compute_units : 8 * probing.info().compute_units;
  const device::Launch some = grid(some_groups, cpu ? 1 : 256);
  const std::uint64_t beside = 4 * (some.global[0] + most_bins);
  const std::uint64_t room = probing.most_memory().count;
  const std::uint64_t n = std::min<std::uint64_t>(cpu ? 4U << 20U : 64U << 20U, room / 16);
  if (n < some.global[0] || 4 * n + beside > room) {
    probing.skip("sums and atomic additions", "too little memory");
    return;
  }
  device::Module& module =
      probing.module("probe/patterns_sum.cl", with_slices(embedded::probe_patterns_sum_cl()),
                     {{"WIDE", probing.on_cpu() ? "0" : "1"}});
  const auto atomic = module.kernel("probe_atomic");
  const auto sum = module.kernel("probe_sum");
  const auto in = probing.allocate(Bytes{4 * n});
  const std::vector<float> ones(n, 1.0F);
  probing.queue().write(*in, {}, std::as_bytes(std::span(ones)));
  const device::Launch every = cpu ? some : grid((n + 255) / 256, 256);
  const auto partial = probing.allocate(Bytes{4 * some.global[0]});
  for (const std::uint32_t bins : {1U, most_bins}) {
    std::vector<std::uint32_t> counts(bins);
    const auto counters = probing.allocate(Bytes{4ULL * bins});
    const device::Argument arguments[] = {counters.get(), scalar(n), scalar(bins)};
    probing.queue().write(*counters, {}, std::as_bytes(std::span(counts)));
    probing.queue().launch(*atomic, every, arguments);
    probing.queue().read(std::as_writable_bytes(std::span(counts)), *counters, {});
    probing.queue().wait();
    std::uint64_t all = 0;
    for (const std::uint32_t count : counts) all += count;
    if (all != n)
      throw Error(ErrorKind::check_failed, fmt::format("{} atomic additions counted {}", n, all));
    const Quantity time =
        probing.device_time([&] { probing.queue().launch(*atomic, every, arguments); });
    probing.add(fmt::format("patterns.atomic.{}", bins),
                rate_of(static_cast<double>(n), time, "op/s"),
                fmt::format("integer additions to {} counters", bins));
  }
  const device::Argument arguments[] = {in.get(), partial.get(), scalar(n)};
  const Quantity time = probing.device_time([&] { probing.queue().launch(*sum, some, arguments); });
  std::vector<float> found(some.global[0]);
  probing.queue().read(std::as_writable_bytes(std::span(found)), *partial, {});
  probing.queue().wait();
  double total = 0;
  for (const float part : found) total += part;
  if (total != static_cast<double>(n))
    throw Error(ErrorKind::check_failed, fmt::format("the sum of {} ones is {}", n, total));
  probing.add("patterns.reduction.4B.memory", rate_of(4 * static_cast<double>(n), time, "B/s"),
              "a partial sum per work-item");
}

void add_images(Probing& probing) {
  if (!probing.info().images) {
    probing.skip("patterns of images", "the device has no images");
    return;
  }
  const std::uint32_t side = probing.options().brief ? 32 : 1024;
  constexpr std::uint64_t pixel_and_result = 4 * 4 + 4;
  if (pixel_and_result * side * side > probing.most_memory().count) {
    probing.skip("patterns of images", "too little memory");
    return;
  }
  const auto kernel = probing.module("probe/patterns_image.cl", embedded::probe_patterns_image_cl())
                          .kernel("probe_image");
  const auto out = probing.allocate(Bytes{4ULL * side * side});
  for (const unsigned components : {1U, 4U}) {
    const auto image = probing.image({.component = device::Component::f32,
                                      .components = components,
                                      .width = side,
                                      .height = side});
    std::vector<float> pixels(std::size_t{side} * side * components);
    for (std::size_t i = 0; i < pixels.size(); ++i) pixels[i] = static_cast<float>(i * 7 % 1021);
    probing.queue().write(*image, std::as_bytes(std::span(pixels)));
    probing.queue().wait();
    for (const std::uint32_t k : {1U, 4U, 16U}) {
      const device::Argument arguments[] = {image.get(), out.get(), scalar(side), scalar(k)};
      const auto launch = [&] {
        probing.queue().launch(*kernel, grid(std::uint64_t{side} * side / 64, 64), arguments);
      };
      const double bytes = 4.0 * side * side * (components * k + 1);
      probing.add(fmt::format("patterns.image.k{}.{}B", k, 4 * components),
                  rate_of(bytes, probing.device_time(launch), "B/s"),
                  fmt::format("k x 1 pixels around each of {0} x {0}, through an image", side));
    }
  }
}

// The largest field of at most `wanted` points a side that fits.
std::uint32_t side_that_fits(Probing& probing, std::uint32_t wanted) {
  probing.require_room(Bytes{point_bytes * least_side * least_side});
  constexpr std::uint64_t cells_of_point = 64;  // four float4 in one buffer
  const auto fits = [&](std::uint64_t side) {
    return point_bytes * side * side <= probing.most_memory().count &&
           cells_of_point * side * side <= probing.info().largest_allocation.count;
  };
  std::uint32_t side = wanted;
  while (side > least_side && !fits(side)) side /= 2;
  if (side < wanted)
    probing.skip(fmt::format("patterns beyond {0} x {0} points", side), "too little memory");
  return side;
}

}  // namespace

void probe_patterns(Probing& probing) {
  const bool cpu = probing.on_cpu();
  const std::uint32_t in_cache = side_that_fits(probing, cpu ? 128 : 1024);
  const std::uint32_t in_memory = side_that_fits(probing, cpu ? 1024 : 4096);
  const Selection selection = selected(probing);
  check_patterns(probing, selection, std::min(checked_side, in_cache));
  add_patterns(probing, selection, in_cache, "cache");
  if (in_memory > in_cache) {
    add_patterns(probing, selection, in_memory, "memory");
  } else {
    probing.skip("patterns in memory", "too little memory for more than a cache holds");
  }
  if (!probing.options().full) return;
  const std::uint32_t side = side_that_fits(probing, cpu ? 1024 : 8192);
  // Fewer points show the launch; a slope takes two sizes.
  const std::uint32_t least = probing.options().brief ? 2 * least_side : 512;
  if (side >= least) {
    add_slopes(probing, side);
  } else {
    probing.skip("slopes of patterns", "too little memory");
  }
  add_sums(probing);
  add_images(probing);
}

}  // namespace plumb
