// tests/workloads/stream_test.cpp - stream against its references, every variant, odd sizes.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/workloads/stream/stream.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "plumb/records/verdict.h"
#include "plumb/workloads/workload.h"
#include "tests/workloads/run_on_device.h"

namespace plumb {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using Chosen = std::vector<std::pair<std::string, std::string>>;

Settings stream_settings(const Chosen& chosen) {
  return settings_for(workload_named("stream"), DeviceTraits{DeviceKind::cpu}, chosen);
}

TEST(Stream, counts_the_bytes_and_flops_of_the_classic_rules) {
  const Program program =
      stream::program(stream_settings({{"elements", "1000"}, {"precision", "f64"}}));

  std::vector<std::uint64_t> bytes;
  std::vector<double> flops;
  for (const Step& step : program.steps) {
    bytes.push_back(demand_of(step).bytes.count);
    flops.push_back(demand_of(step).flops.count);
  }

  EXPECT_THAT(bytes, testing::ElementsAre(16000, 16000, 24000, 24000, 16000));
  EXPECT_THAT(flops, testing::ElementsAre(0, 1000, 1000, 2000, 2000));
}

TEST(Stream, three_elements_by_hand_follow_the_reference) {
  const Settings settings = stream_settings({{"elements", "3"}, {"precision", "f64"}});
  const Program program = stream::program(settings);
  ReferenceStore store;
  const Reference reference = stream::reference(settings, store);
  const double s = 0.41421356237309503;
  double a[3];
  fill_values(program.buffers[0].fill, Scalar::f64, 0, a);
  double found_a[3];
  double found_b[3];
  double found_c[3];
  double sum = 0;

  reference("a", 0, found_a);
  reference("b", 0, found_b);
  reference("c", 0, found_c);
  reference("sum", 0, {&sum, 1});

  double expected_sum = 0;
  for (int i = 0; i < 3; ++i) {
    const double b = s * a[i];
    const double c = a[i] + b;
    EXPECT_DOUBLE_EQ(found_b[i], b);
    EXPECT_DOUBLE_EQ(found_c[i], c);
    EXPECT_DOUBLE_EQ(found_a[i], b + s * c);
    expected_sum += (b + s * c) * b;
  }
  EXPECT_DOUBLE_EQ(sum, expected_sum);
}

TEST(Stream, a_repetition_returns_to_the_same_array) {
  const Settings settings = stream_settings({{"elements", "100"}, {"precision", "f64"}});
  const Program program = stream::program(settings);
  double before[100];
  double after[100];

  fill_values(program.buffers[0].fill, Scalar::f64, 0, before);
  ReferenceStore store;
  stream::reference(settings, store)("a", 0, after);

  for (int i = 0; i < 100; ++i) EXPECT_NEAR(after[i], before[i], 1e-15 * 4);
}

TEST(Stream, every_combination_of_settings_is_a_sound_program) {
  for (const char* variant : {"wide", "loop"}) {
    for (const char* operation : {"all", "copy", "scale", "add", "triad", "dot"}) {
      const Program program = stream::program(
          stream_settings({{"variant", variant}, {"operation", operation}, {"elements", "1"}}));

      EXPECT_NO_THROW(check(program)) << variant << " " << operation;
    }
  }
}

TEST(Settings, what_a_parameter_does_not_take_is_refused) {
  EXPECT_EQ(refusal([] { stream_settings({{"elements", "0"}}); }),
            "--elements 0: must be 1 to 68719476736");
  EXPECT_EQ(refusal([] { stream_settings({{"elements", "ten"}}); }),
            "--elements ten: must be a whole number");
  EXPECT_EQ(refusal([] { stream_settings({{"precision", "f16"}}); }),
            "--precision f16: must be one of f32, f64");
  EXPECT_THAT(refusal([] { stream_settings({{"element", "5"}}); }),
              AllOf(HasSubstr("workload 'stream' has no parameter 'element'; it has "),
                    HasSubstr("; did you mean 'elements'?")));
  EXPECT_THAT(refusal([] { workload_named("steam"); }),
              AllOf(HasSubstr("unknown workload 'steam'; known are "),
                    HasSubstr("; did you mean 'stream'?")));
}

TEST(Settings, a_gpu_with_bulk_copies_takes_what_suits_gpus_and_its_own_defaults) {
  const Workload& livermore = workload_named("livermore");

  const DeviceTraits hopper{
      .kind = DeviceKind::gpu, .local_memory = Bytes{232448}, .bulk_copies = true};
  const DeviceTraits little_local_memory{
      .kind = DeviceKind::gpu, .local_memory = Bytes{101376}, .bulk_copies = true};

  EXPECT_EQ(default_variant(workload_named("stream"), hopper), "wide");
  EXPECT_EQ(settings_for(livermore, hopper, {}).text("scan"), "stream");
  EXPECT_EQ(settings_for(livermore, little_local_memory, {}).text("scan"), "tiles");
  EXPECT_EQ(settings_for(livermore, DeviceTraits{DeviceKind::gpu}, {}).text("scan"), "tiles");
  EXPECT_EQ(settings_for(livermore, DeviceTraits{DeviceKind::cpu}, {}).text("scan"), "tiles");
}

TEST(Settings, the_default_variant_follows_the_kind_of_device) {
  const Workload& workload = workload_named("stream");

  EXPECT_EQ(default_variant(workload, DeviceTraits{DeviceKind::gpu}), "wide");
  EXPECT_EQ(default_variant(workload, DeviceTraits{DeviceKind::cpu}), "loop");
}

class StreamOnDevice : public RunOnDevice {
 protected:
  Point run(Chosen chosen) {
    Point point = RunOnDevice::run(stream::workload, stream_settings(chosen));
    EXPECT_TRUE(point.verification.checked);
    return point;
  }
};
PLUMB_FOR_EACH_DEVICE(StreamOnDevice);

TEST_P(StreamOnDevice, every_variant_and_precision_is_right_at_odd_sizes) {
  for (const char* variant : {"wide", "loop"}) {
    for (const char* precision : {"f32", "f64"}) {
      if (std::string(precision) == "f64" && !device->info().doubles) continue;
      for (const char* elements : {"1", "3", "255", "1027", "100003"}) {
        const Point point = run({{"variant", variant},
                                 {"precision", precision},
                                 {"elements", elements},
                                 {"chunk", "777"},
                                 {"groups", "5"}});

        EXPECT_EQ(verdict_of(point), Verdict::right)
            << variant << " " << precision << " " << elements << ": " << point.reason;
      }
    }
  }
}

TEST_P(StreamOnDevice, every_operation_alone_is_right) {
  for (const char* variant : {"wide", "loop"}) {
    for (const char* operation : {"copy", "scale", "add", "triad", "dot"}) {
      const Point point = run(
          {{"variant", variant}, {"operation", operation}, {"elements", "4099"}, {"seed", "42"}});

      EXPECT_EQ(verdict_of(point), Verdict::right)
          << variant << " " << operation << ": " << point.reason;
      EXPECT_EQ(point.steps.size(), 1U);
    }
  }
}

}  // namespace
}  // namespace plumb
