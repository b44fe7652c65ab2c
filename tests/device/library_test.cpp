// tests/device/library_test.cpp - shared libraries and monitors that are there, lack something, or
// are not.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/device/library.h"

#include <cstdlib>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "plumb/device/monitor.h"
#include "tests/device/each_device.h"

namespace plumb::device {
namespace {

using testing::HasSubstr;

TEST(Library, opens_the_first_name_that_is_there_and_finds_its_entries) {
  const Library library("the mathematics", "PLUMB_TEST_LIBRARY", {"/no/such.so", "libm.so.6"});

  EXPECT_NE(library.entry("cos", "any version"), nullptr);
  EXPECT_EQ(library.entry_or_null("no_such_entry"), nullptr);
  EXPECT_EQ(refusal([&] { (void)library.entry("no_such_entry", "a newer one is needed"); }),
            "'libm.so.6' has no entry point 'no_such_entry': a newer one is needed");
}

TEST(Library, what_was_loaded_before_the_program_comes_before_the_names) {
  const Library preloaded("it", "PLUMB_TEST_LIBRARY", {"/no/such.so"}, "malloc");
  const Library named("it", "PLUMB_TEST_LIBRARY", {"libm.so.6"}, "no_such_entry");

  EXPECT_NE(preloaded.entry("free", "any version"), nullptr);
  EXPECT_EQ(refusal([&] { (void)named.entry("no_such_entry", "a newer one is needed"); }),
            "'libm.so.6' has no entry point 'no_such_entry': a newer one is needed");
}

TEST(Library, the_environment_chooses_another_file_and_nothing_else_is_tried) {
  ::setenv("PLUMB_TEST_LIBRARY", "/no/such/chosen.so", 1);
  ErrorKind kind{};
  std::string detail;

  EXPECT_EQ(refusal([] { const Library library("it", "PLUMB_TEST_LIBRARY", {"libm.so.6"}); }, &kind,
                    &detail),
            "it '/no/such/chosen.so' could not be opened");
  EXPECT_EQ(kind, ErrorKind::unavailable);
  EXPECT_THAT(detail, HasSubstr("/no/such/chosen.so"));
  ::unsetenv("PLUMB_TEST_LIBRARY");
}

TEST(Monitor, without_an_address_or_without_nvml_there_is_no_state) {
  EXPECT_EQ(Monitor("").state().has_value(), false);
  ::setenv("PLUMB_NVML_LIBRARY", "/no/such/nvml.so", 1);
  EXPECT_EQ(Monitor("0000:00:06.0").state().has_value(), false);
  ::unsetenv("PLUMB_NVML_LIBRARY");
}

TEST(Monitor, an_idle_device_is_not_held_back_a_power_cap_and_heat_do) {
  EXPECT_THAT(slowed_by(0x1 | 0x2), testing::IsEmpty());
  EXPECT_THAT(slowed_by(0x1 | 0x4 | 0x20), testing::ElementsAre("power cap", "heat"));
  EXPECT_THAT(slowed_by(0x8 | 0x40 | 0x80),
              testing::ElementsAre("hardware slowdown", "heat (hardware)", "power brake"));
}

}  // namespace
}  // namespace plumb::device
