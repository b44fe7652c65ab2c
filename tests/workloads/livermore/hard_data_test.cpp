// tests/workloads/livermore/hard_data_test.cpp - the branches of 17 and 20 on the hard data, on the
// host and on every device.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "plumb/run/loaded_program.h"
#include "plumb/workloads/livermore/data/arrays.h"
#include "plumb/workloads/livermore/livermore.h"
#include "plumb/workloads/workload.h"
#include "tests/device/each_device.h"

namespace plumb::livermore {
namespace {

// FNV-1a over one letter per iteration.
std::uint64_t fingerprint(const std::string& letters) {
  std::uint64_t hash = 14695981039346656037ULL;
  for (const char letter : letters) {
    hash ^= static_cast<unsigned char>(letter);
    hash *= 1099511628211ULL;
  }
  return hash;
}

// Kernel 17, k = n..2: S step model, L linear model.
std::string branches_of_17(std::uint64_t n) {
  const Arrays<double> arrays = initial_arrays<double>(17, n, DataSet::hard);
  std::string letters;
  double x = 1.0 / 3.0;
  for (std::size_t k = n - 1; k >= 1; --k) {
    const double e3 = x * arrays.real("VLR")[k] + arrays.real("VLIN")[k];
    const double limit = 5.0 / 3.0 * e3;
    const bool step = x > limit || arrays.real("VXNE")[k] > limit;
    letters += step ? 'S' : 'L';
    x = step ? x * arrays.real("VSP")[k] + arrays.real("VSTP")[k] : e3 + e3 - x;
  }
  return letters;
}

// Kernel 20, k = 1..n: 0 di is 0; 1 dn is S; 2 not clamped; 3 dn is T.
std::string cases_of_20(std::uint64_t n) {
  const Arrays<double> arrays = initial_arrays<double>(20, n, DataSet::hard);
  const double s = arrays.scalar("S");
  const double t = arrays.scalar("T");
  std::string letters;
  double x = arrays.real("XX")[0];
  for (std::size_t k = 0; k < n; ++k) {
    const double di = arrays.real("Y")[k] - arrays.real("G")[k] / (x + arrays.scalar("DK"));
    const double free = di != 0 ? arrays.real("Z")[k] / di : 0.2;
    const double low = std::min(free, t);
    const double dn = di != 0 ? std::max(low, s) : 0.2;
    if (di == 0) {
      letters += '0';
    } else if (low < s) {
      letters += '1';
    } else {
      letters += free < t ? '2' : '3';
    }
    const double v = arrays.real("V")[k];
    const double next = ((arrays.real("W")[k] + v * dn) * x + arrays.real("U")[k]) /
                        (arrays.real("VX")[k] + v * dn);
    x = (next - x) * dn + x;
  }
  return letters;
}

TEST(LivermoreHardData, branches_are_those_that_the_specification_states) {
  EXPECT_EQ(std::ranges::count(branches_of_17(1001), 'S'), 318);
  EXPECT_EQ(fingerprint(branches_of_17(1001)), 0x7c7340fff5ac3dc1U);
  EXPECT_EQ(std::ranges::count(branches_of_17(20000), 'S'), 6195);
  EXPECT_EQ(fingerprint(branches_of_17(20000)), 0x22d43a5c9f6ddddcU);

  const auto counts = [](const std::string& letters) {
    std::vector<std::ptrdiff_t> all;
    for (const char letter : {'0', '1', '2', '3'})
      all.push_back(std::ranges::count(letters, letter));
    return all;
  };
  EXPECT_THAT(counts(cases_of_20(1001)), testing::ElementsAre(10, 279, 486, 226));
  EXPECT_EQ(fingerprint(cases_of_20(1001)), 0xa32b8a1b0d8ad548U);
  EXPECT_THAT(counts(cases_of_20(20000)), testing::ElementsAre(206, 5807, 8959, 5028));
  EXPECT_EQ(fingerprint(cases_of_20(20000)), 0x53274cc4f72082a8U);
}

class LivermoreBranches : public EachDevice {};
PLUMB_FOR_EACH_DEVICE(LivermoreBranches);

TEST_P(LivermoreBranches, of_17_are_those_of_the_sequential_run) {
  const bool cpu = device->info().kind == device::Kind::cpu;
  for (const char* span : {"1001", "20000"}) {
    const std::vector<std::pair<std::string, std::string>> chosen{
        {"kernel", "17"},
        {"span", span},
        {"data", "hard"},
        {"precision", device->info().doubles ? "f64" : "f32"}};
    const Program made =
        program(settings_for(workload_named("livermore"),
                             DeviceTraits{cpu ? DeviceKind::cpu : DeviceKind::gpu}, chosen));
    LoadedProgram loaded(*device, made);
    device::Queue* const queue = &loaded.queue();
    loaded.fill();
    for (std::size_t i = 0; i < made.steps.size(); ++i) loaded.execute(i);
    std::vector<std::int32_t> branch(std::stoull(span));
    queue->read(std::as_writable_bytes(std::span(branch)), loaded.buffer("branch"), {});
    queue->wait();

    std::string letters;
    for (std::size_t k = branch.size() - 1; k >= 1; --k) letters += branch[k] != 0 ? 'S' : 'L';
    EXPECT_EQ(letters, branches_of_17(branch.size())) << span;
  }
}

}  // namespace
}  // namespace plumb::livermore
