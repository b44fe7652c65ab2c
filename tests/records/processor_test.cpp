// tests/records/processor_test.cpp - the processor's name and clock in what the system says.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/records/processor.h"

#include <gtest/gtest.h>

namespace plumb {
namespace {

TEST(Processor, is_called_by_its_model_name_where_the_system_gives_one) {
  const ProcessorDescription found = processor_in(
      "processor\t: 0\nmodel name\t: Some(R) Processor 7 @ 2.10GHz\ncpu MHz\t\t: 2095.084\n"
      "processor\t: 1\nmodel name\t: another\n");

  EXPECT_EQ(found.name, "Some(R) Processor 7 @ 2.10GHz");
  EXPECT_DOUBLE_EQ(found.clock.value, 2095.084e6);
}

TEST(Processor, of_arm_is_called_by_its_implementer_and_part) {
  const ProcessorDescription found = processor_in(
      "processor\t: 0\nBogoMIPS\t: 243.75\nCPU implementer\t: 0x41\nCPU part\t: 0xd0c\n");

  EXPECT_EQ(found.name, "Arm Neoverse N1");
  EXPECT_EQ(found.clock.value, 0) << "BogoMIPS is not a clock";
}

TEST(Processor, that_nobody_knows_has_its_part_and_no_name) {
  const ProcessorDescription found =
      processor_in("CPU implementer : 0x41\nCPU part : 0xfff\nno colon here\n");

  EXPECT_EQ(found.name, "");
  EXPECT_EQ(found.part, "0xfff");
}

TEST(Processor, of_a_damaged_file_is_not_known) {
  for (const char* text : {"", ":", "\n\n", "model name", "cpu MHz : fast\n", "cpu MHz : -1"}) {
    const ProcessorDescription found = processor_in(text);
    EXPECT_EQ(found.name + found.part, "") << text;
    EXPECT_EQ(found.clock.value, 0) << text;
  }
}

}  // namespace
}  // namespace plumb
