// plumb/base/rank_sum.cpp - Mann and Whitney's test of two sequences of samples, and its inversion.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <string_view>

#include <fmt/format.h>

#include "plumb/base/error.h"
#include "plumb/base/statistics.h"

namespace plumb {
namespace {

constexpr std::size_t most_for_exact = 20;  // samples of each

void require_samples(std::span<const double> samples, std::string_view name) {
  if (samples.empty()) throw Error(ErrorKind::input, fmt::format("{} has no values", name));
  for (std::size_t i = 0; i < samples.size(); ++i) {
    if (std::isfinite(samples[i])) continue;
    throw Error(ErrorKind::input, fmt::format("{}[{}] is not finite: {}", name, i, samples[i]));
  }
}

struct Ranks {
  std::vector<std::size_t> doubled;  // of the sorted samples; twice, so that a mean rank is whole
  std::size_t first = 0;             // the doubled ranks of the first sequence, added up
  double ties = 0;                   // sum of t^3 - t over groups of t equal samples
};

Ranks ranks_of(std::span<const double> first, std::span<const double> second) {
  std::vector<double> sorted(first.begin(), first.end());
  sorted.insert(sorted.end(), second.begin(), second.end());
  std::sort(sorted.begin(), sorted.end());
  Ranks ranks;
  for (std::size_t begin = 0; begin < sorted.size();) {
    std::size_t end = begin;
    while (end < sorted.size() && sorted[end] == sorted[begin]) ++end;
    const auto equal = static_cast<double>(end - begin);
    ranks.ties += equal * equal * equal - equal;
    // Ranks begin + 1 to end: twice their mean is begin + 1 + end.
    ranks.doubled.insert(ranks.doubled.end(), end - begin, begin + 1 + end);
    const auto here = std::count(first.begin(), first.end(), sorted[begin]);
    ranks.first += static_cast<std::size_t>(here) * (begin + 1 + end);
    begin = end;
  }
  return ranks;
}

// The share of all choices of `chosen` ranks whose sum is at least that of the first sequence.
double exact_probability(const Ranks& ranks, std::size_t chosen) {
  std::size_t most = 0;
  for (const std::size_t rank : ranks.doubled) most += rank;
  // ways[n][s]: choices of n ranks so far with the sum s; at most C(40, 20), exact in a double.
  std::vector<std::vector<double>> ways(chosen + 1, std::vector<double>(most + 1));
  ways[0][0] = 1;
  for (const std::size_t rank : ranks.doubled) {
    for (std::size_t n = chosen; n > 0; --n) {
      for (std::size_t sum = most; sum >= rank; --sum) ways[n][sum] += ways[n - 1][sum - rank];
    }
  }
  double all = 0;
  double as_large = 0;
  for (std::size_t sum = 0; sum <= most; ++sum) {
    all += ways[chosen][sum];
    if (sum >= ranks.first) as_large += ways[chosen][sum];
  }
  return as_large / all;
}

// The rank sum has mean n1 (n + 1) / 2 and variance n1 n2 / 12 (n + 1 - ties / (n (n - 1))).
double normal_probability(const Ranks& ranks, double first, double second) {
  const double n = first + second;
  const double variance = first * second / 12 * (n + 1 - ranks.ties / (n * (n - 1)));
  if (!(variance > 0)) return 1;  // all samples are equal
  const double above = static_cast<double>(ranks.first) / 2 - 0.5 - first * (n + 1) / 2;
  return std::erfc(above / std::sqrt(2 * variance)) / 2;
}

std::vector<double> sorted_differences(std::span<const double> first,
                                       std::span<const double> second) {
  require_samples(first, "first");
  require_samples(second, "second");
  std::vector<double> differences;
  differences.reserve(first.size() * second.size());
  for (const double below : first) {
    for (const double above : second) differences.push_back(above - below);
  }
  std::sort(differences.begin(), differences.end());
  return differences;
}

// ways[u]: the choices of `first` places among all that leave u pairs in the wrong order. Adding
// one place after the other: prod (1 - x^(second + i)) / (1 - x^i), whose coefficients these are.
std::vector<double> ways_of_pairs(std::size_t first, std::size_t second) {
  std::vector<double> ways(first * second + 1);
  ways[0] = 1;
  for (std::size_t i = 1; i <= first; ++i) {
    for (std::size_t u = ways.size(); u-- > second + i;) ways[u] -= ways[u - second - i];
    for (std::size_t u = i; u < ways.size(); ++u) ways[u] += ways[u - i];
  }
  return ways;
}

// The largest c for which at most c - 1 pairs are in the wrong order with a probability of `tail`
// at most; 0 where there is none.
std::size_t pairs_left_out(std::size_t first, std::size_t second, double tail) {
  if (first > most_for_exact || second > most_for_exact) {
    const auto m = static_cast<double>(first);
    const auto n = static_cast<double>(second);
    const double normal = student_limit(tail, 1e6);
    const double place = m * n / 2 - normal * std::sqrt(m * n * (m + n + 1) / 12);
    return place < 1 ? 0 : static_cast<std::size_t>(place);
  }
  const std::vector<double> ways = ways_of_pairs(first, second);
  double all = 0;
  for (const double count : ways) all += count;
  double below = 0;
  std::size_t pairs = 0;
  while (below + ways[pairs] <= tail * all) below += ways[pairs++];
  return pairs;
}

}  // namespace

double shift(std::span<const double> first, std::span<const double> second) {
  return median(sorted_differences(first, second));
}

std::optional<Interval> shift_interval(std::span<const double> first,
                                       std::span<const double> second, double confidence) {
  if (!(confidence > 0 && confidence < 1)) {
    throw Error(ErrorKind::input,
                fmt::format("a confidence lies between 0 and 1, not {}", confidence));
  }
  const std::vector<double> differences = sorted_differences(first, second);
  const std::size_t left_out = pairs_left_out(first.size(), second.size(), (1 - confidence) / 2);
  if (left_out == 0) return std::nullopt;
  return Interval{differences[left_out - 1], differences[differences.size() - left_out]};
}

double rank_sum_probability(std::span<const double> first, std::span<const double> second) {
  require_samples(first, "first");
  require_samples(second, "second");
  const Ranks ranks = ranks_of(first, second);
  if (first.size() <= most_for_exact && second.size() <= most_for_exact)
    return exact_probability(ranks, first.size());
  return normal_probability(ranks, static_cast<double>(first.size()),
                            static_cast<double>(second.size()));
}

}  // namespace plumb
