// tests/workloads/livermore/reference_test.cpp - data and loops against the published sums.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/workloads/livermore/reference/reference.h"

#include <array>
#include <fstream>
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "plumb/workloads/livermore/data/zones.h"
#include "plumb/workloads/livermore/rows.h"

namespace plumb::livermore {
namespace {

std::vector<std::vector<std::string>> golden(const std::string& file) {
  std::ifstream in(PLUMB_SOURCE_DIR "/tests/golden/workloads/" + file);
  std::vector<std::vector<std::string>> rows;
  std::string line;
  std::getline(in, line);
  while (std::getline(in, line)) {
    rows.emplace_back();
    std::istringstream cells(line);
    for (std::string cell; std::getline(cells, cell, ',');) rows.back().push_back(cell);
  }
  return rows;
}

Arrays<double> after_one_repetition(unsigned kernel, std::uint64_t span, DataSet data,
                                    unsigned official = 0) {
  Arrays<double> arrays = initial_arrays<double>(kernel, span, data, official);
  run_reference(arrays);
  return arrays;
}

TEST(LivermoreReference, all_sums_of_the_three_spans_agree_to_fifteen_digits) {
  int compared = 0;
  for (const auto& row : golden("livermore_sums.csv")) {
    const DataSet data = row[0] == "random" ? DataSet::random : DataSet::official;
    const auto kernel = static_cast<unsigned>(std::stoul(row[2]));
    for (unsigned i = 0; i < 3; ++i) {
      const Arrays<double> arrays = after_one_repetition(kernel, official_span(kernel, i), data, i);
      const double found =
          row[1] == "C" ? official_sum(arrays) : strict_sums(arrays).at(row[2] == "18ab" ? 1 : 0);

      EXPECT_GE(agreeing_digits(found, std::stod(row[3 + i])), 15)
          << row[0] << " " << row[1] << " kernel " << row[2] << " span " << i << ": " << found;
      ++compared;
    }
  }
  EXPECT_EQ(compared, 3 * (24 + 24 + 24));
}

TEST(LivermoreReference, sums_at_a_scaled_span_agree_to_fourteen_digits) {
  const auto rows = golden("livermore_sums_10007.csv");
  ASSERT_EQ(rows.size(), 24U);
  for (const auto& row : rows) {
    const auto kernel = static_cast<unsigned>(std::stoul(row[0]));
    if (kernel == 6) continue;  // 10007 squared is too much for a test; span 100 has its own
    const std::size_t which = row[0] == "18ab" ? 1 : 0;
    const Arrays<double> official = after_one_repetition(kernel, 10007, DataSet::official);

    if (!row[1].empty()) {
      EXPECT_GE(agreeing_digits(official_sum(official), std::stod(row[1])), 14) << row[0];
    }
    EXPECT_GE(agreeing_digits(strict_sums(official)[which], std::stod(row[2])), 14) << row[0];
    if (row.size() < 4 || row[3].empty()) continue;
    const Arrays<double> random = after_one_repetition(kernel, 10007, DataSet::random);
    EXPECT_GE(agreeing_digits(strict_sums(random)[which], std::stod(row[3])), 14) << row[0];
  }
}

TEST(LivermoreReference, the_fill_has_its_control_values) {
  const auto x = initial_arrays<double>(7, 995, DataSet::official);
  const auto random = initial_arrays<double>(7, 995, DataSet::random);

  EXPECT_EQ(x.real("U")[0], 0.099987502600974998);
  EXPECT_EQ(x.real("U")[1], 0.099987654811863405);
  EXPECT_EQ(x.real("U")[1000], 0.099987408684516055);
  EXPECT_EQ(x.scalar("Q"), 0.099987652366113677);
  EXPECT_EQ(x.scalar("T"), 0.099987651613585027);
  EXPECT_EQ(random.real("U")[0], 0.09237251652920897);
  EXPECT_EQ(random.real("U")[2], 0.11844307321605343);
}

TEST(LivermoreReference, the_particles_of_kernel_14_are_the_published_ones) {
  const auto arrays = initial_arrays<double>(14, 1001, DataSet::official);

  EXPECT_THAT(std::vector<double>(arrays.real("GRD").begin(), arrays.real("GRD").begin() + 8),
              testing::ElementsAre(3, 674, 435, 415, 389, 54, 44, 790));
}

TEST(LivermoreReference, the_search_ends_as_stated_on_official_and_hard_data) {
  for (unsigned i = 0; i < 3; ++i) {
    const auto n = static_cast<double>(official_span(16, i));
    EXPECT_THAT(strict_sums(after_one_repetition(16, official_span(16, i), DataSet::official, i)),
                testing::ElementsAre(n, static_cast<double>((official_span(16, i) + 1) / 2), n, 1));
  }
  struct Case {
    std::uint64_t span;
    char end;
    std::vector<double> expected;
  };
  const Case cases[] = {
      {1001, 'A', {26317, 13271, 1001, 64}},   {1001, 'B', {26317, 13271, 1, 64}},
      {1001, 'C', {26317, 13272, 1644, 64}},   {1001, 'D', {26317, 13272, 1644, 1}},
      {1001, 'E', {27238, 13760, 213, 64}},    {20000, 'A', {680186, 340526, 20000, 64}},
      {20000, 'B', {680186, 340526, 1, 64}},   {20000, 'C', {680186, 340526, 8314, 64}},
      {20000, 'D', {680186, 340526, 8314, 1}}, {20000, 'E', {697978, 349389, 6520, 64}}};
  for (const Case& wanted : cases) {
    Arrays<double> arrays = initial_arrays<double>(16, wanted.span, DataSet::hard);
    set_search_end(arrays, wanted.end);
    run_reference(arrays);

    EXPECT_EQ(strict_sums(arrays), wanted.expected) << wanted.span << " " << wanted.end;
  }
}

TEST(LivermoreReference, the_hard_data_of_17_and_20_give_the_published_sums) {
  const auto sum = [](const std::vector<double>& array, std::size_t first, std::size_t count) {
    double total = 0;
    for (std::size_t i = 0; i < count; ++i) total += static_cast<double>(i + 1) * array[first + i];
    return total;
  };
  const auto branches = after_one_repetition(17, 20000, DataSet::hard);
  const auto few_branches = after_one_repetition(17, 1001, DataSet::hard);
  const auto transport = after_one_repetition(20, 1001, DataSet::hard);
  const auto long_transport = after_one_repetition(20, 20000, DataSet::hard);

  EXPECT_GE(agreeing_digits(sum(few_branches.real("VXNE"), 0, 1001), 463311.31196556165), 15);
  EXPECT_GE(agreeing_digits(sum(few_branches.real("VXND"), 0, 1001), 400495.07282793854), 15);
  EXPECT_GE(agreeing_digits(sum(few_branches.real("VE3"), 0, 1001), 390701.07280329266), 15);
  EXPECT_EQ(few_branches.real("XNM")[0], 0.88269211607428344);
  EXPECT_GE(agreeing_digits(sum(branches.real("VXND"), 0, 20000), 162339768.26471514), 15);
  EXPECT_GE(agreeing_digits(sum(long_transport.real("X"), 0, 20000), 145548529.27366972), 15);
  EXPECT_GE(agreeing_digits(sum(long_transport.real("XX"), 1, 20000), 143441361.7790938), 15);
  EXPECT_EQ(long_transport.real("XX")[20000], 0.91983332042562205);
  EXPECT_GE(agreeing_digits(sum(branches.real("VXNE"), 0, 20000), 188901364.08315176), 15);
  EXPECT_GE(agreeing_digits(sum(branches.real("VE3"), 0, 20000), 158607386.55063471), 15);
  EXPECT_EQ(branches.real("XNM")[0], 0.51746436579693711);
  EXPECT_GE(agreeing_digits(sum(transport.real("X"), 0, 1001), 365564.64398074854), 15);
  EXPECT_GE(agreeing_digits(sum(transport.real("XX"), 1, 1001), 365350.0391938464), 15);
  EXPECT_EQ(transport.real("XX")[1001], 0.72038249259018328);
}

TEST(LivermoreReference, digits_are_counted_as_the_suite_does) {
  EXPECT_EQ(agreeing_digits(1.5, 1.5), 16);
  EXPECT_EQ(agreeing_digits(1.5, -1.5), 0);
  EXPECT_EQ(agreeing_digits(1.0, 1.0 + 1e-7), 7);
}

}  // namespace
}  // namespace plumb::livermore
