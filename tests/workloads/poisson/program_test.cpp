// tests/workloads/poisson/program_test.cpp - the solvers: counted by hand, refused, run to the end.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "plumb/records/verdict.h"
#include "plumb/run/run_program.h"
#include "plumb/workloads/poisson/plan.h"
#include "plumb/workloads/poisson/poisson.h"
#include "plumb/workloads/workload.h"
#include "tests/device/each_device.h"

namespace plumb {
namespace {

using testing::HasSubstr;

// Of jacobi, where no other solver is chosen.
Settings poisson_settings(const NamedTexts& chosen) {
  NamedTexts all = chosen;
  if (text_named(all, "variant") == nullptr) all.emplace_back("variant", "jacobi");
  return settings_for(workload_named("poisson"), DeviceTraits{.kind = DeviceKind::gpu}, all);
}

TEST(Poisson, the_bytes_and_flops_of_sweeps_are_those_of_a_count_by_hand) {
  const auto demand = [](const NamedTexts& chosen) {
    return demand_of(poisson::program(poisson_settings(chosen)).steps.front());
  };

  // Seven sweeps of 4 x 6 unknowns: one number read, one written; three additions, one product.
  const Demand plane = demand({{"n", "5x7"}, {"iterations", "7"}});
  EXPECT_EQ(plane.bytes.count, 7U * 24 * 2 * 8);
  EXPECT_EQ(plane.flops.count, 7.0 * 24 * 4);
  EXPECT_EQ(plane.launches, 7U);
  const Demand box =
      demand({{"n", "3x4x5"}, {"dim", "3"}, {"iterations", "130"}, {"precision", "f32"}});
  EXPECT_EQ(box.bytes.count, 130U * 24 * 2 * 4);
  EXPECT_EQ(box.flops.count, 130.0 * 24 * 6);
  // The thesis: update 3, copy 4 numbers per unknown.
  const Demand thesis = demand({{"n", "5"}, {"iterations", "2"}, {"variant", "thesis"}});
  EXPECT_EQ(thesis.bytes.count, 2U * 16 * 7 * 8);
  EXPECT_EQ(thesis.launches, 4U);
}

TEST(Poisson, the_counts_of_the_thesis_are_its_table) {
  const auto iterations = [](const char* n) {
    return *poisson::Plan(poisson_settings({{"n", n}, {"iterations", "thesis"}})).iterations;
  };

  EXPECT_EQ(iterations("32"), 2435U);
  EXPECT_EQ(iterations("64"), 9276U);
  EXPECT_EQ(iterations("128"), 33913U);
  EXPECT_EQ(iterations("256x256"), 121364U);
}

TEST(Poisson, what_cannot_be_solved_is_refused) {
  const auto message = [](const NamedTexts& chosen) {
    return refusal([&] { poisson::check_settings(poisson_settings(chosen)); });
  };

  EXPECT_EQ(message({{"n", "1"}}), "--n 1: every number must be 2 to 32768");
  EXPECT_EQ(message({{"n", "3x4x5"}}), "--n 3x4x5: must be one whole number or 2 joined by x");
  EXPECT_EQ(message({{"n", "ten"}}), "--n ten: must be one whole number or 2 joined by x");
  EXPECT_EQ(message({{"dim", "4"}}), "--dim 4: must be 2 to 3");
  EXPECT_EQ(message({{"n", "33"}, {"iterations", "thesis"}}),
            "--iterations thesis: it has counts for --n 32, 64, 128 and 256 in two dimensions");
  EXPECT_EQ(
      message({{"variant", "multigrid"}, {"n", "32"}, {"iterations", "thesis"}}),
      "--iterations thesis: its table counts Jacobi's sweeps, solver 'multigrid' makes others");
  EXPECT_EQ(message({{"variant", "multigrid"}, {"check", "8"}}),
            "--check 8: solver 'multigrid' checks after every cycle; leave it out");
  EXPECT_EQ(message({{"variant", "cg_multigrid"}, {"check", "8"}}), "nothing was thrown");
  EXPECT_EQ(message({{"precision", "f32"}, {"tolerance", "1e-6"}}),
            "--tolerance 1e-06: f32 numbers near 100 are 1.2e-05 apart, so no field has a smaller "
            "error; take more than 6e-06 or --precision f64");
  EXPECT_THAT(message({{"tolerance", "0"}}), HasSubstr("f64 numbers near 100 are"));
  EXPECT_THAT(message({{"tolerance", "-1"}}), HasSubstr("must be a number from 0"));
  EXPECT_EQ(message({{"variant", "blocked"}, {"dim", "3"}}),
            "solver 'blocked' is for two dimensions; take --dim 2");
  EXPECT_EQ(message({{"variant", "blocked"}, {"max-iterations", "1"}}), "nothing was thrown");
  EXPECT_EQ(
      message({{"variant", "blocked"}, {"steps", "16"}, {"strip", "4"}}),
      "--steps 16: a tile of 64 x 32 points has none that far from its edge; take fewer steps "
      "or a longer --strip");
  EXPECT_EQ(message({{"variant", "blocked"}, {"strip", "12"}}),
            "--strip 12: a tile of 96 rows needs 57344 bytes of local memory, a group has 49152; "
            "take a shorter --strip");
  EXPECT_EQ(message({{"variant", "slices"}}),
            "solver 'slices' is for three dimensions; take --dim 3");
  EXPECT_THAT(message({{"variant", "thesis"}}), HasSubstr("take --norm sum, or --iterations"));
  EXPECT_THAT(message({{"check", "1"}, {"max-iterations", "9000000"}}),
              HasSubstr("take a larger --check"));
}

// Every norm has a limit, and 0 asks for none of the updates; the thesis's own cases are run.
TEST(Poisson, a_tolerance_below_what_the_precision_allows_is_refused) {
  const auto message = [](const char* norm, const char* tolerance, NamedTexts more) {
    more.insert(more.end(), {{"norm", norm}, {"tolerance", tolerance}});
    return refusal([&] { poisson::check_settings(poisson_settings(more)); });
  };
  const NamedTexts single{{"precision", "f32"}, {"n", "33"}};
  const NamedTexts asked{{"precision", "f32"}, {"n", "256"}, {"variant", "jacobi"}};
  const std::string allowed = "nothing was thrown";

  EXPECT_EQ(
      message("max", "2.9e-6", single),
      "--tolerance 2.9e-06: f32 loses updates below 3e-06 of numbers near 100, so the largest "
      "one does not get lower; take more than 3e-06 or --precision f64");
  EXPECT_EQ(message("sum", "1e-6", single),
            "--tolerance 1e-06: f32 loses updates below 7.4e-07 of numbers near 25, so the sum of "
            "1024 does not get lower; take more than 0.00019 or --precision f64");
  EXPECT_EQ(message("rms", "3e-7", single),
            "--tolerance 3e-07: f32 loses updates below 7.4e-07 of numbers near 25, so their mean "
            "square does not get lower; take more than 3.7e-07 or --precision f64");
  EXPECT_EQ(message("sum", "5e-17", {{"boundary", "1"}}),
            "--tolerance 5e-17: f64 loses updates below 5.6e-17 of numbers near 1, so their norm "
            "does not get lower; take more than 5.6e-17");
  for (const char* norm : {"max", "sum", "rms"}) {
    EXPECT_EQ(message(norm, "0", single), allowed);
    EXPECT_EQ(message(norm, "1e-9", {{"n", "33"}}), allowed);
    EXPECT_EQ(message(norm, "1e-3", single), allowed);
  }
  EXPECT_EQ(message("sum", "1e-6", asked), allowed);
  EXPECT_NE(message("sum", "9e-7", asked), allowed);
  EXPECT_NE(message("sum", "1e-6", with_text(asked, "variant", "multigrid")), allowed);
  EXPECT_NE(message("sum", "1e-6", with_text(asked, "n", "255")), allowed);
  EXPECT_NE(message("sum", "1e-6", with_text(asked, "boundary", "100")), allowed);
}

class PoissonOnDevice : public EachDevice {
 protected:
  Point run(const NamedTexts& chosen) {
    RunOptions options;
    options.stop.min_time = Seconds{0};
    options.stop.min_samples = options.stop.max_samples = 1;
    options.stop.warm_up = 0;
    options.stop.max_noise = 1e9;
    const Settings settings = poisson_settings(chosen);
    options.examine = [&](const Reader& reader, Point& point) {
      poisson::examine(settings, reader, point);
    };
    return run_program(*device, poisson::program(settings), poisson::reference(settings, store),
                       options);
  }
  static double reading(const Point& point, const char* name) {
    const ReadingResult* found = reading_named(point, name);
    return found == nullptr ? -1 : found->values.back();
  }
  void expect_count(const NamedTexts& chosen, double iterations) {
    const Point point = run(with_text(with_text(chosen, "norm", "sum"), "tolerance", "1e-6"));
    EXPECT_EQ(verdict_of(point), Verdict::right) << point.reason;
    EXPECT_EQ(reading(point, "iterations"), iterations);
    EXPECT_EQ(point.labels, (NamedTexts{{"ended", "converged"}}));
    EXPECT_LT(reading(point, "true error"), reading(point, "error bound"));
  }

  ReferenceStore store;
};
PLUMB_FOR_EACH_DEVICE(PoissonOnDevice);

TEST_P(PoissonOnDevice, sweeps_are_those_of_the_host_bit_by_bit) {
  const NamedTexts grids{{"3", "2"}, {"35x64", "2"}, {"5x9x4", "3"}};
  for (const auto& [n, dim] : grids) {
    for (const NamedTexts& form : {NamedTexts{{"form", "rows"}},
                                   {{"form", "items"}, {"values", "1"}},
                                   {{"form", "items"}, {"values", "4"}},
                                   {{"variant", "blocked"}, {"strip", "4"}, {"steps", "3"}},
                                   {{"variant", "red_black"}, {"form", "rows"}},
                                   {{"variant", "red_black"}, {"form", "items"}},
                                   {{"variant", "slices"}, {"form", "rows"}},
                                   {{"variant", "slices"}, {"form", "items"}},
                                   {{"variant", "thesis"}}}) {
      const std::string& first = form.front().second;
      if ((dim == "2" && first == "slices") || (dim == "3" && first == "blocked")) continue;
      for (const char* precision : {"f32", "f64"}) {
        NamedTexts chosen = form;
        chosen.insert(chosen.end(),
                      {{"n", n}, {"dim", dim}, {"precision", precision}, {"iterations", "67"}});

        const Point point = run(chosen);

        EXPECT_EQ(verdict_of(point), Verdict::right) << n << precision << point.reason;
        EXPECT_GT(point.verification.elements, 0U);
      }
    }
  }
}

// N - 1 unknowns, the sum of all updates at most 1e-6: counts of exact arithmetic.
TEST_P(PoissonOnDevice, jacobi_needs_the_counts_of_exact_arithmetic) {
  expect_count({{"n", "32"}, {"check", "1"}, {"form", "rows"}}, 3773);
  expect_count({{"n", "32"}, {"check", "11"}, {"form", "items"}}, 3773);
  expect_count({{"n", "64"}, {"check", "10"}, {"form", "rows"}}, 15110);
  expect_count({{"n", "16"}, {"dim", "3"}, {"check", "1"}, {"form", "rows"}}, 1050);
  expect_count({{"n", "32"}, {"dim", "3"}, {"check", "4"}, {"form", "rows"}}, 4364);
}

// Tiles of 128 x 32 points, of which 120 x 26 are written: several along both axes.
TEST_P(PoissonOnDevice, blocked_sweeps_are_jacobis_at_every_count) {
  for (const char* iterations : {"1", "2", "3", "4", "64", "65", "131"}) {
    const Point point = run({{"variant", "blocked"},
                             {"n", "250x41"},
                             {"precision", "f32"},
                             {"strip", "4"},
                             {"steps", "3"},
                             {"iterations", iterations}});

    EXPECT_EQ(verdict_of(point), Verdict::right) << iterations << point.reason;
    EXPECT_GT(point.verification.elements, 250U * 41U);
  }
  expect_count(
      {{"variant", "blocked"}, {"n", "16"}, {"check", "2"}, {"strip", "4"}, {"steps", "3"}},
      2 * std::ceil(
              reading(run({{"n", "16"}, {"norm", "sum"}, {"tolerance", "1e-6"}, {"check", "1"}}),
                      "iterations") /
              2));
}

TEST_P(PoissonOnDevice, slices_need_the_counts_of_exact_arithmetic) {
  expect_count({{"n", "16"}, {"dim", "3"}, {"variant", "slices"}, {"check", "1"}, {"form", "rows"}},
               887);
  expect_count({{"n", "32"}, {"dim", "3"}, {"variant", "slices"}, {"check", "4"}, {"form", "rows"}},
               3676);
}

TEST_P(PoissonOnDevice, the_thesis_needs_as_many) {
  expect_count({{"n", "16"}, {"variant", "thesis"}},
               reading(run({{"n", "16"}, {"norm", "sum"}, {"tolerance", "1e-6"}, {"check", "1"}}),
                       "iterations"));
}

TEST_P(PoissonOnDevice, every_norm_ends_with_a_true_error_below_its_bound) {
  for (const char* norm : {"error", "sum", "max", "rms"}) {
    const Point point = run({{"n", "24"}, {"norm", norm}, {"tolerance", "1e-3"}});

    EXPECT_EQ(verdict_of(point), Verdict::right) << norm << point.reason;
    EXPECT_LE(reading(point, "history"), 1e-3);
    EXPECT_LE(reading(point, "true error"), reading(point, "error bound"));
    if (std::string(norm) == "error") {
      EXPECT_LE(reading(point, "true error"), 1e-3);
    }
  }
}

// As many sweeps as the grid has rows, not their square.
TEST_P(PoissonOnDevice, over_relaxation_needs_few_sweeps_on_any_grid) {
  for (const auto& [n, dim] : NamedTexts{
           {"2", "2"}, {"3", "2"}, {"64", "2"}, {"9x61", "2"}, {"16", "3"}, {"5x20x7", "3"}}) {
    const Point point = run({{"variant", "red_black"},
                             {"n", n},
                             {"dim", dim},
                             {"check", "2"},
                             {"form", "rows"},
                             {"tolerance", "1e-8"}});

    EXPECT_EQ(verdict_of(point), Verdict::right) << n << point.reason;
    EXPECT_EQ(point.labels, (NamedTexts{{"ended", "converged"}})) << n;
    EXPECT_LE(reading(point, "true error"), 1e-8) << n;
    EXPECT_LT(reading(point, "iterations"), 400) << n;
  }
}

TEST_P(PoissonOnDevice, float_that_no_longer_gains_ends_with_the_reason) {
  for (const char* form : {"rows", "items"}) {
    const Point point = run({{"n", "32"},
                             {"precision", "f32"},
                             {"norm", "sum"},
                             {"tolerance", "1e-6"},
                             {"form", form}});

    EXPECT_EQ(point.labels, (NamedTexts{{"ended", "stagnated"}}));
    EXPECT_GT(reading(point, "iterations"), 2200);
    EXPECT_LT(reading(point, "iterations"), 2900);
    ASSERT_EQ(point.warnings.size(), 1U);
    EXPECT_THAT(point.warnings.front(), HasSubstr("less than half an ulp of f32"));
    EXPECT_THAT(point.warnings.front(), HasSubstr("take --precision f64"));
  }
}

// The thesis asked for it: such a tolerance is not refused, and its limit says why it was not met.
TEST_P(PoissonOnDevice, what_the_thesis_asked_for_is_explained_at_the_limit) {
  const NamedTexts chosen{
      {"n", "32"}, {"max-iterations", "64"}, {"norm", "sum"}, {"tolerance", "1e-6"}};
  const Point coarse = run(with_text(chosen, "precision", "f32"));
  const Point fine = run(chosen);

  ASSERT_EQ(coarse.warnings.size(), 2U);
  EXPECT_EQ(coarse.warnings.front(),
            "--tolerance 1e-06: f32 loses updates below 7.4e-07 of numbers near 25, so the sum of "
            "961 does not get lower than 0.00018; the thesis of 2004 asked for it; take "
            "--precision f64");
  EXPECT_EQ(fine.warnings.size(), 1U);
}

// 11 rounds of 9 sweeps and one of 1; a limit within the first round; rounds of launches.
TEST_P(PoissonOnDevice, the_limit_of_iterations_ends_with_status_and_history) {
  struct Case {
    const char* variant;
    const char* most;
    const char* check;
    std::size_t checks;
  };
  for (const Case& limit : {Case{"jacobi", "100", "9", 12},
                            {"jacobi", "7", "9", 1},
                            {"blocked", "1", "32", 1},
                            {"blocked", "43", "20", 3},
                            {"red_black", "10", "4", 3}}) {
    const NamedTexts chosen{
        {"n", "40"}, {"variant", limit.variant}, {"form", "rows"}, {"strip", "4"}, {"steps", "3"}};
    const Point point =
        run(with_text(with_text(chosen, "max-iterations", limit.most), "check", limit.check));
    const Point fixed = run(with_text(chosen, "iterations", limit.most));

    EXPECT_EQ(point.labels, (NamedTexts{{"ended", "limit"}}));
    EXPECT_EQ(reading(point, "iterations"), std::stod(limit.most));
    ASSERT_NE(reading_named(point, "history"), nullptr);
    EXPECT_EQ(reading_named(point, "history")->values.size(), limit.checks);
    EXPECT_THAT(point.warnings.front(),
                HasSubstr(std::string("not converged after ") + limit.most + " iteration"));
    EXPECT_EQ(reading(point, "true error"), reading(fixed, "true error")) << limit.variant;
  }
}

// A round that is left of the limit must not go on with a field that has converged.
TEST_P(PoissonOnDevice, what_ended_before_the_limit_stays_whatever_the_limit_is) {
  for (const char* variant : {"thesis", "jacobi"}) {
    const NamedTexts chosen{
        {"n", "8"}, {"variant", variant}, {"norm", "sum"}, {"tolerance", "1"}, {"check", "4"}};
    const Point whole = run(with_text(chosen, "max-iterations", "1000"));
    const Point rest = run(with_text(chosen, "max-iterations", "1003"));

    EXPECT_EQ(rest.labels, (NamedTexts{{"ended", "converged"}})) << variant;
    EXPECT_EQ(reading(rest, "iterations"), reading(whole, "iterations")) << variant;
    EXPECT_EQ(reading(rest, "true error"), reading(whole, "true error")) << variant;
  }
}

TEST_P(PoissonOnDevice, a_missing_sweep_is_noticed) {
  const Settings settings = poisson_settings({{"n", "9"}, {"iterations", "20"}});
  Program program = poisson::program(settings);
  auto& parts = std::get<Repeat>(program.steps.front().action).steps;
  auto& sweeps = std::get<Batch>(parts.front().action).steps;
  sweeps.erase(sweeps.begin(), sweeps.begin() + 2);

  EXPECT_THAT(complaint_of_run(*device, program, poisson::reference(settings, store)),
              HasSubstr("field["));
}

}  // namespace
}  // namespace plumb
