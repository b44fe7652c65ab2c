// tests/workloads/poisson/course_test.cpp - deadlines, two devices, interrupts, any grid.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <map>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "plumb/base/error.h"
#include "plumb/device/open.h"
#include "plumb/records/verdict.h"
#include "plumb/workloads/poisson/plan.h"
#include "plumb/workloads/poisson/solvers/split.h"
#include "plumb/workloads/poisson/variants.h"
#include "tests/device/each_device.h"
#include "tests/workloads/poisson/run_poisson.h"

namespace plumb::poisson {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::string refused(const NamedTexts& chosen) {
  return refusal([&] { check_settings(settings_on(DeviceKind::gpu, chosen)); });
}

TEST(PoissonCourse, a_device_without_doubles_is_refused_with_the_reason) {
  const DeviceTraits traits{.kind = DeviceKind::gpu, .doubles = false};
  for (const char* precision : {"f32", "f64", "mixed"}) {
    EXPECT_EQ(
        refusal([&] { (void)program(settings_for(workload, traits, {{"precision", precision}})); }),
        "the checks of 'poisson' are computed in double precision, in f32 as well, and this "
        "device has none");
  }
}

TEST(PoissonCourse, deadlines_that_make_no_sense_are_refused) {
  for (const char* bad : {"-1", "x", "5ms", "inf", "nan"})
    EXPECT_THAT(refused({{"deadline", bad}}), HasSubstr("must be a number from 0")) << bad;
  EXPECT_THAT(refused({{"deadline", "5"}, {"variant", "jacobi"}}),
              HasSubstr("take --solver multigrid"));
  EXPECT_THAT(refused({{"deadline", "5"}, {"iterations", "3"}}), HasSubstr("exclude each other"));
  EXPECT_EQ(refused({{"deadline", "5"}, {"tolerance", "0"}}), "nothing was thrown");
}

TEST(PoissonSplit, each_device_has_its_lines_and_one_more) {
  const Plan plan(
      settings_on(DeviceKind::gpu, {{"variant", "jacobi"}, {"n", "9x12"}, {"split", "0.3"}}));
  const Halves halves = halves_of(plan);

  EXPECT_EQ(halves.own, 3U);  // of 11 rows
  EXPECT_EQ(halves.here.n[1], 4U);
  EXPECT_EQ(halves.there.n[1], 9U);
  EXPECT_EQ(halves.line, plan.grid.pitch);
}

TEST(PoissonSplit, what_cannot_be_divided_is_refused) {
  EXPECT_EQ(refused({{"variant", "jacobi"}, {"n", "9"}, {"split", "0.01"}}),
            "--split 0.01: of 8 rows one device would have none");
  EXPECT_EQ(refused({{"variant", "jacobi"}, {"dim", "3"}, {"n", "9"}, {"split", "0.99"}}),
            "--split 0.99: of 8 planes one device would have none");
  EXPECT_EQ(refused({{"variant", "red_black"}, {"split", "0.5"}}),
            "--split 0.5: solver 'red_black' runs on one device; take --solver jacobi");
  EXPECT_EQ(refused({{"variant", "jacobi"}, {"split", "0.5"}, {"check", "7"}}),
            "--check 7: two devices check after an even number of sweeps");
  EXPECT_EQ(refused({{"variant", "jacobi"}, {"split", "0.5"}, {"max-iterations", "7"}}),
            "--max-iterations 7: two devices check after an even number of sweeps");
  EXPECT_EQ(refused({{"variant", "jacobi"}, {"split", "0.5"}, {"max-iterations", "100"}}),
            "--max-iterations 100: two devices check every 16 sweeps and end after a check; take a "
            "multiple of 16");
}

TEST(PoissonTuning, the_distance_of_checks_is_raced_or_how_cycles_begin) {
  const auto choices = [](const char* variant, const char* name) {
    const Settings settings = settings_on(DeviceKind::cpu, {{"variant", variant}});
    std::vector<std::string> all;
    for (const NamedTexts& one : refinements(settings, {{"form", "rows"}}, settings.device())) {
      EXPECT_EQ(*text_named(one, "variant"), variant);
      EXPECT_EQ(*text_named(one, "form"), "rows");
      const std::string* text = text_named(one, name);
      all.push_back(text == nullptr ? "usual" : *text);
    }
    return all;
  };

  EXPECT_THAT(choices("jacobi", "check"), ElementsAre("usual", "4", "32", "64", "256"));
  EXPECT_THAT(choices("multigrid", "cycle"), ElementsAre("usual", "v"));
  EXPECT_THAT(choices("thesis", "check"), ElementsAre("usual"));
}

class PoissonCourseOnDevice : public EachDevice {};
PLUMB_FOR_EACH_DEVICE(PoissonCourseOnDevice);

TEST_P(PoissonCourseOnDevice, a_deadline_gives_what_fits_and_its_error) {
  const Point late = run_poisson(*device, {{"n", "40"}, {"deadline", "0.0001"}});
  const Point early = run_poisson(*device, {{"n", "40"}, {"deadline", "600000"}});

  EXPECT_EQ(verdict_of(late), Verdict::right) << late.reason;
  EXPECT_EQ(ending_of(late), "deadline");
  EXPECT_EQ(last_of(late, "iterations"), 1);  // there is always a field
  EXPECT_THAT(late.warnings.back(), HasSubstr("deadline 0.0001 ms: 1 cycle, the error is 1."));
  EXPECT_THAT(late.warnings.back(), HasSubstr("; MISSED: it took "));
  EXPECT_EQ(late.warnings.size(), 1U);
  EXPECT_GT(last_of(late, "execution time"), 0.0001);
  EXPECT_EQ(verdict_of(early), Verdict::right) << early.reason;
  EXPECT_EQ(ending_of(early), "stagnated");
  EXPECT_LT(last_of(early, "true error"), 1e-9);
  EXPECT_THAT(early.warnings.back(), HasSubstr("more cycles gain nothing in f64; it took "));
}

// The largest number drops what is not one; such a field is never converged.
TEST_P(PoissonCourseOnDevice, what_is_not_a_number_never_converges) {
  for (const char* solver : {"jacobi", "red_black", "multigrid"}) {
    const Settings settings = settings_on(
        DeviceKind::gpu, {{"n", "9"}, {"variant", solver}, {"form", "rows"}, {"boundary", "1"}});
    Program made = program(settings);
    const auto initial = std::ranges::find(made.buffers, "initial", &Buffer::name);
    std::vector<double> values = initial->fill.values.all();
    values.at(Plan(settings).grid.at(4, 4, 0)) = std::nan("");
    initial->fill.values = std::move(values);
    RunOptions options = one_sample();
    options.examine = [&](const Reader& reader, Point& point) { examine(settings, reader, point); };

    const Point point = run_program(*device, made, {}, options);

    EXPECT_EQ(ending_of(point), "not finite") << solver;
    EXPECT_EQ(verdict_of(point), Verdict::wrong) << solver;
    EXPECT_EQ(last_of(point, "iterations"), variant_row(solver).check) << solver;
  }
}

// The same device opened twice is two devices.
TEST_P(PoissonCourseOnDevice, two_devices_make_the_sweeps_of_one_bit_by_bit) {
  const std::unique_ptr<device::Device> other = device::open_device(std::to_string(GetParam()));
  for (const NamedTexts& grid :
       {NamedTexts{{"n", "35x12"}, {"split", "0.5"}, {"precision", "f32"}, {"iterations", "8"}},
        {{"n", "3"}, {"split", "0.5"}, {"iterations", "1"}, {"second", "gpu"}},
        {{"n", "5x9x8"}, {"dim", "3"}, {"split", "0.8"}, {"rhs", "random"}, {"iterations", "7"}},
        {{"n", "20x7"}, {"split", "0.2"}, {"boundary", "random"}, {"iterations", "13"}}}) {
    NamedTexts chosen = grid;
    chosen.emplace_back("variant", "jacobi");

    const Point point = run_poisson(*device, chosen, other.get());

    EXPECT_EQ(verdict_of(point), Verdict::right) << grid.front().second << point.reason;
    EXPECT_GT(point.verification.elements, 0U);
  }
}

TEST_P(PoissonCourseOnDevice, two_devices_end_where_one_does) {
  const std::unique_ptr<device::Device> other = device::open_device(std::to_string(GetParam()));
  const NamedTexts chosen{{"n", "16x12"}, {"variant", "jacobi"}, {"check", "2"}};
  const Point one = run_poisson(*device, chosen);
  const Point two = run_poisson(*device, with_text(chosen, "split", "0.4"), other.get());

  EXPECT_EQ(verdict_of(two), Verdict::right) << two.reason;
  EXPECT_EQ(ending_of(two), "converged");
  EXPECT_EQ(last_of(two, "iterations"), last_of(one, "iterations"));
  EXPECT_EQ(last_of(two, "true error"), last_of(one, "true error"));
}

TEST_P(PoissonCourseOnDevice, an_interrupt_keeps_the_history) {
  int asked = 0;
  RunOptions options = one_sample();
  options.interrupted = [&asked] { return ++asked > 3; };

  const Point point = run_poisson(*device, {{"n", "64"}, {"variant", "jacobi"}}, nullptr, options);

  EXPECT_TRUE(point.interrupted);
  EXPECT_EQ(point.reason, "interrupted");
  EXPECT_EQ(ending_of(point), "interrupted");
  ASSERT_NE(reading_named(point, "history"), nullptr);
  EXPECT_GE(reading_named(point, "history")->values.size(), 4U);
  EXPECT_GT(last_of(point, "iterations"), 0);
  EXPECT_NE(verdict_of(point), Verdict::right);
}

TEST_P(PoissonCourseOnDevice, an_interrupt_before_the_deadline_is_one) {
  int asked = 0;
  RunOptions options = one_sample();
  options.interrupted = [&asked] { return ++asked > 1; };

  const Point point = run_poisson(*device, {{"n", "40"}, {"deadline", "600000"}}, nullptr, options);

  EXPECT_TRUE(point.interrupted);
  EXPECT_EQ(ending_of(point), "interrupted");
}

// What was reached is the field of so many sweeps, whatever was to be done to put it in its place.
TEST_P(PoissonCourseOnDevice, an_interrupt_leaves_a_whole_field) {
  const std::unique_ptr<device::Device> other = device::open_device(std::to_string(GetParam()));
  const NamedTexts jacobi{{"n", "33"}, {"variant", "jacobi"}, {"form", "rows"}};
  for (const NamedTexts& more : {NamedTexts{{"check", "65"}},
                                 {{"check", "65"}, {"max-iterations", "3001"}},
                                 {{"split", "0.4"}},
                                 {{"split", "0.4"}, {"iterations", "9001"}},
                                 {{"iterations", "9001"}}}) {
    int asked = 0;
    RunOptions options = one_sample();
    options.interrupted = [&asked] { return ++asked > 1; };  // after the first round
    NamedTexts chosen = jacobi;
    chosen.insert(chosen.end(), more.begin(), more.end());
    const bool splits = text_named(chosen, "split") != nullptr;

    const Point point = run_poisson(*device, chosen, splits ? other.get() : nullptr, options);

    EXPECT_TRUE(point.interrupted) << more.back().second;
    EXPECT_EQ(ending_of(point), "interrupted");
    const double done = last_of(point, "iterations");
    ASSERT_GT(done, 0) << more.back().second;
    EXPECT_LT(done, 9001);
    const Point fixed =
        run_poisson(*device, with_text(jacobi, "iterations", fmt::format("{}", done)));
    EXPECT_EQ(last_of(point, "true error"), last_of(fixed, "true error")) << more.back().second;
    EXPECT_EQ(last_of(point, "residual sum"), last_of(fixed, "residual sum"));
  }
}

// More sweeps, or cycles, than a round has.
TEST_P(PoissonCourseOnDevice, counted_rounds_make_as_many_as_were_asked_for) {
  for (const NamedTexts& chosen :
       {NamedTexts{{"variant", "jacobi"}, {"iterations", "8195"}},
        {{"variant", "blocked"}, {"iterations", "4099"}, {"strip", "4"}, {"steps", "3"}},
        {{"variant", "on_chip"}, {"iterations", "8203"}},
        {{"variant", "red_black"}, {"iterations", "4097"}}}) {
    const NamedTexts all = with_text(with_text(chosen, "n", "7x9"), "form", "rows");
    EXPECT_TRUE(Plan(settings_on(DeviceKind::gpu, all)).is_counted());

    const Point point = run_poisson(*device, all);

    EXPECT_EQ(verdict_of(point), Verdict::right) << point.reason;
    EXPECT_EQ(ending_of(point), "fixed");
    EXPECT_GT(point.verification.elements, 0U);
  }
  const Point cycles = run_poisson(
      *device, {{"n", "7x9"}, {"variant", "multigrid"}, {"form", "rows"}, {"iterations", "300"}});
  EXPECT_EQ(last_of(cycles, "iterations"), 300);
  EXPECT_EQ(ending_of(cycles), "fixed");
}

TEST_P(PoissonCourseOnDevice, what_is_not_verified_is_not_called_right) {
  RunOptions options = one_sample();
  options.verify = false;

  const Point point = run_poisson(*device, {{"n", "8"}}, nullptr, options);

  EXPECT_EQ(verdict_of(point), Verdict::not_checked);
  EXPECT_GT(last_of(point, "true error"), 0);
}

// The least grid, even, prime, not square, three different sides; every solver that takes them, but
// for on_chip, whose kernel is another one for each grid: its own tests have grids enough.
TEST_P(PoissonCourseOnDevice, every_solver_is_right_on_any_grid) {
  std::map<std::string, int> solved;
  for (const auto& [n, dim] : NamedTexts{
           {"3", "2"}, {"10", "2"}, {"13", "2"}, {"6x11", "2"}, {"3", "3"}, {"4x7x5", "3"}}) {
    for (const VariantRow& row : variant_rows()) {
      const std::string solver(row.shown.name);
      const NamedTexts chosen{{"n", n},
                              {"dim", dim},
                              {"variant", solver},
                              {"strip", "4"},  // PoCL compiles short strips much sooner
                              {"steps", "3"},
                              {"norm", row.only_sum ? "sum" : "error"},
                              {"tolerance", "1e-3"}};
      if (solver == "on_chip" || refused(chosen) != "nothing was thrown") continue;

      const Point point = run_poisson(*device, chosen);

      EXPECT_EQ(verdict_of(point), Verdict::right) << solver << " " << n << point.reason;
      EXPECT_EQ(ending_of(point), "converged") << solver << " " << n;
      ++solved[solver];
    }
  }
  EXPECT_EQ(solved.size() + 1, variant_rows().size());
  for (const auto& [solver, times] : solved)
    EXPECT_GE(times, variant_row(solver).only_3d ? 2 : 4) << solver;
}

}  // namespace
}  // namespace plumb::poisson
