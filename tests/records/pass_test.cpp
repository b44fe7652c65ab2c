// tests/records/pass_test.cpp - demands summed over accesses; passes there and back as JSON.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/records/pass.h"

#include <limits>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "plumb/base/error.h"
#include "tests/records/refusal.h"

namespace plumb {
namespace {

Pass read_pass(const std::string& text) {
  const Json json = parse_json(text, "p.json");
  return pass_from_json(JsonView(json, "p.json"));
}

// A pass of `points` points with one access that has `members`.
std::string pass_with(const std::string& points, const std::string& members) {
  return R"({"points": )" + points + R"(, "accesses": [{)" + members + "}]}";
}

TEST(Pass, asks_for_points_times_references_times_bytes_of_every_access) {
  const Pass pass{
      .name = "p",
      .points = 1001,
      .accesses = {{.references = 2.5, .bytes = Bytes{8}}, {.references = 1, .bytes = Bytes{4}}},
      .flops = Flops{0.5}};

  EXPECT_EQ(bytes_of(pass), Bytes{1001ULL * 24});
  EXPECT_EQ(flops_of(pass), Flops{500.5});
}

TEST(Pass, that_states_nothing_asks_for_nothing) {
  EXPECT_EQ(bytes_of(Pass{}), Bytes{0});
  EXPECT_EQ(flops_of(Pass{}), Flops{0});
}

TEST(Pass, members_left_out_take_their_defaults) {
  const Pass pass = read_pass(pass_with("3", R"("bytes": 8)"));

  EXPECT_EQ(pass, (Pass{.name = {}, .points = 3, .accesses = {{.bytes = Bytes{8}, .width = 8}}}));
}

TEST(Pass, every_pattern_and_context_reads_back) {
  for (int pattern = 0; pattern < 12; ++pattern) {
    for (int context = 0; context < 4; ++context) {
      const Pass pass{.name = "p",
                      .points = 7,
                      .accesses = {{.pattern = static_cast<Pattern>(pattern),
                                    .footprint = Bytes{1},
                                    .row_bytes = Bytes{2}}},
                      .flops = Flops{0.1},
                      .group = 3,
                      .context = static_cast<LaunchContext>(context)};
      const Json json = to_json(pass);

      const Pass again = pass_from_json(JsonView(json, "p.json"));

      EXPECT_EQ(again, pass);
    }
  }
}

TEST(Pass, uses_chains_and_operations_read_back) {
  for (const Use use : {Use::read, Use::write, Use::both}) {
    Pass pass{.name = "p",
              .points = 7,
              .accesses = {{.references = 3,
                            .use = use,
                            .dependent = 2.5,
                            .executed = 4.5,
                            .reuse = Reuse::device,
                            .ahead = 0.75}},
              .operations = {.type = Scalar::f64,
                             .fma = 1,
                             .div = 0.5,
                             .log = 2,
                             .sin = 0.25,
                             .pow = 1,
                             .integer = 3},
              .barriers = 9,
              .cluster_barriers = 2,
              .local_traffic = 4.5,
              .turns = 16,
              .alone = 0.25,
              .longest = 3.5,
              .local_memory = 4096,
              .registers = 40};
    const Json json = to_json(pass);

    EXPECT_EQ(pass_from_json(JsonView(json, "p.json")), pass);
  }
}

TEST(Pass, samplers_read_back_and_only_read) {
  for (const Sampler sampler : {Sampler::none, Sampler::nearest, Sampler::linear}) {
    const Pass pass{.name = "p", .points = 7, .accesses = {{.sampler = sampler}}};
    const Json json = to_json(pass);

    EXPECT_EQ(pass_from_json(JsonView(json, "p.json")), pass);
    EXPECT_EQ(json["accesses"][0].contains("sampler"), sampler != Sampler::none);
  }

  EXPECT_EQ(refusal([] { return read_pass(pass_with("1", R"("bytes": 4, "sampler": "cubic")")); }),
            "p.json: /accesses/0/sampler: unknown sampler 'cubic'; known are none, nearest, "
            "linear");
  EXPECT_EQ(refusal([] {
              return read_pass(pass_with("1", R"("bytes": 4, "sampler": "linear", "use": "both")"));
            }),
            "p.json: /: samplers only read: 'sampler' needs 'use' read and no pattern that writes "
            "(scatter, atomic, reduction)");
  for (const Pattern pattern : {Pattern::scatter, Pattern::atomic, Pattern::reduction}) {
    const Pass pass{
        .name = "p", .points = 7, .accesses = {{.pattern = pattern, .sampler = Sampler::nearest}}};
    EXPECT_THROW(check(pass), Error) << name_of(pattern);
  }
}

TEST(Pass, strided_references_state_the_bytes_to_the_next_point) {
  const auto message = [](const std::string& more) {
    return refusal(
        [&] { return read_pass(pass_with("1", R"("bytes": 4, "pattern": "strided")" + more)); });
  };

  EXPECT_EQ(message(""),
            "p.json: /: 'strided' needs 'row_bytes', the bytes from a point's element to that of "
            "the next point");
  EXPECT_EQ(message(R"(, "row_bytes": 0)"), message(""));
  EXPECT_EQ(message(R"(, "row_bytes": 8)"), "nothing was thrown");
}

TEST(Pass, operations_that_cannot_be_are_refused) {
  const auto read_operations = [](const std::string& members) {
    return refusal([&] {
      return read_pass(R"({"points": 2, "accesses": [], "operations": {)" + members + "}}");
    });
  };

  EXPECT_EQ(read_operations(R"("div": -1)"), "p.json: /operations/div: must be zero or larger");
  EXPECT_EQ(read_operations(R"("erf": 1)"),
            "p.json: /operations: unknown member 'erf'; did you mean 'exp'?");
  EXPECT_EQ(read_operations(R"("type": "int")"),
            "p.json: /operations/type: unknown type of operations 'int'; known are float, double");
  EXPECT_EQ(read_operations(R"("exp": 1e308)"),
            "p.json: /: 'operations' must be zero or larger, and finite for all points: 'exp'");
  EXPECT_EQ(refusal([] { return read_pass(pass_with("1", R"("bytes": 4, "dependent": 2)")); }),
            "p.json: /: 'dependent' must be zero or larger, at most 'executed' ('references' where "
            "that is not stated)");
  const auto with = [](const char* executed) {
    return pass_with("1", fmt::format(R"("bytes": 4, "references": 3, "executed": {}, )"
                                      R"("dependent": 2)",
                                      executed));
  };
  EXPECT_NO_THROW(read_pass(with("2")));
  EXPECT_THROW(read_pass(with("1")), Error);
  EXPECT_EQ(refusal([] { return read_pass(pass_with("1", R"("bytes": 4, "ahead": 1.5)")); }),
            "p.json: /: 'ahead' is a share of the references, between 0 and 1");
  EXPECT_EQ(refusal([] { return read_pass(pass_with("1", R"("bytes": 4, "executed": -1)")); }),
            "p.json: /accesses/0/executed: must be zero or larger");
  EXPECT_EQ(refusal([] { return read_pass(pass_with("1", R"("bytes": 4, "reuse": "host")")); }),
            "p.json: /accesses/0/reuse: unknown reuse 'host'; known are unit, device");
  EXPECT_EQ(refusal([] { return read_pass(R"({"points": 2, "accesses": [], "longest": 3})"); }),
            "p.json: /: 'longest' must be zero or larger, at most 'points'");
  EXPECT_EQ(refusal([] {
              return read_pass(R"({"points": 2, "accesses": [], "local_memory": 1073741825})");
            }),
            "p.json: /: 'local_memory' must be at most 2^30 bytes");
  EXPECT_EQ(
      refusal([] { return read_pass(R"({"points": 2, "accesses": [], "registers": 1048577})"); }),
      "p.json: /: 'registers' must be at most 2^20");
  EXPECT_EQ(refusal([] { return read_pass(R"({"points": 2, "accesses": [], "barriers": -1})"); }),
            "p.json: /barriers: must be zero or larger");
  EXPECT_EQ(
      refusal([] { return read_pass(R"({"points": 2, "accesses": [], "cluster_barriers": -1})"); }),
      "p.json: /cluster_barriers: must be zero or larger");
  EXPECT_EQ(refusal([] { return read_pass(R"({"points": 2, "accesses": [], "turns": -1})"); }),
            "p.json: /turns: must be zero or larger");
  EXPECT_EQ(refusal([] { return read_pass(R"({"points": 2, "accesses": [], "alone": 1.5})"); }),
            "p.json: /: 'alone' is a share of the points, between 0 and 1");
  EXPECT_EQ(
      refusal([] { return read_pass(R"({"points": 2, "accesses": [], "local_traffic": -1})"); }),
      "p.json: /local_traffic: must be zero or larger");
  EXPECT_EQ(
      refusal([] { return read_pass(R"({"points": 2, "accesses": [], "local_traffic": 1e308})"); }),
      "p.json: /: 'local_traffic' must be zero or larger, and finite for all points");
}

TEST(Pass, what_is_no_pass_is_refused_by_its_place) {
  EXPECT_EQ(refusal([] { return read_pass(R"({"accesses": []})"); }),
            "p.json: /: member 'points' is missing");
  EXPECT_EQ(refusal([] { return read_pass(R"({"points": 1, "acesses": []})"); }),
            "p.json: /: unknown member 'acesses'; did you mean 'accesses'?");
  EXPECT_EQ(refusal([] { return read_pass(pass_with("1125899906842625", R"("bytes": 1)")); }),
            "p.json: /points: 1125899906842625 is more than 1125899906842624");
  EXPECT_EQ(
      refusal([] { return read_pass(pass_with("1", R"("bytes": 4, "pattern": "strided?")")); }),
      "p.json: /accesses/0/pattern: unknown pattern 'strided?'; known are single, self, "
      "head, relative, neighbourhood, multiple, symmetric, random, strided, scatter, atomic, "
      "reduction; did you mean 'strided'?");
  EXPECT_EQ(
      refusal([] { return read_pass(R"({"points": 1, "accesses": [], "context": "warm"})"); }),
      "p.json: /context: unknown launch context 'warm'; known are derived, same-kernel, "
      "other-kernel, after-wait");
}

TEST(Pass, a_negative_count_is_refused) {
  EXPECT_EQ(refusal([] { return read_pass(pass_with("1", R"("bytes": 4, "references": -1)")); }),
            "p.json: /accesses/0/references: must be zero or larger");
  EXPECT_EQ(refusal([] { return read_pass(R"({"points": 1, "accesses": [], "flops": -0.5})"); }),
            "p.json: /flops: must be zero or larger");
}

TEST(Pass, more_bytes_than_can_be_counted_are_refused_even_at_no_points) {
  const std::string huge = R"("bytes": 1048576, "references": 1e308)";

  EXPECT_EQ(refusal([&] { return read_pass(pass_with("1", huge)); }),
            "p.json: /: asks for more than 2^62 bytes");
  EXPECT_EQ(refusal([&] { return read_pass(pass_with("0", huge)); }),
            "p.json: /: asks for more than 2^62 bytes");
}

TEST(Pass, numbers_that_are_not_finite_are_refused) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const Pass no_references{.name = {}, .points = 0, .accesses = {{.references = nan}}};
  const Pass endless_flops{.name = {}, .points = 9, .accesses = {}, .flops = Flops{1e308}};

  EXPECT_EQ(refusal([&] { check(no_references); }), "'references' must be zero or larger");
  EXPECT_EQ(refusal([&] { check(endless_flops); }),
            "'flops' must be zero or larger, and finite for all points");
}

}  // namespace
}  // namespace plumb
