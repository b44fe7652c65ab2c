// tests/study/run_points_test.cpp - what is finished is kept when a point fails or a run is
// interrupted; refusals, roofs and exit codes.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/study/run_points.h"

#include <filesystem>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include "plumb/base/error.h"
#include "plumb/base/json.h"
#include "plumb/records/verdict.h"
#include "plumb/report/result_tables.h"
#include "tests/device/each_device.h"
#include "tests/run/run_once.h"

namespace plumb::study {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

// A device whose compiler fails at sources of one name.
class BreaksAt : public device::Device {
 public:
  BreaksAt(device::Device& device, std::string source)
      : device_(&device), source_(std::move(source)) {}
  [[nodiscard]] const device::Info& info() const override { return device_->info(); }
  std::unique_ptr<device::Buffer> allocate(Bytes size) override { return device_->allocate(size); }
  std::unique_ptr<device::HostMemory> allocate_host(Bytes size) override {
    return device_->allocate_host(size);
  }
  std::unique_ptr<device::Image> image(const device::ImageFormat& format) override {
    return device_->image(format);
  }
  std::unique_ptr<device::Module> load(const device::Source& source) override {
    if (source.name.find(source_) != std::string::npos)
      throw Error(ErrorKind::device, "the compiler broke on purpose");
    return device_->load(source);
  }
  std::unique_ptr<device::Queue> queue() override { return device_->queue(); }
  [[nodiscard]] std::optional<device::State> state() override { return device_->state(); }

 private:
  device::Device* device_;
  std::string source_;
};

class RunPoints : public EachDevice {
 protected:
  void SetUp() override {
    EachDevice::SetUp();
    path = (std::filesystem::temp_directory_path() / fmt::format("plumb_run_{}.json", ::getpid()))
               .string();
    watch.failed = [this](const std::exception& error) { failures.push_back(explain(error)); };
  }
  void TearDown() override { std::filesystem::remove(path); }

  [[nodiscard]] Plan livermore(const char* kernels) const {
    return plan_suite("livermore", "mflops", device->info(),
                      {{"kernel", kernels}, {"span", "27"}, {"precision", "f32"}});
  }
  [[nodiscard]] Result kept() const {
    const Json json = parse_json(read_text_file(path), path);
    return result_from_json(JsonView(json, path));
  }
  std::vector<std::string> verdicts() const {
    std::vector<std::string> texts;
    for (const Point* point : shown_points(result, {})) texts.push_back(verdict_text(*point));
    return texts;
  }

  std::string path;
  Watch watch;
  std::vector<std::string> failures;
  Result result;
};
PLUMB_FOR_EACH_DEVICE(RunPoints);

TEST_P(RunPoints, one_that_fails_has_its_reason_and_the_others_go_on) {
  BreaksAt broken(*device, "minimum.cl");

  const Outcome outcome = run_points(broken, livermore("1,24,12"), twice(), watch, result, path);

  EXPECT_THAT(verdicts(), ElementsAre("right", "error", "right"));
  EXPECT_EQ(outcome.failure, ErrorKind::device);
  EXPECT_EQ(exit_code(outcome, result, false), 5);
  EXPECT_THAT(failures, ElementsAre(HasSubstr("the compiler broke on purpose")));
  EXPECT_THAT(render(result_tables(kept()), Format::text),
              HasSubstr("the compiler broke on purpose"));
}

TEST_P(RunPoints, a_copy_that_fails_costs_the_shares_and_no_row) {
  BreaksAt broken(*device, "stream/");

  const Outcome outcome = run_points(broken, livermore("1"), twice(), watch, result, path);

  EXPECT_THAT(verdicts(), ElementsAre("right"));
  EXPECT_EQ(exit_code(outcome, result, false), 0);
  EXPECT_THAT(render(result_tables(result), Format::text),
              HasSubstr("the copy failed: 'stream' on "));
}

TEST_P(RunPoints, the_copy_is_measured_once_per_precision_after_the_first_point) {
  run_points(*device, livermore("1,12"), twice(), watch, result, "");

  ASSERT_EQ(result.points.size(), 3U);
  EXPECT_TRUE(result.points[1].roof);
  EXPECT_EQ(result.points[1].workload, "stream");
  EXPECT_TRUE(has_times(result.points[1]));
  EXPECT_THAT(render(result_tables(result), Format::text), HasSubstr(" (f32) in the same run"));
}

TEST_P(RunPoints, an_interrupt_keeps_the_finished_points_with_their_share_of_the_copy) {
  RunOptions options = twice();
  options.interrupted = [this] { return result.points.size() == 3; };  // two and the copy

  const Outcome outcome = run_points(*device, livermore("1,24,12"), options, watch, result, path);

  EXPECT_TRUE(outcome.interrupted);
  EXPECT_EQ(exit_code(outcome, result, false), 130);
  EXPECT_THAT(verdicts(), ElementsAre("right", "right"));
  EXPECT_EQ(kept().points.size(), 3U);
}

TEST_P(RunPoints, an_interrupt_before_the_first_point_leaves_the_file_as_it_was) {
  RunOptions options = twice();
  options.interrupted = [] { return true; };
  write_whole(path, "an earlier result");

  const Outcome outcome = run_points(*device, livermore("1"), options, watch, result, path);

  EXPECT_TRUE(outcome.interrupted);
  EXPECT_EQ(read_text_file(path), "an earlier result");
}

TEST_P(RunPoints, a_refusal_is_a_row_of_a_suite_and_a_failure_where_it_is_all) {
  const auto planned = [&](const char* kernels) {
    return plan_suite(
        "livermore", "mflops", device->info(),
        {{"kernel", kernels}, {"span", "27"}, {"precision", "f32"}, {"variant", "thesis"}});
  };
  const Outcome some = run_points(*device, planned("3,17"), twice(), watch, result, "");
  EXPECT_THAT(verdicts(), ElementsAre("right", "right", "refused", "right"));
  EXPECT_EQ(exit_code(some, result, true), 0);
  EXPECT_TRUE(failures.empty());

  result = {};
  const Outcome all = run_points(*device, planned("17"), twice(), watch, result, "");
  EXPECT_THAT(verdicts(), ElementsAre("refused", "right")) << "ours is there for comparison";
  EXPECT_EQ(exit_code(all, result, false), 2);
  EXPECT_THAT(failures, ElementsAre(HasSubstr("the thesis gives no passes for kernel 17")));
}

TEST_P(RunPoints, outside_a_suite_a_refusal_is_a_failure_and_the_others_go_on) {
  const Plan plan = plan_points(
      "livermore", {},
      {{"variant", "thesis"}, {"kernel", "17,3"}, {"span", "27"}, {"precision", "f32"}});

  const Outcome outcome = run_points(*device, plan, twice(), watch, result, path);

  EXPECT_EQ(exit_code(outcome, result, false), 2);
  EXPECT_THAT(verdicts(), ElementsAre("refused", "right"));
  EXPECT_EQ(kept().points.front().status, Status::skipped);
}

TEST_P(RunPoints, readings_are_in_the_record_with_what_the_host_expects) {
  const Plan plan =
      plan_points("himeno", {}, {{"size", "5x6x9"}, {"iterations", "18"}, {"variant", "naive"}});
  run_points(*device, plan, twice(), watch, result, path);

  const Result record = kept();
  const ReadingResult* gosa = reading_named(record.points.front(), "gosa");
  ASSERT_NE(gosa, nullptr);
  ASSERT_EQ(gosa->values.size(), 2U) << "the iterations since the first slot was used again";
  EXPECT_NEAR(gosa->values.back(), gosa->expected.back(), 1e-3 * gosa->expected.back());
  EXPECT_LT(gosa->values[1], gosa->values[0]);
  EXPECT_EQ(record.points.front().credit->iterations, 18U);
}

TEST_P(RunPoints, a_file_that_cannot_be_written_is_reported_once_and_costs_no_point) {
  const Outcome outcome = run_points(*device, livermore("1,12"), twice(), watch, result,
                                     "/nonexistent folder/result.json");

  EXPECT_EQ(failures.size(), 1U);
  EXPECT_EQ(exit_code(outcome, result, false), 1);
  EXPECT_THAT(verdicts(), ElementsAre("right", "right"));
}

Point with_status(Status status) {
  Point point;
  point.status = status;
  return point;
}

TEST(ExitCode, is_that_of_the_worst_that_happened) {
  const Result noisy{.provenance = {},
                     .points = {with_status(Status::ok), with_status(Status::unreliable)}};
  const Result wrong{.provenance = {},
                     .points = {with_status(Status::unreliable), with_status(Status::wrong)}};

  EXPECT_EQ(exit_code({}, noisy, false), 0);
  EXPECT_EQ(exit_code({}, noisy, true), 4);
  EXPECT_EQ(exit_code({}, wrong, true), 1);
  EXPECT_EQ(exit_code({.failure = ErrorKind::device}, wrong, true), 5);
  EXPECT_EQ(exit_code({.failure = ErrorKind::device, .interrupted = true}, wrong, true), 130);
}

}  // namespace
}  // namespace plumb::study
