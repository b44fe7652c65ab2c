// tests/probe/chain_test.cpp - chains are one cycle through all their nodes, on every device.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/probe/chain.h"

#include <gtest/gtest.h>

#include "tests/device/each_device.h"

namespace plumb {
namespace {

class ChainTest : public EachDevice {};
PLUMB_FOR_EACH_DEVICE(ChainTest);

TEST_P(ChainTest, any_number_of_nodes_is_one_cycle) {
  const ProbeOptions options;
  Probing probing(*device, options);
  const auto memory = device->allocate(1_MiB);
  Chain chain(probing, *memory);
  const std::uint64_t line = line_of(device->info());
  for (const std::uint64_t nodes : {1U, 2U, 3U, 17U, 100U}) {
    chain.build(dense_chain(device->info(), nodes * line));

    EXPECT_EQ(chain.cycle_length(nodes + 1), nodes);
  }
}

TEST_P(ChainTest, windows_and_pages_are_one_cycle_too) {
  const ProbeOptions options;
  Probing probing(*device, options);
  const auto memory = device->allocate(1_MiB);
  Chain chain(probing, *memory);

  chain.build({.windows = 5, .width = 7, .spacing = line_of(device->info()), .skew = 1});
  EXPECT_EQ(chain.cycle_length(100), 35U);
  chain.build(paged_chain(device->info(), 13, 4096));
  EXPECT_EQ(chain.cycle_length(100), 13U);
}

TEST(ChainShape, footprints_are_kept_and_windows_are_of_one_size) {
  device::Info cpu;
  cpu.kind = device::Kind::cpu;
  for (const std::uint64_t footprint : {4096U, 65536U, 4U << 20U, 5U << 20U, 100U << 20U}) {
    const ChainShape shape = dense_chain(cpu, footprint);

    EXPECT_LE(shape.nodes() * 64, footprint);
    EXPECT_GE(static_cast<double>(shape.nodes()) * 64, 0.99 * static_cast<double>(footprint));
    EXPECT_LE(shape.width * 64, 4U << 20U);
  }
}

}  // namespace
}  // namespace plumb
