// tests/workloads/livermore/program_test.cpp - all 24 kernels on every device, element by element.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "plumb/records/verdict.h"
#include "plumb/run/loaded_program.h"
#include "plumb/run/run_program.h"
#include "plumb/workloads/livermore/data/zones.h"
#include "plumb/workloads/livermore/livermore.h"
#include "plumb/workloads/livermore/reference/reference.h"
#include "plumb/workloads/livermore/rows.h"
#include "plumb/workloads/workload.h"
#include "tests/device/each_device.h"
#include "tests/run/run_once.h"

namespace plumb::livermore {
namespace {

using Chosen = std::vector<std::pair<std::string, std::string>>;

Settings settings_of(unsigned kernel, Chosen chosen) {
  chosen.emplace_back("kernel", std::to_string(kernel));
  return settings_for(workload_named("livermore"), DeviceTraits{DeviceKind::any}, chosen);
}

TEST(Livermore, every_kernel_and_variant_is_a_sound_program) {
  for (unsigned kernel = 1; kernel <= 24; ++kernel) {
    for (const char* variant : {"best", "thesis", "sequential"}) {
      if (variant == std::string("thesis") && kernel_row(kernel).build_thesis == nullptr) continue;
      for (const char* span : {"1", "2", "short", "long"}) {
        EXPECT_NO_THROW(check(program(settings_of(kernel, {{"variant", variant}, {"span", span}}))))
            << kernel << " " << variant << " " << span;
      }
    }
  }
}

TEST(Livermore, every_row_stands_at_its_number_and_is_complete) {
  ASSERT_EQ(kernel_rows().size(), 24U);
  for (unsigned kernel = 1; kernel <= 24; ++kernel) {
    const KernelRow& row = kernel_row(kernel);

    EXPECT_EQ(row.number, kernel);
    EXPECT_FALSE(row.name.empty() || row.technique.empty() || row.arrays.empty()) << kernel;
    EXPECT_TRUE(row.build_best != nullptr && row.build_sequential != nullptr) << kernel;
    EXPECT_TRUE(row.single.run != nullptr && row.wide.strict_sums != nullptr) << kernel;
    const Arrays<double> arrays = initial_arrays<double>(kernel, 8, DataSet::official);
    for (const std::string_view name : names_in(row.results))
      EXPECT_TRUE(arrays.reals.contains(name) || arrays.integers.contains(name)) << kernel << name;
    for (const std::string_view name : names_in(row.rounding.reordered))
      EXPECT_THAT(names_in(row.results), testing::Contains(name)) << kernel;
  }
}

TEST(Livermore, a_streamed_scan_has_a_group_per_unit_of_the_device) {
  const auto groups_on = [](std::uint64_t units) {
    const DeviceTraits device{.kind = DeviceKind::gpu,
                              .compute_units = units,
                              .local_memory = Bytes{232448},
                              .bulk_copies = true};
    const Settings settings =
        settings_for(workload_named("livermore"), device, {{"kernel", "11"}, {"span", "200000"}});
    const Program made = program(settings);
    const auto& steps = std::get<Repeat>(made.steps.front().action).steps;
    const auto& launch = std::get<Launch>(steps.front().action);
    return launch.global[0] / launch.local[0];
  };

  EXPECT_EQ(groups_on(10), 10U);
  EXPECT_EQ(groups_on(1000), 26U) << "tiles of 7936 steps";
  EXPECT_EQ(groups_on(0), 26U) << "units that are not known limit nothing";
}

TEST(Livermore, flops_follow_the_official_weights_and_counts) {
  EXPECT_EQ(official_flops(1, 1001), 5005);
  EXPECT_EQ(official_flops(2, 101), 4 * 97);
  EXPECT_EQ(official_flops(2, 15), 4 * 11);
  EXPECT_EQ(official_flops(4, 1001), 2 * 600);
  EXPECT_EQ(official_flops(6, 64), 2 * 1984);
  EXPECT_EQ(kernel_row(16).flops_found(std::array{75.0, 38.0, 75.0, 1.0}), 2 * 75 + 10 * 38);
  EXPECT_EQ(official_flops(21, 101), 2 * 625 * 101);
}

TEST(Livermore, a_map_counts_each_array_once) {
  const Program made = program(settings_of(1, {{"span", "1000"}}));

  EXPECT_EQ(demand_of(made.steps.front()).bytes.count, 24000U);
  EXPECT_EQ(demand_of(made.steps.front()).flops.count, 5000);
}

TEST(Livermore, what_it_does_not_take_is_refused) {
  EXPECT_THAT(refusal([] { settings_of(25, {}); }),
              testing::StartsWith("--kernel 25: must be one of 1, 2, 3"));
  EXPECT_EQ(refusal([] { settings_of(1, {{"span", "huge"}}); }),
            "--span huge: must be one of long, medium, short or a whole number");
  EXPECT_EQ(refusal([] { settings_of(1, {{"span", "0"}}); }), "--span 0: must be 1 to 1073741824");
  EXPECT_THAT(refusal([] { program(settings_of(6, {{"span", "1073741824"}})); }),
              testing::StartsWith("kernel 6 at span 1073741824: its array B would have "));
  EXPECT_THAT(refusal([] { arrays_before(settings_of(6, {{"span", "1048576"}})); }),
              testing::AllOf(testing::HasSubstr("kernel 6 at span 1048576: its arrays and their "
                                                "reference need "),
                             testing::HasSubstr("GiB of host memory, this machine has ")));
  EXPECT_THAT(refusal([] { program(settings_of(17, {{"variant", "thesis"}})); }),
              testing::StartsWith("the thesis gives no passes for kernel 17"));
  EXPECT_THAT(refusal([] { program(settings_of(16, {{"data", "hard"}, {"span", "3"}})); }),
              testing::HasSubstr("need a span of 8 or more"));
}

class LivermoreOnDevice : public EachDevice {
 protected:
  void expect_right(unsigned kernel, const Chosen& chosen) {
    const Settings settings = settings_of(kernel, chosen);
    ReferenceStore store;
    const Point point = run_program(*device, program(settings), reference(settings, store), once());
    std::string name = "kernel " + std::to_string(kernel);
    for (const auto& [key, value] : chosen) name += " " + key + "=" + value;
    EXPECT_EQ(verdict_of(point), Verdict::right) << name << ": " << point.reason;
    EXPECT_TRUE(point.verification.checked) << name;
  }

  // After one execution, what the result buffers hold.
  std::vector<std::vector<double>> results(const Settings& settings, const Program& made) {
    LoadedProgram loaded(*device, made);
    device::Queue* const queue = &loaded.queue();
    loaded.fill();
    for (std::size_t i = 0; i < made.steps.size(); ++i) loaded.execute(i);
    std::vector<std::vector<double>> all;
    std::vector<std::string> names =
        result_buffers(static_cast<unsigned>(settings.count("kernel")), settings.text("variant"));
    for (const Buffer& buffer : made.buffers) {
      if (buffer.name == "control") names.push_back(buffer.name);
    }
    for (const std::string& name : names) {
      const Buffer& buffer = buffer_named(made, name);
      std::vector<std::byte> bytes(buffer.count * size_of(buffer.type).count);
      queue->read(bytes, loaded.buffer(name), {});
      queue->wait();
      all.emplace_back(buffer.count);
      values_of(bytes, buffer.type.scalar, all.back());
    }
    return all;
  }

  // A GPU's own form and a CPU's; a CPU takes seconds to build a GPU's scan and has one test of it.
  [[nodiscard]] std::vector<const char*> chunks() const {
    if (device->info().kind == device::Kind::cpu) return {"64"};
    return {"1", "64"};
  }

  [[nodiscard]] std::vector<const char*> precisions() const {
    if (!device->info().doubles) return {"f32"};
    return {"f64", "f32"};
  }
};
PLUMB_FOR_EACH_DEVICE(LivermoreOnDevice);

TEST_P(LivermoreOnDevice, all_kernels_are_right_at_official_odd_and_tiny_spans) {
  for (unsigned kernel = 1; kernel <= 24; ++kernel) {
    for (const char* precision : precisions()) {
      // A CPU takes seconds to build a GPU's scan: one recurrence in one precision is enough there.
      const bool again =
          precision != precisions().front() || kernel == 11 || kernel == 19 || kernel == 23;
      const char* chunk = again && device->info().kind == device::Kind::cpu ? "64" : "1";
      expect_right(kernel, {{"precision", precision}, {"span", "long"}, {"chunk", chunk}});
      expect_right(kernel, {{"precision", precision}, {"span", "1"}, {"chunk", "64"}});
      expect_right(kernel,
                   {{"precision", precision}, {"span", "1027"}, {"data", "hard"}, {"chunk", "64"}});
    }
  }
}

TEST_P(LivermoreOnDevice, official_sums_agree_to_the_digits_that_the_suite_can_expect) {
  if (!device->info().doubles) GTEST_SKIP() << "the sums are those of double precision";
  for (unsigned kernel = 1; kernel <= 24; ++kernel) {
    for (unsigned which = 0; which < 3; ++which) {
      const char* spans[] = {"long", "medium", "short"};
      const Settings settings =
          settings_of(kernel, {{"span", spans[which]}, {"chunk", chunks().front()}});
      const std::uint64_t span = span_of(settings);
      Arrays<double> host = initial_arrays<double>(kernel, span, DataSet::official, which);
      Arrays<double> found = host;
      run_reference(host);
      const auto values = results(settings, program(settings));
      const auto names = result_buffers(kernel, "best");
      for (std::size_t i = 0; i < names.size(); ++i) keep_result(found, names[i], values[i]);

      const auto expected = strict_sums(host);
      const auto sums = strict_sums(found);
      constexpr unsigned reordered[] = {3, 4, 5, 6, 11, 13, 14, 17, 19, 20, 21, 23};
      const bool loose = std::ranges::find(reordered, kernel) != std::end(reordered);
      for (std::size_t i = 0; i < sums.size(); ++i)
        EXPECT_GE(agreeing_digits(sums[i], expected[i]), loose ? 12 : 14) << kernel;
      EXPECT_GE(agreeing_digits(official_sum(found), official_sum(host)), loose ? 12 : 14)
          << kernel;
    }
  }
}

// Digits of the strict sums in single precision against double precision from the rounded fill, of
// a sequential program at the three spans (specification of the suite, section 6).
constexpr int single_digits[24][3] = {
    {9, 8, 8}, {8, 8, 7},  {5, 6, 7}, {6, 7, 8},    {9, 8, 8}, {7, 7, 8}, {9, 8, 8}, {9, 9, 9},
    {9, 9, 9}, {9, 9, 10}, {5, 7, 8}, {16, 16, 16}, {8, 8, 8}, {8, 9, 8}, {8, 8, 9}, {16, 16, 16},
    {9, 9, 8}, {8, 8, 8},  {9, 9, 8}, {6, 8, 7},    {8, 7, 7}, {9, 9, 8}, {9, 9, 8}, {16, 16, 16}};

TEST_P(LivermoreOnDevice, single_precision_has_the_digits_that_the_suite_can_expect) {
  for (unsigned kernel = 1; kernel <= 24; ++kernel) {
    for (unsigned which = 0; which < 3; ++which) {
      const char* spans[] = {"long", "medium", "short"};
      const Settings settings = settings_of(
          kernel, {{"span", spans[which]}, {"precision", "f32"}, {"chunk", chunks().front()}});
      Arrays<double> host = exact_arrays(rounded_arrays(
          initial_arrays<double>(kernel, span_of(settings), DataSet::official, which)));
      Arrays<double> found = host;
      run_reference(host);
      const auto values = results(settings, program(settings));
      const auto names = result_buffers(kernel, "best");
      for (std::size_t i = 0; i < names.size(); ++i) keep_result(found, names[i], values[i]);

      const int expected = single_digits[kernel - 1][which];
      // Another order of the same roundings moves the last digit.
      EXPECT_GE(agreeing_digits(strict_sums(found).front(), strict_sums(host).front()),
                expected == 16 ? 16 : expected - 1)
          << "kernel " << kernel << " " << spans[which];
    }
  }
}

TEST_P(LivermoreOnDevice, sequential_and_thesis_variants_are_right) {
  for (unsigned kernel = 1; kernel <= 24; ++kernel) {
    expect_right(kernel, {{"precision", precisions().front()},
                          {"span", "77"},
                          {"data", "random"},
                          {"variant", "sequential"}});
    if (kernel_row(kernel).build_thesis == nullptr) continue;
    expect_right(kernel, {{"precision", precisions().front()},
                          {"span", "77"},
                          {"data", "random"},
                          {"variant", "thesis"}});
  }
}

TEST_P(LivermoreOnDevice, the_search_ends_as_stated_in_every_way) {
  const Settings settings =
      settings_of(16, {{"data", "hard"}, {"span", "1001"}, {"precision", precisions().front()}});
  for (const char end : {'A', 'B', 'C', 'D', 'E'}) {
    Arrays<double> arrays = initial_arrays<double>(16, 1001, DataSet::hard);
    set_search_end(arrays, end);
    const auto found = results(settings, program_from(settings, arrays)).front();
    run_reference(arrays);

    EXPECT_EQ(found, strict_sums(arrays)) << end;
  }
}

TEST_P(LivermoreOnDevice, sweeps_settle_before_the_cap_and_fall_back_without_any) {
  for (const unsigned kernel : {17U, 20U}) {
    for (const char* chunk : {"1", "64"}) {
      const Settings settings = settings_of(kernel, {{"data", "hard"},
                                                     {"span", "20000"},
                                                     {"chunk", chunk},
                                                     {"precision", precisions().front()}});
      const std::vector<double> control = results(settings, program(settings)).back();

      EXPECT_EQ(control[64 + 16], 0) << "kernel " << kernel << " did not settle in 16 sweeps";
      expect_right(kernel, {{"data", "hard"},
                            {"span", "20000"},
                            {"chunk", chunk},
                            {"precision", precisions().front()}});
    }
    expect_right(kernel, {{"sweeps", "0"}, {"precision", precisions().front()}});
  }
}

// 100003 steps are 49 of a GPU's tiles: its scans look back over blocks of them.
TEST_P(LivermoreOnDevice, results_are_bit_equal_from_run_to_run) {
  for (const unsigned kernel : {3U, 5U, 11U, 13U, 14U, 19U, 23U, 24U}) {
    for (const char* chunk : chunks()) {
      const Settings settings = settings_of(kernel, {{"data", "random"},
                                                     {"span", "100003"},
                                                     {"chunk", chunk},
                                                     {"precision", precisions().front()}});
      const Program made = program(settings);

      EXPECT_EQ(results(settings, made), results(settings, made)) << kernel << " " << chunk;
    }
  }
}

TEST_P(LivermoreOnDevice, random_data_are_right_at_long_odd_spans) {
  for (unsigned kernel = 1; kernel <= 24; ++kernel) {
    const std::string span = std::to_string(span_of_points(kernel, 200003));
    if (kernel == 20) continue;  // random data make it grow without end
    for (const char* precision : precisions()) {
      expect_right(kernel, {{"precision", precision},
                            {"span", span},
                            {"data", "random"},
                            {"chunk", chunks().front()}});
    }
  }
}

// Tickets are counted over all repetitions and begin anew beyond 2^31.
TEST_P(LivermoreOnDevice, scans_are_right_again_and_again) {
  for (const char* scan : {"tiles", "stream"}) {
    const Settings settings = settings_of(5, {{"data", "random"},
                                              {"span", "100003"},
                                              {"scan", scan},
                                              {"precision", precisions().front()}});
    if (scan == std::string("stream") && device->info().backend != "cuda") continue;
    Program made = program(settings);
    const auto once = results(settings, made);
    const Launch& launch =
        std::get<Launch>(std::get<Repeat>(made.steps.front().action).steps.front().action);
    const std::uint64_t groups = launch.global[0] / launch.local[0];
    const std::uint64_t tiles = scan == std::string("tiles") ? 0 : (100002 + 3839) / 3840;
    const std::uint64_t tickets = tiles + groups;
    for (Buffer& buffer : made.buffers) {
      if (buffer.name != "control") continue;
      std::vector<double> control(buffer.count);
      control[0] = static_cast<double>(((1ULL << 31U) / tickets - 1) * tickets);
      buffer.fill = Fill{.kind = FillKind::values, .values = std::move(control)};
    }
    LoadedProgram loaded(*device, made);
    device::Queue* const queue = &loaded.queue();
    loaded.fill();
    for (int repetition = 0; repetition < 4; ++repetition) {
      loaded.execute(0);
      std::vector<std::byte> bytes(buffer_named(made, "X").count *
                                   size_of(buffer_named(made, "X").type).count);
      std::vector<double> found(buffer_named(made, "X").count);
      queue->read(bytes, loaded.buffer("X"), {});
      queue->wait();
      values_of(bytes, buffer_named(made, "X").type.scalar, found);
      EXPECT_EQ(found, once.front()) << scan << ", repetition " << repetition;
    }
  }
}

// Spans around a tile's 3840, 7936 and 16128 steps, and one at which every group of an H200 takes
// several.
TEST_P(LivermoreOnDevice, streamed_scans_are_right_and_bit_equal_or_refused) {
  for (const unsigned kernel : {5U, 11U, 19U}) {
    for (const char* precision : precisions()) {
      for (const char* span : {"1", "2", "101", "3840", "3842", "7937", "16129", "4000037"}) {
        const Chosen chosen{
            {"scan", "stream"}, {"precision", precision}, {"span", span}, {"data", "random"}};
        const Settings settings = settings_of(kernel, chosen);
        const Program made = program(settings);
        if (device->info().backend != "cuda") {
          if (made.kernels.empty()) continue;  // one element has nothing to scan
          EXPECT_THAT(refusal([&] { (void)results(settings, made); }),
                      testing::HasSubstr("choose a CUDA device"));
          break;
        }
        expect_right(kernel, chosen);
        EXPECT_EQ(results(settings, made), results(settings, made)) << kernel << " " << span;
      }
    }
  }
}

TEST_P(LivermoreOnDevice, charges_by_atomics_are_right) {
  for (const char* precision : precisions())
    expect_right(14, {{"scatter", "atomic"}, {"span", "1001"}, {"precision", precision}});
}

}  // namespace
}  // namespace plumb::livermore
