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

TEST(Processor, of_arm_that_nobody_knows_is_called_by_its_maker_and_part) {
  EXPECT_EQ(processor_in("CPU implementer : 0x41\nCPU part : 0xfff\nno colon here\n").name,
            "Arm processor, part 0xfff");
  EXPECT_EQ(processor_in("CPU implementer : 0xee\nCPU part : 0xfff\n").name, "");
  EXPECT_EQ(processor_in("CPU part : 0xd0c\n").name, "");
}

TEST(Processor, with_large_and_small_cores_is_called_by_both) {
  const ProcessorDescription found = processor_in(
      "processor : 0\nCPU implementer : 0x41\nCPU part : 0xd05\n\n"
      "processor : 1\nCPU implementer : 0x41\nCPU part : 0xd05\n\n"
      "processor : 2\nCPU implementer : 0x41\nCPU part : 0xd0b\n");

  EXPECT_EQ(found.name, "Arm Cortex-A55 and Arm Cortex-A76");
}

TEST(Processor, of_arm_is_not_called_by_its_revision) {
  EXPECT_EQ(processor_in("model name : ARMv7 Processor rev 3 (v7l)\nCPU implementer : 0x41\n"
                         "CPU part : 0xd08\n")
                .name,
            "Arm Cortex-A72");
}

TEST(Processor, of_other_architectures_has_a_name_and_a_clock) {
  const ProcessorDescription power =
      processor_in("processor : 0\ncpu : POWER9, altivec supported\nclock : 3800.000000MHz\n");
  const ProcessorDescription risc = processor_in("processor : 0\nuarch : sifive,u74-mc\n");
  const ProcessorDescription loong =
      processor_in("Model Name : Loongson-3A5000\nCPU MHz : 2500.00\n");

  EXPECT_EQ(power.name, "POWER9, altivec supported");
  EXPECT_DOUBLE_EQ(power.clock.value, 3.8e9);
  EXPECT_EQ(risc.name, "sifive,u74-mc");
  EXPECT_EQ(loong.name, "Loongson-3A5000");
  EXPECT_DOUBLE_EQ(loong.clock.value, 2.5e9);
}

TEST(Processor, has_the_clock_of_a_core_that_is_awake_and_single_blanks) {
  const ProcessorDescription found = processor_in(
      "model name : Some(R) CPU       X5650  @ 2.67GHz\ncpu MHz : 800.0\n\n"
      "model name : Some(R) CPU       X5650  @ 2.67GHz\ncpu MHz : 2660.0\n");

  EXPECT_EQ(found.name, "Some(R) CPU X5650 @ 2.67GHz");
  EXPECT_DOUBLE_EQ(found.clock.value, 2.66e9);
}

TEST(Processor, of_a_damaged_file_is_not_known) {
  for (const char* text :
       {"", ":", "\n\n", "model name", "cpu MHz : fast\n", "cpu MHz : -1", "cpu MHz : inf"}) {
    const ProcessorDescription found = processor_in(text);
    EXPECT_EQ(found.name, "") << text;
    EXPECT_EQ(found.clock.value, 0) << text;
  }
}

}  // namespace
}  // namespace plumb
