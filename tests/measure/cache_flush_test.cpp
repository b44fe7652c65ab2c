// tests/measure/cache_flush_test.cpp - flushing rewrites a buffer larger than the cache.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/measure/cache_flush.h"

#include <numeric>
#include <vector>

#include <gtest/gtest.h>

#include "tests/device/each_device.h"

namespace plumb {
namespace {

void cache_flush_reference(std::vector<std::uint32_t>& scratch) {
  for (std::uint32_t& value : scratch) value += 1;
}

class CacheFlushOnDevice : public EachDevice {};
PLUMB_FOR_EACH_DEVICE(CacheFlushOnDevice);

TEST_P(CacheFlushOnDevice, the_kernel_rewrites_an_odd_number_of_elements_once) {
  constexpr std::size_t n = 70001;
  auto queue = device->queue();
  CacheFlush flush(*device, Bytes{4 * n});
  std::vector<std::uint32_t> expected(n);
  std::iota(expected.begin(), expected.end(), 17U);
  std::vector<std::uint32_t> found(n);

  queue->write(flush.scratch(), {}, std::as_bytes(std::span(expected)));
  flush.flush(*queue);
  queue->read(std::as_writable_bytes(std::span(found)), flush.scratch(), {});
  queue->wait();

  cache_flush_reference(expected);
  EXPECT_EQ(found, expected);
}

TEST_P(CacheFlushOnDevice, by_default_more_is_rewritten_than_the_cache_holds) {
  EXPECT_GE(CacheFlush::default_size(device->info()), device->info().cache);
  EXPECT_GE(CacheFlush::default_size(device->info()), 1_MiB);
}

}  // namespace
}  // namespace plumb
