// tests/records/measured_run_property_test.cpp - foreign files with anything in them are read or
// refused, never worse; what is read can be compared.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include "plumb/base/error.h"
#include "plumb/records/google_benchmark.h"
#include "plumb/records/measured_run.h"
#include "tests/records/example_records.h"

namespace plumb {
namespace {

Json drawn_value() {
  switch (*rc::gen::inRange(0, 9)) {
    case 0:
      return nullptr;
    case 1:
      return *rc::gen::arbitrary<int>();
    case 2:
      return *rc::gen::element(0.0, -0.0, -1.0, 5e-324, 1e308, 1e-320);
    case 3:
      return *rc::gen::element<std::string>("", "nan", "-inf", "1e999", "-1", "0x10", "iteration");
    case 4:
      return *rc::gen::arbitrary<std::string>();
    case 5:
      return Json::array();
    case 6:
      return Json::object();
    case 7:
      return *rc::gen::arbitrary<bool>();
    default:
      return UINT64_MAX;
  }
}

// Goes down the document at random and puts something else there, or takes it away.
void change_somewhere(Json& value) {
  Json* place = &value;
  while (place->is_structured() && !place->empty() && *rc::gen::inRange(0, 6) != 0) {
    const auto at = *rc::gen::inRange<std::size_t>(0, place->size());
    auto member = place->begin();
    std::advance(member, static_cast<std::ptrdiff_t>(at));
    if (place->is_object() && *rc::gen::inRange(0, 12) == 0) {
      place->erase(member.key());
      return;
    }
    place = &*member;
  }
  *place = drawn_value();
}

void require_read_or_refused(Json json) {
  for (int changes = *rc::gen::inRange(1, 4); changes > 0; --changes) change_somewhere(json);
  try {
    const MeasuredRun run = measured_run_from_json(JsonView(json, "f.json"), "f.json");
    RC_ASSERT(!run.steps.empty());
    for (const MeasuredStep& step : run.steps) {
      RC_ASSERT(!step.settings.empty());
      RC_ASSERT(std::isfinite(std::log(step.centre())));
    }
  } catch (const Error& error) {
    RC_ASSERT(error.kind() == ErrorKind::input);
  }
}

Json kept_file(const std::string& name) {
  const std::string path = PLUMB_SOURCE_DIR "/tests/golden/" + name;
  return parse_json(read_text_file(path), path);
}

RC_GTEST_PROP(MeasuredRunProperty, a_changed_file_of_google_benchmark_is_read_or_refused, ()) {
  static const Json file = google_benchmark_json(example_result());
  require_read_or_refused(file);
}

RC_GTEST_PROP(MeasuredRunProperty, a_changed_file_of_nvbench_is_read_or_refused, ()) {
  static const Json file = kept_file("compare/nvbench_before.json");
  require_read_or_refused(file);
}

RC_GTEST_PROP(MeasuredRunProperty, a_changed_result_is_read_or_refused, ()) {
  static const Json file = kept_file("records/result.json");
  require_read_or_refused(file);
}

RC_GTEST_PROP(MeasuredRunProperty, times_pass_through_the_form_of_google_benchmark, ()) {
  Result result = example_result();
  std::vector<double> samples(*rc::gen::inRange<std::size_t>(1, 50));
  for (double& sample : samples) sample = 1e-9 * *rc::gen::inRange(1, 1'000'000'000);
  result.points.front().steps.front().time = quantity_of(samples, "s");
  result.points.front().steps.front().outliers.clear();
  const Json json = google_benchmark_json(result);

  const MeasuredRun run = measured_run_from_json(JsonView(json, "f.json"), "f.json");

  RC_ASSERT(run.steps.front().samples.size() == samples.size());
  for (std::size_t i = 0; i < samples.size(); ++i)
    RC_ASSERT(std::fabs(run.steps.front().samples[i] / samples[i] - 1) < 1e-14);
}

}  // namespace
}  // namespace plumb
