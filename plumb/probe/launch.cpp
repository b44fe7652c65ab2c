// plumb/probe/launch.cpp - what a launch costs: alone, in a queue, after another kernel, in a
// batch.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <chrono>
#include <cmath>

#include <fmt/format.h>

#include "plumb/base/error.h"
#include "plumb/probe/calls.h"
#include "plumb/probe/embedded.h"
#include "plumb/probe/group_rate.h"
#include "plumb/probe/probes.h"

namespace plumb {
namespace {

using device::grid;
using device::scalar;

constexpr std::uint64_t few = 64;
constexpr std::uint64_t many = 1024;
constexpr std::uint64_t batch_group = 32;

using Launcher = std::function<void(device::Queue&, std::uint64_t)>;

double host_seconds(const std::function<void()>& body) {
  const auto start = std::chrono::steady_clock::now();
  body();
  return Seconds(std::chrono::steady_clock::now() - start).count();
}

// Seconds that one more launch adds to a queue: the difference of a long and a short one, each with
// its wait, so that what every queue costs once cancels.
Quantity in_a_queue(Probing& probing, const Launcher& launch) {
  const auto queued = [&](std::uint64_t count) {
    return Seconds{host_seconds([&] {
      for (std::uint64_t i = 0; i < count; ++i) launch(probing.queue(), i);
      probing.queue().wait();
    })};
  };
  const Quantity difference =
      probing.difference([&] { return queued(many); }, [&] { return queued(few); });
  return transformed(difference, "s", [](double seconds) { return seconds / (many - few); });
}

// k kernels of n steps take k (d + g), of 2 n steps k (2 d + g): the gap g is what the second does
// not double.
Quantity gap(Probing& probing, const device::Kernel& spin, const device::Buffer& word) {
  constexpr std::uint64_t kernels = 32;
  const auto seconds = [&](std::uint64_t steps) {
    const device::Argument arguments[] = {&word, scalar(steps)};
    return probing.device_once([&] {
      for (std::uint64_t i = 0; i < kernels; ++i)
        probing.queue().launch(spin, grid(1, 1), arguments);
    });
  };
  constexpr std::uint64_t pilot = 10000;
  (void)seconds(pilot);
  const double step = std::max(seconds(pilot).count() / (kernels * pilot), 0.1e-9);
  const auto steps = static_cast<std::uint64_t>(40e-6 / step) + 1;  // well above any launch
  const Quantity once = probing.sampled([&] { return seconds(steps); });
  const Quantity twice = probing.sampled([&] { return seconds(2 * steps); });
  // On CPUs the gap may vanish in the noise of the kernels: then it is zero, not negative.
  const auto left = [&](double single, double both) {
    return std::max(2 * single - both, 0.0) / kernels;
  };
  return {.value = left(once.value, twice.value),
          .unit = "s",
          .low = left(once.low, twice.high),
          .high = left(once.high, twice.low),
          .samples = {left(once.value, twice.value)}};
}

// One of the `launches` of a recorded batch.
Quantity time_of_replays(Probing& probing, const device::Batch& batch, std::uint64_t launches) {
  constexpr std::uint64_t replays = 4;
  const Quantity all = probing.host_time([&] {
    for (std::uint64_t i = 0; i < replays; ++i) probing.queue().replay(batch);
  });
  const auto count = static_cast<double>(launches * replays);
  return transformed(all, "s", [count](double seconds) { return seconds / count; });
}

Quantity in_a_batch(Probing& probing, const device::Kernel& kernel, const device::Launch& shape,
                    std::span<const device::Argument> arguments, std::uint64_t launches = many) {
  const auto batch = probing.queue().record([&](device::Queue& queue) {
    for (std::uint64_t i = 0; i < launches; ++i) queue.launch(kernel, shape, arguments);
  });
  return time_of_replays(probing, *batch, launches);
}

// The same kernel over more and more work-items, each of which takes up what one before it left:
// what a device needs to fill and to empty itself between two kernels.
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

// Points from their neighbours, to and fro between two pictures of one group.
void add_neighbours(Probing& probing, const device::Kernel& neighbours) {
  std::vector<float> picture(picture_points);
  for (std::size_t i = 0; i < picture_points; ++i) picture[i] = static_cast<float>(i * i % 97);
  const auto a = probing.allocate(Bytes{sizeof(float) * picture_points});
  const auto b = probing.allocate(Bytes{sizeof(float) * picture_points});
  for (const auto* words : {&a, &b})
    probing.queue().write(**words, {}, std::as_bytes(std::span(picture)));
  device::Launch shape;
  shape.global[0] = shape.global[1] = shape.local[0] = shape.local[1] = picture_side - 2;
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
    queue.launch(neighbours, shape, arguments);
  };
  launch(probing.queue(), *a, *b);
  std::vector<float> found(picture_points);
  probing.queue().read(std::as_writable_bytes(std::span(found)), *b, {});
  probing.queue().wait();
  check_neighbours(picture, found);
  const auto batch = probing.queue().record([&](device::Queue& queue) {
    for (std::uint64_t i = 0; i < many; i += 2) {
      launch(queue, *a, *b);
      launch(queue, *b, *a);
    }
  });
  probing.add("launch.batch.neighbours", time_of_replays(probing, *batch, many),
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

// Points of one group, `rows_of_item` of each work-item, to and fro between two volumes.
Quantity time_of_rows(Probing& probing, const device::Kernel& kernel, std::size_t rows_of_item) {
  const ThreePlanes rows(rows_of_item);
  std::vector<float> volume(rows.words);
  for (std::size_t i = 0; i < volume.size(); ++i) volume[i] = static_cast<float>(i * i % 97);
  const Bytes size{sizeof(float) * rows.words};
  const auto a = probing.allocate(size);
  const auto b = probing.allocate(size);
  const auto source = probing.allocate(size);
  for (const auto* words : {&a, &b, &source})
    probing.queue().write(**words, {}, std::as_bytes(std::span(volume)));
  device::Launch shape;
  shape.global[0] = shape.global[1] = shape.local[0] = shape.local[1] = picture_side - 2;
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
    queue.launch(kernel, shape, arguments);
  };
  launch(probing.queue(), *a, *b);
  std::vector<float> found(rows.words);
  probing.queue().read(std::as_writable_bytes(std::span(found)), *b, {});
  probing.queue().wait();
  check_rows(rows, volume, found);
  const auto batch = probing.queue().record([&](device::Queue& queue) {
    for (std::uint64_t i = 0; i < many; i += 2) {
      launch(queue, *a, *b);
      launch(queue, *b, *a);
    }
  });
  return time_of_replays(probing, *batch, many);
}

void add_rows(Probing& probing, const device::Kernel& rows) {
  probing.add(
      "launch.batch.row", time_of_rows(probing, rows, 1),
      "the same of a kernel whose work-items loop over rows, one row each, and make a point "
      "of seven and a right-hand side");
  probing.add("launch.batch.rows", time_of_rows(probing, rows, several_rows),
              "the same where each work-item has four rows");
}

// The first use of a program that no cache has seen, and its second use.
void add_first_use(Probing& probing, const device::Buffer& word) {
  std::vector<double> first;
  std::vector<double> second;
  for (int i = 0; i < 3; ++i) {
    const auto salt = std::chrono::steady_clock::now().time_since_epoch().count() % 1000000007;
    std::unique_ptr<device::Module> module;
    std::unique_ptr<device::Kernel> kernel;
    const device::Argument arguments[] = {&word, scalar(std::uint32_t{1})};
    const auto use = [&] {
      probing.queue().launch(*kernel, grid(1, 1), arguments);
      probing.queue().wait();
    };
    first.push_back(host_seconds([&] {
      module = probing.device().load({.name = "probe/launch.cl",
                                      .language = device::Language::opencl_c,
                                      .text = std::string(embedded::probe_launch_cl()),
                                      .definitions = {{"SALT", std::to_string(salt)}}});
      kernel = module->kernel("probe_store");
      use();
    }));
    second.push_back(host_seconds(use));
  }
  probing.add("launch.first", quantity_of(first, "s"),
              "loading a source that no cache has seen, and its first launch with wait");
  probing.add("launch.second", quantity_of(second, "s"), "the same kernel once more with wait");
}

}  // namespace

void probe_launch(Probing& probing) {
  probing.options().progress("launches");
  device::Module& module =
      probing.module("probe/launch.cl", embedded::probe_launch_cl(), {{"SALT", "0"}});
  const auto empty = module.kernel("probe_empty");
  const auto other = module.kernel("probe_empty_too");
  const auto store = module.kernel("probe_store");
  const auto spin = module.kernel("probe_spin");
  const auto increase = module.kernel("probe_increase");
  const auto word = probing.allocate(Bytes{4 * batch_group});
  const std::vector<std::uint32_t> ones(batch_group, 1);
  probing.queue().write(*word, {}, std::as_bytes(std::span(ones)));
  probing.queue().wait();

  const Launcher same = [&](device::Queue& queue, std::uint64_t) {
    queue.launch(*empty, grid(1, 32), {});
  };
  const Launcher alternating = [&](device::Queue& queue, std::uint64_t i) {
    queue.launch(i % 2 == 0 ? *empty : *other, grid(1, 32), {});
  };
  const Launcher changed = [&](device::Queue& queue, std::uint64_t i) {
    const device::Argument arguments[] = {word.get(), scalar(static_cast<std::uint32_t>(i))};
    queue.launch(*store, grid(1, 32), arguments);
  };
  probing.add("launch.sync", probing.host_time([&] { same(probing.queue(), 0); }),
              "an empty kernel on an idle queue and the wait for it: l + l_sync");
  const device::Argument own_word[] = {word.get()};
  probing.add("launch.sync.element", probing.host_time([&] {
    probing.queue().launch(*increase, grid(1, batch_group), own_word);
  }),
              "the same of a kernel whose work-items read, increase and write a word each");
  probing.add("launch.call",
              time_of_call(probing, [&](std::uint64_t i) { same(probing.queue(), i); }),
              "host time of a launch call, queue not full: o");
  probing.add("launch.same", in_a_queue(probing, same),
              "one more empty kernel in a long queue of the same: o_same or g, the larger");
  probing.add("launch.switch", in_a_queue(probing, alternating),
              "one more in a queue of two alternating kernels: o_switch");
  probing.add("launch.arguments", in_a_queue(probing, changed),
              "one more in a queue of one kernel with changing arguments");
  probing.add("launch.gap", gap(probing, *spin, *word),
              "pause between dependent kernels that run longer than a launch call: g");
  probing.add("launch.batch", in_a_batch(probing, *empty, grid(1, batch_group), {}),
              "one empty kernel of a recorded batch of 1024, replayed: o_graph");
  probing.add("launch.batch.element",
              in_a_batch(probing, *increase, grid(1, batch_group), own_word),
              "the same of a kernel whose work-items read, increase and write a word each");
  if (!probing.on_cpu()) {
    add_neighbours(probing, *module.kernel("probe_neighbours"));
    add_rows(probing, *module.kernel("probe_rows"));
  }
  add_growing_batches(probing, *increase);
  add_group_rate(probing, *empty);
  add_calls_of_pipelines(probing);
  add_first_use(probing, *word);
}

}  // namespace plumb
