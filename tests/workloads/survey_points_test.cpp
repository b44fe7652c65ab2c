// tests/workloads/survey_points_test.cpp - what workloads offer to a survey.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "plumb/base/error.h"
#include "plumb/workloads/workload.h"

namespace plumb {
namespace {

TEST(SurveyPoints, every_workload_takes_part) {
  for (const Workload& workload : catalogue()) EXPECT_NE(workload.survey_points, nullptr);
}

TEST(SurveyPoints, have_about_as_much_data_as_they_are_given_on_every_kind_of_device) {
  for (const DeviceKind kind : {DeviceKind::cpu, DeviceKind::gpu}) {
    const DeviceTraits traits{.kind = kind, .compute_units = 7};
    for (const Workload& workload : catalogue()) {
      for (const std::uint64_t data : {100'003ULL, 3'000'017ULL, 30'000'001ULL}) {
        for (const NamedTexts& point : workload.survey_points(Bytes{data}, traits)) {
          const Program program = workload.program(settings_for(workload, traits, point));
          const auto bytes = static_cast<double>(memory_of(program).count);
          EXPECT_GT(bytes, 0.25 * static_cast<double>(data)) << workload.name;
          EXPECT_LT(bytes, 4.0 * static_cast<double>(data)) << workload.name;
        }
      }
    }
  }
}

TEST(SurveyPoints, can_be_made_of_next_to_nothing) {
  const DeviceTraits traits{.kind = DeviceKind::cpu, .compute_units = 2};
  for (const Workload& workload : catalogue()) {
    for (const NamedTexts& point : workload.survey_points(Bytes{1}, traits))
      EXPECT_NO_THROW((void)workload.program(settings_for(workload, traits, point)))
          << workload.name;
  }
}

TEST(SurveyPoints, are_in_single_precision_where_the_device_has_no_other) {
  const DeviceTraits traits{.kind = DeviceKind::gpu, .doubles = false};
  for (const Workload& workload : catalogue()) {
    for (const NamedTexts& point : workload.survey_points(Bytes{1'000'000}, traits)) {
      const std::string* precision = text_named(point, "precision");
      EXPECT_TRUE(precision == nullptr || *precision == "f32") << workload.name;
    }
  }
}

}  // namespace
}  // namespace plumb
