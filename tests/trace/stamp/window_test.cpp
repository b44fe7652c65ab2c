// tests/trace/stamp/window_test.cpp - records of a window of time: who asks, and what the machine
// code makes of it.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "plumb/trace/certify/code_apart.h"
#include "plumb/trace/collect/run_window.h"
#include "plumb/trace/stamp/window_text.h"
#include "tests/trace/assembled.h"
#include "tests/trace/ptx_lines.h"

namespace plumb::trace {
namespace {

// From 100 to 200.
PtxLines at_time(const std::string& text, std::uint32_t now) {
  PtxLines lines(text);
  lines.registers = {
      {"[w]", 100}, {"[w+8]", 200}, {"%globaltimer", now}, {"%plumb_on", 1}, {"%plumb_m", 0}};
  return lines;
}

TEST(Window, drops_records_outside_of_it) {
  const std::string asks = window_asked("const", "w", "done");

  EXPECT_TRUE(at_time(asks, 99).run());
  EXPECT_FALSE(at_time(asks, 100).run());
  EXPECT_FALSE(at_time(asks, 199).run());
  EXPECT_TRUE(at_time(asks, 200).run());
}

TEST(Window, takes_stamps_from_warps_that_begin_behind_it) {
  for (const auto& [now, on] : {std::pair(5U, 1U), {150U, 1U}, {199U, 1U}, {200U, 0U}}) {
    PtxLines begins = at_time(window_awaited("const", "w"), now);
    begins.run();
    EXPECT_EQ(begins.registers["%plumb_on"], on) << now;
  }
}

TEST(Window, gives_no_stamps_to_warps_that_were_not_drawn) {
  PtxLines begins = at_time(window_awaited("const", "w"), 150);
  begins.registers["%plumb_on"] = 0;
  begins.run();
  EXPECT_EQ(begins.registers["%plumb_on"], 0U);
}

TEST(Window, that_nobody_wrote_is_over) {
  PtxLines begins = at_time(window_awaited("const", "w"), 1);
  begins.registers["[w+8]"] = 0;
  begins.run();
  EXPECT_EQ(begins.registers["%plumb_on"], 0U);
}

// Names of what lies between the readings of a certified place.
std::vector<std::string_view> between_readings(const Cubin& cubin, const CertifiedPlace& place) {
  const auto function = std::ranges::find(cubin.functions, place.function, &MachineFunction::name);
  const std::vector<Instruction> all = decode_all(function->code, cubin.architecture);
  std::vector<std::string_view> names;
  for (std::size_t i = place.offset / 16 + 1; all[i].operation != Operation::clock; ++i)
    names.push_back(all[i].name);
  return names;
}

// What it asks comes behind the second reading: between the two no register of the machine, such as
// the timer, is read.
TEST_F(Assembled, stamps_of_a_window_are_certified) {
  InstrumentOptions options;
  options.sampling = {.blocks = 4, .records = 4, .window = true};
  for (const unsigned architecture : {80U, 90U, 120U}) {
    if (!knows(architecture)) continue;
    for (const char* name : {"stencil", "texture", "divergent", "partial_vector"}) {
      const Instrumented made = instrument(golden(name), options);
      const Certification certification = certified(made.ptx, architecture);
      expect_all_certified(certification, name);
      EXPECT_THAT(made.ptx, testing::HasSubstr(made.window + "+8]"));
      const Cubin cubin = read_cubin(code, "window.cubin");
      for (const Certificate& certificate : certification.certificates) {
        for (const CertifiedPlace& place : certificate.places) {
          EXPECT_THAT(between_readings(cubin, place),
                      testing::Not(testing::Contains(testing::AnyOf("S2R", "S2UR", "CS2R"))));
        }
      }
    }
  }
}

TEST_F(Assembled, stamps_of_a_window_with_staging_and_without_other_draws_are_certified) {
  InstrumentOptions options;
  options.sampling.window = true;
  options.staging = Staging{.warps = 8};
  for (const std::string& name : golden_names())
    expect_all_certified(certified(instrument(golden(name), options).ptx, 90), name);
}

// Behind the window a warp runs code that no reading of a stamp leads to, nor leads from.
TEST_F(Assembled, behind_a_window_warps_run_the_kernel_as_it_is) {
  InstrumentOptions options;
  options.sampling.window = true;
  code = assembled(instrument(golden("stencil"), options).ptx, 90);
  const Cubin cubin = read_cubin(code, "window.cubin");

  std::size_t loads_apart = 0;
  for (const MachineFunction& function : cubin.functions) {
    const FunctionCode decoded = function_code(function, 90);
    const std::vector<bool> apart = code_apart(decoded);
    for (std::size_t i = 0; i < apart.size(); ++i)
      loads_apart += apart[i] && decoded.instructions[i].operation == Operation::load_global;
  }

  EXPECT_GT(loads_apart, 0U);
}

TEST_F(Assembled, the_kernel_that_notes_the_timer_is_whole) {
  for (const unsigned architecture : architectures())
    EXPECT_FALSE(assembled(std::string(timer_ptx()), architecture).empty()) << architecture;
}

}  // namespace
}  // namespace plumb::trace
