// tests/device/in_flight_test.cpp - what runs, and what ran last.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/device/in_flight.h"

#include <atomic>
#include <memory>
#include <random>
#include <thread>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/device/device_case.h"
#include "tests/device/each_device.h"

namespace plumb::device {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string> names(const LastKernels& kernels) {
  return {kernels.described.begin(), kernels.described.begin() + kernels.count};
}

TEST(InFlight, kernels_run_from_their_launch_to_the_end) {
  InFlight queue(true);
  EXPECT_THAT(names(running_kernels()), IsEmpty());
  EXPECT_FALSE(running_since().has_value());

  queue.add("a");
  queue.add("b");
  queue.add("a");

  EXPECT_THAT(names(running_kernels()), ElementsAre("a", "b"));
  EXPECT_LE(running_since().value(), std::chrono::steady_clock::now());

  queue.end();

  EXPECT_THAT(names(running_kernels()), IsEmpty());
  EXPECT_FALSE(running_since().has_value());
}

TEST(InFlight, the_last_ones_in_host_memory_are_known_after_their_end) {
  InFlight first(true);
  InFlight second(true);
  InFlight gpu(false);
  first.add("early");
  first.end();
  second.add("late");
  second.end();
  gpu.add("elsewhere");

  EXPECT_THAT(names(running_kernels()), ElementsAre("elsewhere"));
  EXPECT_THAT(names(last_kernels_in_host_memory().kernels), ElementsAre("late"));
  EXPECT_FALSE(last_kernels_in_host_memory().running);

  first.add("again");

  EXPECT_THAT(names(last_kernels_in_host_memory().kernels), ElementsAre("again"));
  EXPECT_TRUE(last_kernels_in_host_memory().running);
}

TEST(InFlight, until_the_first_kernel_begins_its_compilation_is_waited_for) {
  InFlight queue(true);
  void* const first = queue.add_uncompiled("a");
  void* const second = queue.add_uncompiled("b");
  EXPECT_THAT(names(running_kernels()), ElementsAre("a"));
  EXPECT_EQ(running_kernels().phase, Phase::compiling);
  const auto added = running_since().value();

  InFlight::begin(first);
  EXPECT_THAT(names(running_kernels()), ElementsAre("a", "b"));
  EXPECT_EQ(running_kernels().phase, Phase::running_or_compiling) << "which is not known";
  EXPECT_GT(running_since().value(), added) << "its own time counts from its beginning";

  InFlight::begin(second);
  EXPECT_EQ(running_kernels().phase, Phase::running);

  queue.end();
  queue.add("a");
  EXPECT_EQ(running_kernels().phase, Phase::running);
}

TEST(InFlight, a_name_does_not_command_the_terminal) {
  EXPECT_EQ(described_kernel("k", "s\x1b[31m.cl", "cpu"), "kernel 'k' of 's\\x1b[31m.cl' on 'cpu'");
}

TEST(InFlight, long_names_and_many_kernels_and_queues_are_cut_off) {
  std::vector<std::unique_ptr<InFlight>> queues;
  for (int i = 0; i < 70; ++i) queues.push_back(std::make_unique<InFlight>(false));
  for (int i = 0; i < 12; ++i) queues[0]->add(std::to_string(i) + std::string(1000, 'x'));
  queues.back()->add("beyond the slots");

  EXPECT_EQ(running_kernels().count, LastKernels::most);
  EXPECT_EQ(std::string(running_kernels().described[0]).size(), 200U);
}

TEST(InFlight, a_source_is_compiled_until_its_build_ends) {
  {
    const BuildInFlight build("k.cl", "cpu");
    EXPECT_THAT(names(running_kernels()), ElementsAre("'k.cl' for 'cpu'"));
    EXPECT_EQ(running_kernels().phase, Phase::compiling);
    EXPECT_TRUE(running_since().has_value());
    EXPECT_FALSE(last_kernels_in_host_memory().running) << "a compiler is not a kernel";
  }
  EXPECT_THAT(names(running_kernels()), IsEmpty());
}

class InFlightOnDevices : public EachDevice {};

TEST_P(InFlightOnDevices, a_source_is_known_while_it_is_compiled) {
  std::atomic<bool> seen = false;
  std::jthread watcher([&](const std::stop_token& stop) {
    while (!stop.stop_requested() && !seen) {
      const LastKernels now = running_kernels();
      seen = now.count == 1 && now.phase == Phase::compiling &&
             now.described[0] == fmt::format("'case.cl' for '{}'", device->info().name);
    }
  });
  (void)device->load(
      source(fmt::format("__kernel void case_compiled(__global uint* x) {{ x[0] = {}u; }}\n",
                         std::random_device{}())));
  watcher.request_stop();
  watcher.join();
  EXPECT_TRUE(seen);
}

TEST_P(InFlightOnDevices, a_launch_is_known_until_it_is_waited_for) {
  const auto module =
      device->load(source("__kernel void case_known(__global uint* x) { x[0] = 1; }\n"));
  const auto kernel = module->kernel("case_known");
  const auto queue = device->queue();
  const auto buffer = zeros(*device, *queue, 1);

  queue->launch(*kernel, items(1, 1), std::array<Argument, 1>{buffer.get()});

  EXPECT_THAT(names(running_kernels()),
              ElementsAre(described_kernel("case_known", "case.cl", device->info().name)));
  queue->wait();
  EXPECT_THAT(names(running_kernels()), IsEmpty());
}

PLUMB_FOR_EACH_DEVICE(InFlightOnDevices);

}  // namespace
}  // namespace plumb::device
