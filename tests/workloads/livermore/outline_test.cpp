// tests/workloads/livermore/outline_test.cpp - what programs are built from, and the data that come
// later.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "plumb/base/error.h"
#include "plumb/workloads/livermore/data/arrays.h"
#include "plumb/workloads/livermore/programs/parts.h"
#include "plumb/workloads/workload.h"

namespace plumb::livermore {
namespace {

TEST(LivermoreOutlineTest, is_that_of_the_arrays_themselves) {
  for (unsigned kernel = 1; kernel <= 24; ++kernel) {
    for (const DataSet data : {DataSet::official, DataSet::random, DataSet::hard}) {
      for (const std::uint64_t span : {1U, 2U, 3U, 5U, 8U, 77U, 1001U, 2345U}) {
        if (kernel == 16 && data == DataSet::hard && span < 8) {
          EXPECT_THROW((void)outline_of(kernel, span, data), Error);
          continue;
        }
        EXPECT_EQ(outline_of(kernel, span, data),
                  outline_of(initial_arrays<double>(kernel, span, data)))
            << "kernel " << kernel << " span " << span;
      }
    }
  }
}

// Two-dimensional arrays lie with their long axis contiguous and padded; any part can be made.
TEST(LivermoreOutlineTest, parts_of_a_buffer_are_those_of_the_whole) {
  for (const char* kernel : {"8", "14", "15", "16"}) {
    const Settings settings =
        settings_for(workload_named("livermore"), DeviceTraits{DeviceKind::gpu},
                     {{"kernel", kernel}, {"span", "77"}, {"data", "random"}});
    for (const Buffer& buffer : workload_named("livermore").program(settings).buffers) {
      const std::vector<double> whole = buffer.fill.values.all();
      if (buffer.fill.kind != FillKind::values) continue;
      EXPECT_EQ(whole.size(), buffer.count) << buffer.name;
      for (std::uint64_t first = 0; first < whole.size(); first += 37) {
        std::vector<double> part(std::min<std::uint64_t>(53, whole.size() - first));
        buffer.fill.values.copy(first, part);
        const auto begin = whole.begin() + static_cast<std::ptrdiff_t>(first);
        ASSERT_TRUE(std::equal(part.begin(), part.end(), begin)) << buffer.name << " " << first;
      }
    }
  }
}

// A span that no host could hold still has a program: that is all a prediction needs.
TEST(LivermoreOutlineTest, a_program_needs_no_data) {
  for (const char* kernel : {"8", "15", "18", "23"}) {
    const Settings settings =
        settings_for(workload_named("livermore"), DeviceTraits{DeviceKind::gpu},
                     {{"kernel", kernel}, {"span", "1073741824"}, {"data", "random"}});
    const Program program = workload_named("livermore").program(settings);
    EXPECT_GT(memory_of(program).count, 1ULL << 33U);
  }
}

}  // namespace
}  // namespace plumb::livermore
