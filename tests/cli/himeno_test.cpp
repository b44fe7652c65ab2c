// tests/cli/himeno_test.cpp - plumb himeno as users meet it: rows, the paper's table, tuning.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/workloads/himeno/himeno.h"

#include <filesystem>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "plumb/records/program.h"
#include "plumb/records/result.h"
#include "plumb/workloads/workload.h"
#include "tests/cli/plumb_program.h"

namespace plumb {
namespace {

using testing::AllOf;
using testing::HasSubstr;

class PlumbHimeno : public PlumbOnDevice {
 protected:
  // One sample per point, in the folder of the test.
  Outcome himeno(std::vector<std::string> words) {
    words.insert(words.begin(), "himeno");
    for (const char* word : {"--min-samples", "1", "--max-samples", "1", "--min-time", "0s",
                             "--warm-up", "0", "--max-noise", "100", "-q"})
      words.emplace_back(word);
    return finish(start(words, {"XDG_DATA_HOME=" + folder}));
  }
};

TEST_F(PlumbHimeno, a_row_has_rate_share_and_gosa_and_the_scores_stand_below) {
  const Outcome outcome = himeno({"--size", "9x10x20", "--coefficients", "official", "--iterations",
                                  "3", "--variant", "naive,row", "--format", "md"});

  EXPECT_EQ(outcome.code, 0) << outcome.error;
  EXPECT_THAT(outcome.out, testing::ContainsRegex("naive *\\| 9x10x20 *\\| f32 .* right"));
  EXPECT_THAT(outcome.out, testing::ContainsRegex("row *\\| 9x10x20 *\\| f32 .* right"));
  EXPECT_THAT(outcome.out, AllOf(HasSubstr("score"), HasSubstr("82.84"), HasSubstr("the dynamic")));
}

TEST_F(PlumbHimeno, all_variants_stand_beside_the_table_of_the_paper) {
  const Outcome outcome =
      himeno({"--size", "6x7x9", "--iterations", "2", "--variant", "all", "--format", "csv"});

  EXPECT_EQ(outcome.code, 0) << outcome.error;
  EXPECT_THAT(outcome.out,
              AllOf(HasSubstr("previous implementation,21.4,41.2"), HasSubstr("base,14.4,24.7"),
                    HasSubstr("padding,36.1,69.7"), HasSubstr("two_step"), HasSubstr("plane")));
}

TEST_F(PlumbHimeno, a_record_of_every_point_and_the_copy_is_written_with_its_provenance) {
  const std::string file = folder + "/record.json";
  const Outcome outcome = himeno({"--size", "5x6x9", "--variant", "naive,on_chip", "--iterations",
                                  "2", "--precision", "f32,f64", "--set", "groups=2", "-o", file});

  EXPECT_EQ(outcome.code, 0) << outcome.error;
  EXPECT_EQ(outcome.out, "");  // -q
  const Json json = parse_json(read_text_file(file), file);
  const Result record = result_from_json(JsonView(json, file));
  EXPECT_THAT(record.provenance.command, testing::StartsWith("plumb himeno --size 5x6x9"));
  EXPECT_NE(record.provenance.device.driver, "");
  ASSERT_EQ(record.points.size(), 6U);
  EXPECT_EQ(record.points[0].status, Status::unreliable) << "one sample has no interval";
  EXPECT_TRUE(record.points[0].verification.checked);
  const bool cuda = record.provenance.device.backend == "cuda";
  EXPECT_TRUE(record.points[1].roof) << "after the first point of its precision";
  EXPECT_EQ(record.points[2].status, cuda ? Status::unreliable : Status::skipped);
  EXPECT_TRUE(record.points[4].roof);
  EXPECT_FALSE(reading_named(record.points[0], "gosa")->values.empty());
  EXPECT_FALSE(record.points[0].steps.back().time.samples.empty());
}

TEST_F(PlumbHimeno, official_data_show_how_far_gosa_lies_from_its_value_in_double) {
  const Outcome outcome =
      himeno({"--size", "9x10x20", "--coefficients", "official", "--iterations", "3", "--variant",
              "naive", "--precision", "f32,f64", "--format", "csv"});

  EXPECT_EQ(outcome.code, 0) << outcome.error;
  EXPECT_THAT(outcome.out, HasSubstr("gosa,off double by,result"));
}

TEST_F(PlumbHimeno, tuning_keeps_a_configuration_that_is_then_the_default) {
  const Outcome tuned =
      himeno({"--size", "8x9x20", "--iterations", "2", "--tune", "--tune-time", "1ms"});
  ASSERT_EQ(tuned.code, 0) << tuned.error;
  EXPECT_THAT(tuned.out, AllOf(HasSubstr("best"), HasSubstr("kept in " + folder)));
  ASSERT_FALSE(std::filesystem::is_empty(folder + "/plumbline/tunings"));

  // What is kept decides: a variant that tuning never chooses comes back.
  const auto file = std::filesystem::directory_iterator(folder + "/plumbline/tunings")->path();
  Json kept = parse_json(read_text_file(file), "kept");
  kept["settings"] = {{"variant", "swap"}, {"padding", "640"}};
  write_whole(file, to_text(kept));
  const Outcome again = himeno({"--size", "8x9x20", "--iterations", "2"});

  EXPECT_EQ(again.code, 0) << again.error;
  EXPECT_THAT(again.out, AllOf(HasSubstr("swap"), HasSubstr("640 B between planes")));
}

TEST_F(PlumbHimeno, a_kept_configuration_that_is_damaged_is_refused_with_its_place) {
  ASSERT_EQ(himeno({"--size", "5x5x9", "--iterations", "1", "--tune", "--tune-time", "1ms"}).code,
            0);
  const auto file = std::filesystem::directory_iterator(folder + "/plumbline/tunings")->path();
  Json kept = parse_json(read_text_file(file), "kept");
  kept.erase("settings");
  write_whole(file, to_text(kept));

  const Outcome outcome = himeno({"--size", "5x5x9"});

  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.error, HasSubstr("settings"));
}

TEST_F(PlumbHimeno, a_variant_or_size_that_cannot_run_at_all_is_wrong_usage) {
  const Outcome group = himeno({"--size", "5x5x5", "--variant", "naive", "--set", "group=24x2"});
  EXPECT_EQ(group.code, 2);
  EXPECT_EQ(group.out, "");
  EXPECT_THAT(group.error, HasSubstr("--group 24x2: the items of a group must be a power of 2"));

  const Outcome large = himeno({"--size", "16384x16384x32", "--variant", "all"});
  EXPECT_EQ(large.code, 2);
  EXPECT_THAT(large.error, HasSubstr("at most 2^32 are supported"));

  const Outcome beside = himeno({"--size", "5x5x5", "--variant", "naive,row,on_chip", "--set",
                                 "group=24x2", "--iterations", "1"});
  EXPECT_EQ(beside.code, 2) << "naive takes no size that was asked for";
}

// What one iteration of naive needs in double precision.
Bytes memory_at(const std::string& size) {
  const std::vector<std::pair<std::string, std::string>> chosen{
      {"variant", "naive"}, {"size", size}, {"precision", "f64"}, {"iterations", "1"}};
  return memory_of(himeno::program(
      settings_for(workload_named("himeno"), DeviceTraits{DeviceKind::any}, chosen)));
}

TEST_F(PlumbHimeno, too_little_memory_is_reported_in_bytes_of_the_device) {
  // Twice its memory: what a CPU reports as its own changes with what others use.
  const Bytes much = 2 * device::find_devices().devices.front().memory;
  std::uint64_t planes = 4;
  while (planes < 16384 && memory_at(fmt::format("{}x512x512", planes)) < much) planes *= 2;
  const std::string size = fmt::format("{}x512x512", planes);
  if (memory_at(size) < much) GTEST_SKIP() << "the device holds the largest size";

  for (const char* flag : {"--strict", "--no-verify"}) {
    const Outcome outcome = himeno({"--size", "5x5x5," + size, "--precision", "f64", "--variant",
                                    "naive", "--iterations", "1", "--format", "csv", flag});

    EXPECT_EQ(outcome.code, 5) << flag;
    EXPECT_THAT(outcome.error, HasSubstr("needs " + to_text(memory_at(size)) + ", "));
    EXPECT_THAT(outcome.out, HasSubstr("naive,5x5x5,f64"));  // what was finished is shown
  }
}

TEST_F(PlumbHimeno, a_command_of_which_nothing_runs_fails_as_its_first_point) {
  if (device::find_devices().devices.front().backend == "cuda")
    GTEST_SKIP() << "two_step is written for CUDA";

  const Outcome outcome = himeno({"--size", "5x5x9", "--variant", "two_step", "--iterations", "2"});

  EXPECT_EQ(outcome.code, 3);
  EXPECT_THAT(outcome.error, HasSubstr("choose a CUDA device"));
}

TEST_F(PlumbHimeno, noise_fails_if_it_must_not_be) {
  const std::vector<std::string> words{
      "himeno", "--size",        "5x5x9", "--variant",  "naive", "-q",          "--min-samples",
      "2",      "--max-samples", "3",     "--min-time", "0s",    "--max-noise", "0.0000001"};
  const std::vector<std::string> place{"XDG_DATA_HOME=" + folder};
  std::vector<std::string> strict = words;
  strict.emplace_back("--strict");

  EXPECT_EQ(finish(start(words, place)).code, 0);
  EXPECT_EQ(finish(start(strict, place)).code, 4);
}

TEST_F(PlumbHimeno, what_tuning_would_ignore_is_refused_beside_it) {
  const auto refused = [&](std::vector<std::string> words) {
    words.insert(words.end(), {"--size", "5x5x5", "--tune"});
    const Outcome outcome = himeno(words);
    EXPECT_EQ(outcome.code, 2);
    return outcome.error;
  };

  EXPECT_EQ(refused({"--variant", "naive"}),
            "error: --variant naive: tuning chooses it; leave it out\n");
  EXPECT_EQ(refused({"--set", "rows=4"}), "error: --rows 4: tuning chooses it; leave it out\n");
  EXPECT_EQ(refused({"--no-verify"}),
            "error: --no-verify: tuning keeps what it has verified; leave it out\n");
  EXPECT_EQ(refused({"--no-timing"}), "error: --no-timing: tuning compares times; leave it out\n");
  EXPECT_EQ(refused({"--tune-time", "-1s"}),
            "error: --tune-time: '-1s' is less than zero; 'plumb tune --help' shows the options\n");
}

TEST_F(PlumbHimeno, is_a_short_name_of_its_suite) {
  const Outcome brief = himeno({"--size", "5x6x9", "--variant", "naive", "--iterations", "2"});
  const Outcome full = plumb(
      {"run", "himeno", "--suite", "ladder", "--set", "size=5x6x9", "--variant", "naive",
       "--iterations", "2", "--min-samples", "1", "--max-samples", "1", "--min-time", "0s", "-q"},
      {"XDG_DATA_HOME=" + folder});

  EXPECT_EQ(brief.code, 0) << brief.error;
  EXPECT_EQ(full.code, 0) << full.error;
  const auto heading = [](const std::string& out) { return out.substr(0, out.find("naive")); };
  EXPECT_EQ(heading(full.out).substr(0, 80), heading(brief.out).substr(0, 80));
}

TEST_F(PlumbHimeno, what_is_not_verified_is_not_called_right) {
  const Outcome outcome = himeno({"--size", "5x6x9", "--variant", "naive", "--no-verify"});

  EXPECT_EQ(outcome.code, 0) << outcome.error;
  EXPECT_THAT(outcome.out, AllOf(HasSubstr("not checked"), testing::Not(HasSubstr("right"))));
}

TEST_F(PlumbHimeno, what_it_does_not_take_is_refused) {
  const Outcome size = himeno({"--size", "2x3x4"});
  EXPECT_EQ(size.code, 2);
  EXPECT_THAT(size.error, HasSubstr("--size 2x3x4: every number must be 3 to 16384"));

  const Outcome set = himeno({"--size", "5x5x5", "--set", "tile"});
  EXPECT_EQ(set.code, 2);
  EXPECT_THAT(set.error, HasSubstr("--set tile: expected NAME=VALUE"));

  const Outcome variant = himeno({"--size", "5x5x5", "--variant", "fastest"});
  EXPECT_EQ(variant.code, 2);
  EXPECT_THAT(variant.error, HasSubstr("--variant fastest: must be one of wide, blocked"));
}

}  // namespace
}  // namespace plumb
