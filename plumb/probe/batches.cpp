// plumb/probe/batches.cpp - how long recorded kernels take that go on with what the one before them
// left.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/probe/batches.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <span>
#include <vector>

#include <fmt/format.h>

#include "plumb/base/error.h"

namespace plumb {
namespace {

using device::grid;
using device::scalar;

constexpr std::uint64_t in_batch = 1024;

// One of the `launches` of a recorded batch.
Quantity time_of_replays(Probing& probing, const device::Batch& batch, std::uint64_t launches) {
  constexpr std::uint64_t replays = 4;
  const Quantity all = probing.host_time([&] {
    for (std::uint64_t i = 0; i < replays; ++i) probing.queue().replay(batch);
  });
  const auto count = static_cast<double>(launches * replays);
  return transformed(all, "s", [count](double seconds) { return seconds / count; });
}

// Kernels that make the floats of one array from those of another, to and fro between two.
class ToAndFro {
 public:
  using Launch = std::function<void(device::Queue& queue, const device::Buffer& from,
                                    const device::Buffer& to)>;

  ToAndFro(Probing& probing, std::size_t words)
      : probing_(&probing),
        initial_(words),
        a_(probing.allocate(Bytes{sizeof(float) * words})),
        b_(probing.allocate(Bytes{sizeof(float) * words})) {
    for (std::size_t i = 0; i < words; ++i) initial_[i] = static_cast<float>(i * i % 97);
    fill(*a_);
    fill(*b_);
  }

  [[nodiscard]] std::span<const float> initial() const { return initial_; }
  void fill(device::Buffer& words) {
    probing_->queue().write(words, {}, std::as_bytes(std::span(initial_)));
  }

  // What the first launch makes.
  std::vector<float> made_by(const Launch& launch) {
    launch(probing_->queue(), *a_, *b_);
    std::vector<float> found(initial_.size());
    probing_->queue().read(std::as_writable_bytes(std::span(found)), *b_, {});
    probing_->queue().wait();
    return found;
  }

  Quantity time_of(const Launch& launch) {
    constexpr std::uint64_t few = 16;
    const std::uint64_t launches = probing_->options().brief ? few : in_batch;
    const auto batch = probing_->queue().record([&](device::Queue& queue) {
      for (std::uint64_t i = 0; i < launches; i += 2) {
        launch(queue, *a_, *b_);
        launch(queue, *b_, *a_);
      }
    });
    return time_of_replays(*probing_, *batch, launches);
  }

 private:
  Probing* probing_;
  std::vector<float> initial_;
  ProbeBuffer a_;
  ProbeBuffer b_;
};

constexpr std::size_t picture_side = 18;  // 16 x 16 inner points
constexpr std::size_t picture_points = picture_side * picture_side;
constexpr float of_centre = 0.5F;
constexpr float of_beside = 0.0625F;
constexpr float of_above = 0.1875F;

// What probe_neighbours makes of `picture`.
void check_neighbours(std::span<const float> picture, std::span<const float> found) {
  for (std::size_t at = picture_side; at + picture_side < picture_points; ++at) {
    const std::size_t x = at % picture_side;
    if (x == 0 || x + 1 == picture_side) continue;
    const float expected = of_centre * picture[at] +
                           of_beside * (picture[at - 1] + picture[at + 1]) +
                           of_above * (picture[at - picture_side] + picture[at + picture_side]);
    if (!(std::abs(found[at] - expected) <= 1e-3F))
      throw Error(ErrorKind::check_failed,
                  fmt::format("a point of its neighbours is {}, not {}", found[at], expected));
  }
}

// One group: an item makes a point of a picture, or points of several rows of a volume.
device::Launch one_group() {
  device::Launch shape;
  shape.global[0] = shape.global[1] = shape.local[0] = shape.local[1] = picture_side - 2;
  return shape;
}

void add_neighbours(Probing& probing, const device::Kernel& neighbours) {
  ToAndFro pictures(probing, picture_points);
  const auto side = static_cast<std::uint32_t>(picture_side);
  const auto launch = [&](device::Queue& queue, const device::Buffer& from,
                          const device::Buffer& to) {
    const device::Argument arguments[] = {&from,
                                          &to,
                                          scalar(side),
                                          scalar(side),
                                          scalar(side),
                                          scalar(of_centre),
                                          scalar(of_beside),
                                          scalar(of_above)};
    queue.launch(neighbours, one_group(), arguments);
  };
  check_neighbours(pictures.initial(), pictures.made_by(launch));
  probing.add("launch.batch.neighbours", pictures.time_of(launch),
              "the same of a kernel whose work-items make a point of the five around it");
}

constexpr std::size_t several_rows = 4;  // of a work-item
constexpr float of_behind = 0.125F;

// Three planes with `rows` rows for each item, and an edge around them.
struct ThreePlanes {
  explicit ThreePlanes(std::size_t rows_of_item)
      : rows(rows_of_item),
        height(rows * (picture_side - 2) + 2),
        plane(picture_side * height),
        words(3 * plane) {}
  std::size_t rows;
  std::size_t height;
  std::size_t plane;
  std::size_t words;
};

// What probe_rows makes of `volume`, which is its right-hand side as well.
void check_rows(const ThreePlanes& shape, std::span<const float> volume,
                std::span<const float> found) {
  for (std::size_t y = 1; y + 1 < shape.height; ++y) {
    for (std::size_t x = 1; x + 1 < picture_side; ++x) {
      const std::size_t at = shape.plane + y * picture_side + x;
      const float expected = of_centre * 2 * volume[at] +
                             of_beside * (volume[at - 1] + volume[at + 1]) +
                             of_above * (volume[at - picture_side] + volume[at + picture_side]) +
                             of_behind * (volume[at - shape.plane] + volume[at + shape.plane]);
      if (!(std::abs(found[at] - expected) <= 1e-3F))
        throw Error(ErrorKind::check_failed,
                    fmt::format("a point of its rows is {}, not {}", found[at], expected));
    }
  }
}

// Of work-items that make a point of each of so many rows.
Quantity time_of_rows(Probing& probing, const device::Kernel& kernel, std::size_t rows_of_item) {
  const ThreePlanes rows(rows_of_item);
  ToAndFro volumes(probing, rows.words);
  const auto source = probing.allocate(Bytes{sizeof(float) * rows.words});
  volumes.fill(*source);
  const auto side = static_cast<std::uint32_t>(picture_side);
  const auto launch = [&](device::Queue& queue, const device::Buffer& from,
                          const device::Buffer& to) {
    const device::Argument arguments[] = {&from,
                                          source.get(),
                                          &to,
                                          scalar(side),
                                          scalar(static_cast<std::uint32_t>(rows.height)),
                                          scalar(side),
                                          scalar(static_cast<std::uint32_t>(rows.rows)),
                                          scalar(of_centre),
                                          scalar(of_beside),
                                          scalar(of_above),
                                          scalar(of_behind)};
    queue.launch(kernel, one_group(), arguments);
  };
  check_rows(rows, volumes.initial(), volumes.made_by(launch));
  return volumes.time_of(launch);
}

void add_rows(Probing& probing, const device::Kernel& rows) {
  probing.add(
      "launch.batch.row", time_of_rows(probing, rows, 1),
      "the same of a kernel whose work-items loop over rows, one row each, and make a point "
      "of seven and a right-hand side");
  probing.add("launch.batch.rows", time_of_rows(probing, rows, several_rows),
              "the same where each work-item has four rows");
}

}  // namespace

Quantity in_a_batch(Probing& probing, const device::Kernel& kernel, const device::Launch& shape,
                    std::span<const device::Argument> arguments, std::uint64_t launches) {
  const auto batch = probing.queue().record([&](device::Queue& queue) {
    for (std::uint64_t i = 0; i < launches; ++i) queue.launch(kernel, shape, arguments);
  });
  return time_of_replays(probing, *batch, launches);
}

void add_growing_batches(Probing& probing, const device::Kernel& increase) {
  constexpr std::uint64_t group = 256;
  constexpr std::uint64_t launches = 32;
  const std::uint64_t most = std::min<std::uint64_t>(probing.on_cpu() ? 1U << 16U : 1U << 18U,
                                                     probing.most_memory().count / 1024);
  const auto words = probing.allocate(Bytes{4 * std::max(most, group)});
  const std::vector<std::uint32_t> ones(std::max(most, group), 1);
  probing.queue().write(*words, {}, std::as_bytes(std::span(ones)));
  probing.queue().wait();
  const device::Argument arguments[] = {words.get()};
  Curve curve{.name = "launch.batch.elements", .x_name = "work-items", .x_unit = "1", .points = {}};
  for (std::uint64_t n = group; n <= std::max(most, group); n *= 4) {
    const Quantity time =
        in_a_batch(probing, increase, grid(n / group, group), arguments, launches);
    curve.points.push_back({.x = static_cast<double>(n), .y = time});
  }
  probing.add(std::move(curve));
}

void add_stencil_batches(Probing& probing, device::Module& module) {
  add_neighbours(probing, *module.kernel("probe_neighbours"));
  add_rows(probing, *module.kernel("probe_rows"));
}

}  // namespace plumb
