// tests/records/provenance_test.cpp - this host and this moment, as records state them.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/records/provenance.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace plumb {
namespace {

using testing::MatchesRegex;

TEST(Provenance, the_host_is_described_by_the_system) {
  const HostDescription host = describe_host();

  EXPECT_FALSE(host.name.empty());
  EXPECT_FALSE(host.system.empty());
  EXPECT_FALSE(host.processor.empty());
  EXPECT_GE(host.cores, 1U);
  EXPECT_GT(host.memory, 1_MiB);
}

TEST(Provenance, the_time_is_utc_in_iso_8601) {
  const std::string time = utc_time();

  EXPECT_THAT(time, MatchesRegex("[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z"));
}

}  // namespace
}  // namespace plumb
