// tests/workloads/himeno/program_test.cpp - every variant on every device, point by point.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <stdexcept>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "plumb/records/verdict.h"
#include "plumb/run/run_program.h"
#include "plumb/workloads/himeno/himeno.h"
#include "plumb/workloads/himeno/plan.h"
#include "tests/device/each_device.h"
#include "tests/run/run_once.h"

namespace plumb::himeno {
namespace {

using Chosen = std::vector<std::pair<std::string, std::string>>;

Settings settings_of(const Chosen& chosen) {
  const DeviceTraits device{
      .compute_units = 132, .local_memory = Bytes{232448}, .bulk_copies = true};
  return settings_for(workload_named("himeno"), device, chosen);
}

TEST(Himeno, every_variant_size_and_precision_is_a_sound_program) {
  for (const Variant& variant : variants) {
    for (const char* size : {"3x3x3", "3x4x5", "XS", "9x130x67"}) {
      for (const char* precision : {"f32", "f64"}) {
        for (const char* iterations : {"1", "2", "16", "33"}) {
          EXPECT_NO_THROW(check(program(settings_of({{"variant", std::string(variant.name)},
                                                     {"size", size},
                                                     {"precision", precision},
                                                     {"iterations", iterations}}))))
              << variant.name << " " << size << " " << precision << " " << iterations;
        }
      }
    }
  }
}

TEST(Himeno, a_sweep_counts_fourteen_words_and_34_flops_per_point) {
  const double points = 126.0 * 126 * 254;
  for (const char* variant : {"wide", "naive", "base", "padding", "plane"}) {
    const Program made =
        program(settings_of({{"variant", variant}, {"size", "M"}, {"iterations", "3"}}));
    const Demand demand = demand_of(made.steps.back());

    EXPECT_EQ(demand.flops.count, 3 * 34 * points) << variant;
    EXPECT_EQ(static_cast<double>(demand.bytes.count), 3 * 56 * points) << variant;
  }
}

TEST(Himeno, two_iterations_per_sweep_read_the_coefficients_once) {
  const double points = 126.0 * 126 * 254;
  const Program made =
      program(settings_of({{"variant", "two_step"}, {"size", "M"}, {"iterations", "16"}}));
  const Demand demand = demand_of(made.steps.back());

  EXPECT_EQ(demand.flops.count, 16 * 34 * points);
  EXPECT_EQ(static_cast<double>(demand.bytes.count), 8 * 56 * points);
}

Pass sweep_of(const Program& made) {
  const Pass* found = nullptr;
  const auto look = [&](const std::vector<Step>& steps, const auto& again) -> void {
    for (const Step& step : steps) {
      if (const auto* launch = std::get_if<Launch>(&step.action);
          launch != nullptr && launch->pass.accesses.size() == 3)
        found = &launch->pass;
      if (const auto* repeat = std::get_if<Repeat>(&step.action)) again(repeat->steps, again);
      if (const auto* batch = std::get_if<Batch>(&step.action)) again(batch->steps, again);
    }
  };
  look(made.steps, look);
  if (found == nullptr) throw std::logic_error("the program has no sweep");
  return *found;
}

TEST(Himeno, rungs_fetch_whole_blocks_and_their_edges) {
  const auto sweep = [](const char* variant) {
    const Program made = program(settings_of({{"variant", variant}, {"size", "64x64x128"}}));
    return sweep_of(made);
  };
  const double points = 62.0 * 62 * 126;

  // 8 x 4 x 8 blocks of 16 x 16 x 8, each with a point more on every side.
  const Pass base = sweep("base");
  EXPECT_NEAR(base.accesses[1].executed, 8 * 4 * 8 * 18 * 18 * 10 / points, 1e-9);
  EXPECT_EQ(base.accesses[1].references, 1);
  EXPECT_EQ(base.longest, 8);
  EXPECT_EQ(base.local_memory, 10U * 18 * 18 * 4 + 8 * 256);
  // 2 x 16 blocks of 64 x 4 along all 64 planes: no more points than there are.
  const Pass resident = sweep("resident");
  EXPECT_NEAR(resident.accesses[1].executed, 2 * 16 * 66 * 6 * 66 / points, 1e-9);
  EXPECT_EQ(resident.longest, 62);
  EXPECT_EQ(resident.barriers, 2 * 64 + 8);
  // A plane of 66 x 6 comes in two rounds of 256, not all of whose lanes load: 66 for 62 points.
  EXPECT_EQ(resident.accesses[1].dependent, resident.accesses[1].executed);
  EXPECT_LT(resident.accesses[1].dependent, 2 * 66 / 62.0);
}

TEST(Himeno, blocks_fetch_planes_that_no_grid_has) {
  const Program made = program(settings_of({{"variant", "base"}, {"size", "9x130x67"}}));

  const Pass base = sweep_of(made);

  // 5 x 9 x 2 blocks; the second has one plane of the grid and brings ten.
  EXPECT_NEAR(base.accesses[1].executed, 5 * 9 * 2 * 18 * 18 * 10 / (7 * 128 * 65.0), 1e-9);
  EXPECT_EQ(base.longest, 7);
}

TEST(Himeno, rungs_on_a_processor_wait_behind_their_barriers_alone) {
  const DeviceTraits processor{DeviceKind::cpu};
  const auto sweep = [&](const char* variant) {
    return sweep_of(program(
        settings_for(workload_named("himeno"), processor, {{"variant", variant}, {"size", "XS"}})));
  };

  EXPECT_EQ(sweep("base").accesses[0].dependent, 0);
  EXPECT_EQ(sweep("base").turns, 8);       // planes of a block
  EXPECT_EQ(sweep("resident").turns, 32);  // of the grid
  EXPECT_EQ(sweep("base").accesses[1].executed, 0);
  EXPECT_EQ(sweep("base").longest, 0);
  EXPECT_EQ(sweep("barrier").accesses[0].dependent, 1);
  EXPECT_EQ(sweep("resident").accesses[1].dependent, 1);
}

TEST(Himeno, two_steps_ask_for_their_tiles_ahead) {
  const Program made = program(settings_of({{"variant", "two_step"}, {"size", "M"}}));

  const Pass& pass = sweep_of(made);

  EXPECT_EQ(pass.accesses[0].ahead, 1);
  EXPECT_EQ(pass.accesses[1].ahead, 1);
  EXPECT_EQ(pass.accesses[0].references, 12);
  // A tile of 128 x 9 brings 132 x 11 points of its plane.
  EXPECT_GT(pass.accesses[0].executed, 12 * 132.0 * 11 / (128 * 9));
}

TEST(Himeno, a_thread_of_two_steps_waits_for_its_planes_by_stages) {
  const Program made = program(settings_of({{"variant", "two_step"},
                                            {"size", "M"},
                                            {"tile", "128x9"},
                                            {"chunk", "32"},
                                            {"stages", "2"}}));

  const Pass pass = sweep_of(made);

  EXPECT_EQ(pass.longest, 4 * 32);  // a vector of each plane
  EXPECT_NEAR(pass.accesses[0].dependent * pass.longest, (32 + 4) / 2.0, 1e-9);
  // 2 x 14 tiles of 128 x 9 with what lies around them; each of 4 chunks has four planes more.
  EXPECT_NEAR(pass.accesses[1].executed, 28 * (126 + 4 * 4) * 136.0 * 13 / (126.0 * 126 * 254),
              1e-9);
}

TEST(Himeno, fifteen_arrays_are_the_most_that_any_variant_takes) {
  for (const Variant& variant : variants) {
    const Chosen chosen{{"variant", std::string(variant.name)}, {"size", "S"}};
    const Program made = program(settings_for(
        workload_named("himeno"), DeviceTraits{variant.made_for}, chosen));  // as on its device

    // Rows and planes are padded, by at most 12800 B of 32 KiB.
    const Buffer& array = buffer_named(made, "p");
    EXPECT_LE(static_cast<double>(array.count), 1.4 * 64 * 64 * 128) << variant.name;
    EXPECT_LE(memory_of(made).count, 15 * array.count * 4) << variant.name;
  }
}

TEST(Himeno, what_items_of_blocked_keep_stays_below_an_array_however_many_there_are) {
  for (const char* size : {"XS", "S", "M"}) {
    for (const char* rows : {"auto", "1", "8"}) {
      const Program made = program(
          settings_of({{"variant", "blocked"}, {"size", size}, {"rows", rows}, {"groups", "132"}}));

      const std::uint64_t array = buffer_named(made, "p").count;
      EXPECT_LE(buffer_named(made, "ring").count, array) << size << " " << rows;
      EXPECT_LE(memory_of(made).count, 15 * array * 4) << size << " " << rows;
    }
  }
  EXPECT_EQ(refusal([] {
              program(settings_of({{"variant", "blocked"}, {"size", "S"}, {"chunk", "1"}}));
            }),
            "--chunk 1: what the items keep would take more than an array; take at least 4");
}

TEST(Himeno, on_chip_keeps_the_gosa_of_every_iteration_of_a_launch) {
  const Program made =
      program(settings_of({{"variant", "on_chip"}, {"size", "S"}, {"iterations", "512"}}));

  EXPECT_EQ(buffer_named(made, "gosa").count, 512U);
  EXPECT_EQ(buffer_named(made, "partial").count, 512U * 128);  // one per group
  EXPECT_LE(static_cast<double>(memory_of(made).count), 15.0 * 64 * 64 * 128 * 4);

  const Program more =
      program(settings_of({{"variant", "on_chip"}, {"size", "S"}, {"iterations", "1100"}}));
  EXPECT_EQ(buffer_named(more, "gosa").count, 512U);
  EXPECT_EQ(demand_of(more.steps.back()).launches, 3U * 2);  // 512, 512, 76; gosa after each
}

TEST(Himeno, on_chip_demands_its_arrays_once_and_its_packets_every_time) {
  const auto demand = [](const char* iterations) {
    return demand_of(program(settings_of({{"variant", "on_chip"},
                                          {"size", "4x4x8"},
                                          {"iterations", iterations},
                                          {"groups", "2"}}))
                         .steps.back());
  };
  const Demand one = demand("1");
  const Demand three = demand("3");

  EXPECT_EQ(three.flops.count, 3 * one.flops.count);
  // Two tiles of a plane of two rows: each sends both rows and receives the other's, in 3 packets.
  EXPECT_EQ(three.bytes.count - one.bytes.count, 2U * 2 * (2 + 2) * 3 * 16);
  EXPECT_EQ(one.bytes.count, 14U * 4 * 2 * 2 * 6 + 2 * (2 + 2) * 3 * 16);
}

TEST(Himeno, what_groups_on_chip_exchange_replaces_the_second_pressure) {
  const Program made = program(settings_of({{"variant", "on_chip"}, {"size", "S"}}));

  EXPECT_EQ(std::ranges::count(made.buffers, "next", &Buffer::name), 0);
  // 128 tiles of 8 x 4 rows send 20 rows in 43 packets of 16 B, for even and odd iterations.
  const Buffer& exchange = buffer_named(made, "exchange");
  EXPECT_EQ(exchange.count, 128U * 20 * 43 * 4 * 2);
  EXPECT_LE(static_cast<double>(memory_of(made).count), 15.0 * 64 * 64 * 128 * 4);
}

TEST(Himeno, chunks_fill_whole_waves_of_groups) {
  const Plan plan(settings_of({{"variant", "two_step"}, {"size", "M"}, {"tile", "128x9"}}));

  // 2 x 14 tiles: 4 chunks of 126 planes make a wave of 112 of 132 groups, 9 two of 126.
  EXPECT_THAT(chunks_of_whole_waves(plan, 2), testing::ElementsAre(32, 14));
}

TEST(Himeno, padding_lies_between_the_planes_of_every_array) {
  const Grid grid{4, 5, 8};

  const Layout plain = layout_of(grid, 4, Order::separate, 0);
  const Layout padded = layout_of(grid, 4, Order::swapped, 1280);

  EXPECT_EQ(plain.plane, 40U);
  EXPECT_EQ(plain.c_array, 160U);
  EXPECT_EQ(padded.plane, 360U);
  EXPECT_EQ(padded.c_array, 360U);
  EXPECT_EQ(padded.c_plane, 12U * 360U);
}

TEST(Himeno, what_it_does_not_take_is_refused) {
  EXPECT_EQ(refusal([] { settings_of({{"size", "XXL"}}); }),
            "--size XXL: must be XS, S, M, L, XL or 3 whole numbers joined by x");
  EXPECT_EQ(refusal([] { settings_of({{"size", "2x4x5"}}); }),
            "--size 2x4x5: every number must be 3 to 16384");
  EXPECT_EQ(refusal([] { settings_of({{"size", "8x8"}}); }),
            "--size 8x8: must be XS, S, M, L, XL or 3 whole numbers joined by x");
  EXPECT_EQ(refusal([] { program(settings_of({{"size", "16384x16384x32"}})); }),
            "--size 16384x16384x32: has 8589934592 points; at most 2^32 are supported");
  EXPECT_EQ(refusal([] { program(settings_of({{"group", "24x2"}})); }),
            "--group 24x2: the items of a group must be a power of 2 up to 1024");
  EXPECT_EQ(refusal([] { program(settings_of({{"variant", "on_chip"}, {"size", "L"}})); }),
            "variant 'on_chip' at --size L needs 14305280 B on chip, a group has 232448 B; take a "
            "smaller size or another variant");
  EXPECT_THAT(refusal([] { program(settings_of({{"variant", "two_step"}, {"tile", "128x64"}})); }),
              testing::HasSubstr("take a smaller tile"));
}

TEST(Himeno, local_memory_is_limited_by_what_the_device_has) {
  DeviceTraits device{.kind = DeviceKind::gpu,
                      .compute_units = 36,
                      .local_memory = Bytes{101376},
                      .bulk_copies = true};
  const auto refusal_on = [&] {
    return refusal([&] {
      program(settings_for(workload_named("himeno"), device, {{"variant", "two_step"}}));
    });
  };

  EXPECT_THAT(refusal_on(), testing::HasSubstr("a group has 101376 B; take a smaller tile"));
  device.local_memory = Bytes{232448};
  EXPECT_EQ(refusal_on(), "nothing was thrown");
}

TEST(Himeno, groups_follow_the_units_where_they_are_known) {
  const auto groups_on = [](const DeviceTraits& device) {
    return settings_for(workload_named("himeno"), device, {}).text("groups");
  };

  EXPECT_EQ(groups_on({.kind = DeviceKind::gpu, .compute_units = 78}), "78");
  EXPECT_EQ(groups_on({.kind = DeviceKind::cpu, .compute_units = 8}), "16");
  EXPECT_EQ(groups_on({.kind = DeviceKind::gpu}), "auto");
}

TEST(Himeno, every_row_has_its_place_in_the_ladder_and_settings_that_can_be_raced) {
  unsigned rung = 0;
  for (const VariantRow* row : rows_of_ladder()) {
    EXPECT_EQ(row->rung, ++rung) << row->shown.name;
    EXPECT_NE(row->method, nullptr) << row->shown.name;
  }
  EXPECT_EQ(rung, variants.size());
  for (const DeviceKind kind : {DeviceKind::gpu, DeviceKind::cpu}) {
    const DeviceTraits device{.kind = kind,
                              .compute_units = 132,
                              .local_memory = Bytes{232448},
                              .bulk_copies = kind == DeviceKind::gpu};
    for (const NamedTexts& candidate : candidates(device)) {
      EXPECT_NO_THROW(program(settings_for(workload_named("himeno"), device, candidate)))
          << candidate.front().second;
    }
  }
}

class HimenoOnDevice : public EachDevice {
 protected:
  ReferenceStore store;

  // Empty if the result is right; why not otherwise. Off CUDA a variant that is written for it must
  // be refused.
  std::string complaint(const Chosen& chosen) {
    const Settings settings = settings_of(chosen);
    const Program made = program(settings);
    const bool for_cuda =
        std::ranges::find(made.sources, Language::cuda, &Source::language) != made.sources.end();
    if (for_cuda && device->info().backend != "cuda") {
      ErrorKind kind{};
      const std::string text =
          refusal([&] { run_program(*device, made, reference(settings, store), once()); }, &kind);
      return kind == ErrorKind::unavailable ? "" : "not refused as unavailable: " + text;
    }
    const Point point = run_program(*device, made, reference(settings, store), once());
    EXPECT_TRUE(point.verification.checked);
    return verdict_of(point) == Verdict::right ? "" : point.reason + name_of(verdict_of(point));
  }
};
PLUMB_FOR_EACH_DEVICE(HimenoOnDevice);

TEST_P(HimenoOnDevice, every_variant_is_right_at_odd_and_tiny_sizes) {
  for (const Variant& variant : variants) {
    for (const char* size : {"3x3x3", "3x4x5", "11x21x83"}) {
      EXPECT_EQ(complaint({{"variant", std::string(variant.name)},
                           {"size", size},
                           {"iterations", "5"},
                           {"groups", "12"}}),
                "")
          << variant.name << " " << size;
    }
  }
}

TEST_P(HimenoOnDevice, double_precision_is_right) {
  if (!device->info().doubles) GTEST_SKIP() << "the device has no double precision";
  for (const Variant& variant : variants) {
    for (const char* size : {"3x4x5", "8x21x67"}) {
      EXPECT_EQ(complaint({{"variant", std::string(variant.name)},
                           {"size", size},
                           {"precision", "f64"},
                           {"iterations", "3"},
                           {"groups", "12"}}),
                "")
          << variant.name << " " << size;
    }
  }
}

TEST_P(HimenoOnDevice, every_number_of_iterations_leaves_field_and_gosa_where_they_belong) {
  for (const char* variant : {"wide", "two_step", "on_chip", "plane"}) {
    for (const char* iterations : {"1", "2", "16", "17", "35"}) {
      EXPECT_EQ(complaint({{"variant", variant},
                           {"size", "6x9x35"},
                           {"iterations", iterations},
                           {"seed", "42"},
                           {"groups", "7"}}),
                "")
          << variant << " " << iterations;
    }
  }
}

// 20 and 36 iterations leave their gosa in the same slots, 18 and 20 their field in the same
// buffer.
TEST_P(HimenoOnDevice, a_run_of_fewer_iterations_is_wrong) {
  RunOptions options;
  options.stop.min_samples = options.stop.max_samples = 1;
  const auto of = [](const char* iterations) {
    return settings_of({{"variant", "naive"}, {"size", "12x13x30"}, {"iterations", iterations}});
  };
  for (const auto& [buffer, fewer, all] :
       {std::tuple{"gosa", "20", "36"}, {"gosa", "18", "20"}, {"p", "18", "20"}}) {
    Program shorter = program(of(fewer));
    std::erase_if(shorter.verification,
                  [name = buffer](const Check& check) { return check.buffer != name; });
    ASSERT_EQ(shorter.verification.size(), 1U);

    const Point point = run_program(*device, shorter, reference(of(all), store), options);

    EXPECT_EQ(point.status, Status::wrong) << buffer << " " << fewer;
    EXPECT_NE(run_program(*device, program(of(all)), reference(of(all), store), options).status,
              Status::wrong);
  }
}

TEST_P(HimenoOnDevice, official_data_give_the_official_gosa_in_every_variant) {
  for (const Variant& variant : variants) {
    EXPECT_EQ(complaint({{"variant", std::string(variant.name)},
                         {"size", "XS"},
                         {"coefficients", "official"},
                         {"iterations", "3"}}),
              "")
        << variant.name;
  }
}

TEST_P(HimenoOnDevice, parameters_change_the_launches_and_not_the_result) {
  const std::vector<Chosen> all{{{"variant", "wide"}, {"group", "8x16"}},
                                {{"variant", "naive"}, {"group", "64x1"}},
                                {{"variant", "plane"}, {"rows", "3"}},
                                {{"variant", "blocked"}, {"rows", "5"}},
                                {{"variant", "blocked"}, {"chunk", "4"}},
                                {{"variant", "blocked"}, {"groups", "132"}},
                                {{"variant", "blocked"}, {"rows", "1"}, {"groups", "132"}},
                                {{"variant", "padding"}, {"padding", "3000"}},
                                {{"variant", "two_step"}, {"tile", "32x6"}, {"chunk", "4"}},
                                {{"variant", "two_step"}, {"tile", "16x2"}, {"chunk", "1"}},
                                {{"variant", "two_step"}, {"tile", "64x16"}, {"stages", "3"}},
                                {{"variant", "two_step"}, {"tile", "128x9"}, {"padding", "256"}},
                                {{"variant", "two_step"}, {"tile", "128x8"}, {"padding", "12800"}},
                                {{"variant", "two_step"}, {"tile", "96x12"}},
                                {{"variant", "on_chip"}, {"groups", "2"}}};
  for (Chosen chosen : all) {
    chosen.emplace_back("size", "13x15x43");
    chosen.emplace_back("iterations", "4");

    EXPECT_EQ(complaint(chosen), "") << chosen[0].second << " " << chosen[1].second;
  }
}

TEST_P(HimenoOnDevice, a_size_that_does_not_fit_is_refused_with_what_it_needs) {
  std::uint64_t planes = 4;
  const auto settings = [&] {
    return settings_of({{"size", std::to_string(planes) + "x512x512"}, {"precision", "f64"}});
  };
  const auto needed = [&] { return memory_of(program(settings())); };
  while (planes < 16384 && needed() <= device->info().memory) planes *= 2;
  if (needed() <= device->info().memory) GTEST_SKIP() << "the device holds the largest size";

  const std::string message = refusal([&] {
    run_program(*device, program(settings()), reference(settings(), store), RunOptions{});
  });

  EXPECT_THAT(message, testing::HasSubstr("needs " + to_text(needed()) + ", "));
  EXPECT_THAT(message, testing::HasSubstr("' has " + to_text(device->info().memory)));
}

}  // namespace
}  // namespace plumb::himeno
