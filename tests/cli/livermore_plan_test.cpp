// tests/cli/livermore_plan_test.cpp - what is finished is kept when a kernel fails or a run is
// interrupted.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "cli/livermore_plan.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "plumb/base/error.h"
#include "plumb/device/open.h"
#include "plumb/workloads/workload.h"
#include "tests/device/each_device.h"
#include "tests/run/run_once.h"

namespace plumb::cli {
namespace {

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

class LivermorePlan : public EachDevice {
 protected:
  [[nodiscard]] std::vector<Settings> plan_of(std::initializer_list<const char*> kernels) const {
    std::vector<Settings> plan;
    for (const char* kernel : kernels) {
      const std::vector<std::pair<std::string, std::string>> chosen{
          {"kernel", kernel}, {"span", "27"}, {"precision", "f32"}};
      plan.push_back(settings_for(workload_named("livermore"), Suits::any, chosen));
    }
    return plan;
  }

  Progress silent{true};
  std::vector<std::size_t> rows;  // finished when `after_row` was called
  std::function<void(const LivermoreResults&)> after_row = [this](const LivermoreResults& results) {
    rows.push_back(results.points.size());
  };
};
PLUMB_FOR_EACH_DEVICE(LivermorePlan);

TEST_P(LivermorePlan, a_kernel_that_fails_has_its_reason_and_the_others_go_on) {
  BreaksAt broken(*device, "minimum.cl");

  const LivermoreResults results =
      run_livermore_plan(broken, plan_of({"1", "24", "12"}), once(), silent, after_row);

  ASSERT_EQ(results.points.size(), 3U);
  EXPECT_THAT(rows, testing::ElementsAre(1, 2, 3));
  EXPECT_EQ(results.points[0].reason, "");
  EXPECT_EQ(results.points[1].verdict, "error");
  EXPECT_THAT(results.points[1].reason, HasSubstr("the compiler broke on purpose"));
  EXPECT_EQ(results.points[2].reason, "");
  EXPECT_GT(results.copy, 0);
}

TEST_P(LivermorePlan, a_copy_that_fails_costs_the_shares_and_no_row) {
  BreaksAt broken(*device, "stream/");

  const LivermoreResults results =
      run_livermore_plan(broken, plan_of({"1"}), once(), silent, after_row);

  ASSERT_EQ(results.points.size(), 1U);
  EXPECT_EQ(results.points[0].reason, "");
  EXPECT_EQ(results.copy, 0);
  EXPECT_THAT(results.no_copy, HasSubstr("the copy failed: "));
  const Table table = livermore_table(results.points, "title", results.copy, results.no_copy);
  EXPECT_THAT(render(table, Format::text), HasSubstr("the compiler broke on purpose"));
}

TEST_P(LivermorePlan, an_interrupt_keeps_the_finished_rows) {
  RunOptions options = once();
  options.interrupted = [this] { return rows.size() == 2; };

  const LivermoreResults results =
      run_livermore_plan(*device, plan_of({"1", "24", "12"}), options, silent, after_row);

  EXPECT_TRUE(results.interrupted);
  ASSERT_EQ(results.points.size(), 2U);
  EXPECT_EQ(results.points[1].reason, "");
  EXPECT_GT(results.copy, 0);
}

TEST_P(LivermorePlan, an_interrupt_before_the_copy_is_told) {
  RunOptions options = once();
  options.interrupted = [] { return true; };

  const LivermoreResults results =
      run_livermore_plan(*device, plan_of({"1"}), options, silent, after_row);

  EXPECT_TRUE(results.interrupted);
  EXPECT_TRUE(results.points.empty());
  EXPECT_EQ(results.no_copy, "interrupted before the copy was measured");
}

}  // namespace
}  // namespace plumb::cli
