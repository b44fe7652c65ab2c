// tests/model/prediction_property_test.cpp - what holds of every prediction of model plumbline,
// whatever a pass states.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <string>
#include <tuple>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include "plumb/model/predict.h"

namespace plumb {
namespace {

const Profile& known_profile(const std::string& name) {
  static std::map<std::string, Profile> read;
  const auto [found, is_new] = read.try_emplace(name);
  if (is_new) {
    const std::string path = fmt::format("{}/profiles/{}.json", PLUMB_SOURCE_DIR, name);
    const Json json = parse_json(read_text_file(path), path);
    found->second = profile_from_json(JsonView(json, path));
  }
  return found->second;
}

// A GPU in both of its languages, and a processor with the same figures, whose terms differ, and
// rates of its own beside them.
const Profile& draw_profile() {
  static const Profile processor = [] {
    Profile profile = known_profile("h200-cuda");
    profile.provenance.device.kind = "cpu";
    for (const auto& [name, rate, unit] : {std::tuple{"compute.scalar.throughput", 1e10, "op/s"},
                                           {"compute.row.fma.f32.throughput", 1e11, "flop/s"},
                                           {"bandwidth.private.rows", 1e11, "B/s"}})
      profile.parameters.push_back(
          {.name = name, .value = quantity_of(std::vector{rate}, unit), .method = {}, .note = {}});
    return profile;
  }();
  const int drawn = *rc::gen::inRange(0, 3);
  return drawn == 0 ? processor : known_profile(drawn == 1 ? "h200-cuda" : "h200-opencl");
}

std::uint64_t draw_count(std::uint64_t least, std::uint64_t most) {
  return *rc::gen::inRange<std::uint64_t>(least, most + 1);
}
// Up to `most`, as often small as large; none half of the time.
double draw_amount(double most) {
  if (*rc::gen::arbitrary<bool>()) return 0;
  return most * std::exp2(-*rc::gen::inRange(0, 160) / 10.0);
}

Access draw_access() {
  Access access{.references = draw_amount(512),
                .bytes = Bytes{*rc::gen::element<std::uint64_t>(1, 2, 4, 8, 16)},
                .pattern = static_cast<Pattern>(*rc::gen::inRange(0, 12)),
                .streams = draw_count(1, 12),
                .use = static_cast<Use>(*rc::gen::inRange(0, 3)),
                .executed = draw_amount(512),
                .reuse = static_cast<Reuse>(*rc::gen::inRange(0, 2)),
                .ahead = *rc::gen::element(0.0, 0.25, 1.0)};
  access.width = access.bytes.count * draw_count(1, 4);
  if (*rc::gen::arbitrary<bool>()) access.footprint = Bytes{1ULL << draw_count(0, 34)};
  if (*rc::gen::arbitrary<bool>()) access.row_bytes = Bytes{draw_count(1, 1U << 20U)};
  access.dependent = *rc::gen::element(0.0, 0.1, 1.0) * executed_references(access);
  return access;
}

Launch draw_launch() {
  const std::uint64_t group = 32 * draw_count(1, 32);
  Launch launch;
  launch.kernel = "k";
  launch.global = {group * (1ULL << draw_count(0, 18)), 1, 1};
  launch.local = {group, 1, 1};
  Pass& pass = launch.pass;
  pass.name = "p";
  pass.points = draw_count(1, 1ULL << draw_count(0, 28));
  pass.operations = {.type = *rc::gen::element(Scalar::f32, Scalar::f64),
                     .fma = draw_amount(1000),
                     .add = draw_amount(1000),
                     .div = draw_amount(10),
                     .sqrt = draw_amount(10),
                     .log = draw_amount(2),
                     .sin = draw_amount(2),
                     .integer = draw_amount(1000)};
  pass.barriers = draw_amount(100);
  pass.cluster_barriers = draw_amount(10);
  pass.local_traffic = draw_amount(1000);
  pass.turns = draw_amount(64);
  pass.alone = *rc::gen::element(0.0, 0.5, 1.0);
  pass.longest = std::min(draw_amount(64), static_cast<double>(pass.points));
  pass.local_memory = draw_count(0, 1U << 15U);
  pass.registers = draw_count(0, 64);
  for (std::uint64_t n = draw_count(0, 3); n > 0; --n) pass.accesses.push_back(draw_access());
  return launch;
}

// Several of them, so that what a launch takes stands beside what a wait does.
Prediction predicted(const Profile& profile, const Launch& launch) {
  Program program;
  program.name = "p";
  program.kernels = {{"k", "k.cl", "k", {}}};
  program.steps = {{"p", Repeat{100, {{"p", launch}}}}};
  return predict(profile, program, {.models = {"plumbline"}, .paths = {}}).predictions.front();
}

RC_GTEST_PROP(Prediction, is_a_time_within_its_interval_or_has_a_reason, ()) {
  const Prediction made = predicted(draw_profile(), draw_launch());
  RC_CLASSIFY(made.reason.empty(), "predicted");
  if (!made.reason.empty()) return;
  const Cost whole = made.whole();
  const std::optional<TimeInterval> interval = interval_of(whole);

  RC_ASSERT(std::isfinite(whole.time.count()));
  RC_ASSERT(whole.time > Seconds{});
  RC_ASSERT(interval.has_value());
  RC_ASSERT(std::isfinite(interval->high.count()));
  RC_ASSERT(interval->low > Seconds{});
  RC_ASSERT(interval->low <= whole.time);
  RC_ASSERT(whole.time <= interval->high);
}

// What a kernel does beside all else costs no less than nothing; but for a few hundredths, since
// how far times overlap is read between loads from afar and from near.
RC_GTEST_PROP(Prediction, is_no_shorter_for_a_kernel_that_does_more, ()) {
  const Profile& profile = draw_profile();
  const Launch launch = draw_launch();
  const Prediction before = predicted(profile, launch);
  Launch more = launch;
  switch (*rc::gen::inRange(0, 4)) {
    case 0:
      more.pass.operations.fma += 100;
      break;
    case 1:
      more.pass.operations.integer += 100;
      break;
    case 2:
      more.pass.barriers += 10;
      break;
    default:
      more.pass.local_traffic += 64;
  }
  const Prediction after = predicted(profile, more);

  RC_PRE(before.reason.empty() && after.reason.empty());
  RC_ASSERT(after.total() >= 0.97 * before.total());
}

}  // namespace
}  // namespace plumb
