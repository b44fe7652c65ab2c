// tests/base/units_test.cpp - arithmetic of quantities and their texts.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/base/units.h"

#include <gtest/gtest.h>

namespace plumb {
namespace {

TEST(Units, an_amount_over_a_time_is_a_rate_and_back) {
  const BytesPerSecond rate = 8_GiB / Seconds{2.0};

  EXPECT_DOUBLE_EQ(rate.value, 4294967296.0);
  EXPECT_DOUBLE_EQ((8_GiB / rate).count(), 2.0);
  EXPECT_DOUBLE_EQ((Flops{6e9} / Seconds{2.0}).value, 3e9);
  EXPECT_DOUBLE_EQ((Cycles{660} / Hertz{1.98e9}).count(), 660 / 1.98e9);
}

TEST(Units, bytes_are_written_with_binary_prefixes_and_rates_with_decimal_ones) {
  EXPECT_EQ(to_text(64_MiB), "64 MiB");
  EXPECT_EQ(to_text(1000_B), "1000 B");
  EXPECT_EQ(to_text(BytesPerSecond{93.21e9}), "93.21 GB/s");
  EXPECT_EQ(to_text(FlopsPerSecond{63.3e12}), "63.3 TFLOP/s");
  EXPECT_EQ(to_text(Hertz{1.98e9}), "1.98 GHz");
}

TEST(Units, times_use_the_largest_unit_that_keeps_a_whole_one) {
  EXPECT_EQ(to_text(Seconds{1.5}), "1.5 s");
  EXPECT_EQ(to_text(Seconds{2.5e-3}), "2.5 ms");
  EXPECT_EQ(to_text(Seconds{4.4e-6}), "4.4 us");
  EXPECT_EQ(to_text(Seconds{0}), "0 ns");
}

}  // namespace
}  // namespace plumb
