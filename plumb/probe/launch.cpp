// plumb/probe/launch.cpp - what a launch costs: alone, in a queue, after another kernel, in a
// batch.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <chrono>

#include "plumb/probe/batches.h"
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
  if (!probing.on_cpu()) add_stencil_batches(probing, module);
  add_growing_batches(probing, *increase);
  add_group_rate(probing, *empty);
  add_calls_of_pipelines(probing);
  add_first_use(probing, *word);
}

}  // namespace plumb
