// tests/model/load_balance_test.cpp - loads and arithmetic of a device with round numbers.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/model/load_balance.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "plumb/model/model.h"

namespace plumb {
namespace {

void add_finding(Profile& profile, const char* name, double value, const char* unit) {
  Finding finding;
  finding.name = name;
  finding.value = quantity_of(std::vector{value}, unit);
  profile.parameters.push_back(finding);
}

// 4 B/s from memory, 16 B/s from a unit's own cache, one addition per second.
Profile slow_device() {
  Profile profile;
  profile.name = "slow";
  add_finding(profile, "bandwidth.memory.read", 4, "B/s");
  add_finding(profile, "bandwidth.private.read.level1", 16, "B/s");
  add_finding(profile, "compute.add.f32.throughput", 1, "flop/s");
  return profile;
}

Pass adding(double loads, double additions) {
  return {.name = "adding",
          .points = 1,
          .accesses = {{.references = loads, .bytes = Bytes{4}},
                       {.references = 3, .bytes = Bytes{4}, .use = Use::write}},
          .operations = {.add = additions}};
}

TEST(LoadBalance, loads_take_longer_while_their_arithmetic_hides_behind_them) {
  // A load takes 1 s from memory and 0.25 s from the cache, an addition 1 s.
  EXPECT_EQ(load_balance(slow_device(), adding(8, 1)).dominant, Dominant::loads);
  EXPECT_EQ(load_balance(slow_device(), adding(8, 4)).dominant, Dominant::far_loads);
  EXPECT_EQ(load_balance(slow_device(), adding(8, 9)).dominant, Dominant::arithmetic);
  EXPECT_EQ(load_balance(slow_device(), adding(0, 9)).dominant, Dominant::nothing_loaded);
}

TEST(LoadBalance, says_what_is_hidden_by_one_load) {
  const LoadBalance balance = load_balance(slow_device(), adding(8, 2));

  EXPECT_DOUBLE_EQ(balance.loads, 8);
  EXPECT_NEAR(balance.from_memory.count(), 8, 1e-9);
  EXPECT_NEAR(balance.arithmetic.count(), 2, 1e-9);
  EXPECT_NEAR(balance.hidden_by_memory(), 1, 1e-9);
  EXPECT_NEAR(balance.hidden_by_cache(), 0.25, 1e-9);
}

TEST(LoadBalance, loads_are_none_of_the_operations_of_a_processor_without_vectors) {
  Profile processor = slow_device();
  processor.provenance.device.kind = "cpu";
  add_finding(processor, "compute.scalar.throughput", 1, "op/s");
  add_finding(processor, "compute.log.f32.throughput", 1, "op/s");
  Pass logarithm = adding(8, 2);
  logarithm.operations.log = 1;

  EXPECT_NEAR(load_balance(processor, logarithm).arithmetic.count(), 3, 1e-6);
}

TEST(LoadBalance, names_the_rate_that_a_profile_lacks_and_its_probe) {
  Pass dividing = adding(1, 0);
  dividing.operations = {.div = 1};

  try {
    (void)load_balance(slow_device(), dividing);
    FAIL() << "a division has no rate";
  } catch (const MissingParameter& missing) {
    EXPECT_THAT(explain(missing), testing::HasSubstr("compute.div.f32.throughput (plumb probe "
                                                     "--only compute)"));
  }
}

}  // namespace
}  // namespace plumb
