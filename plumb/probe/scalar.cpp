// plumb/probe/scalar.cpp - loops that go on by what they read.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/probe/scalar.h"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "plumb/base/error.h"
#include "plumb/probe/embedded.h"

namespace plumb {
namespace {

constexpr double scalar_turn = 24;            // instructions, as the head of scalar.cl counts them
constexpr std::uint32_t scalar_words = 1024;  // of the table: 4 KiB, which any first cache holds

std::vector<std::uint32_t> table_of_words() {
  std::vector<std::uint32_t> table(scalar_words);
  std::uint32_t state = 1;
  for (std::uint32_t& word : table) word = state = state * 1664525U + 1013904223U;
  return table;
}

// What work-item 0 leaves after `turns`; the floats decide only when it ends, and they never do.
std::uint32_t scalar_expected(const std::vector<std::uint32_t>& table, std::uint64_t turns) {
  std::uint32_t at = 0;
  std::uint32_t key = 1;
  std::uint32_t larger = 0;
  for (std::uint64_t i = 0; i < turns; ++i) {
    const std::uint32_t p = table[at % scalar_words];
    const std::uint32_t q = table[(at >> 7U) % scalar_words];
    at = at * 1664525U + 1013904223U;
    key ^= q + (key << 5U);
    larger += p > q ? 1 : 0;
  }
  return at ^ key ^ larger;
}

}  // namespace

void add_scalar_rate(Probing& probing) {
  if (!probing.on_cpu()) return;
  probing.options().progress("arithmetic without vectors");
  const std::uint64_t groups = shares_of_unit * probing.info().compute_units;
  const std::vector<std::uint32_t> values = table_of_words();
  const ProbeBuffer table = probing.allocate(Bytes{std::uint64_t{4} * scalar_words});
  const ProbeBuffer out = probing.allocate(Bytes{4 * groups});
  probing.queue().write(*table, {}, std::as_bytes(std::span(values)));
  const auto kernel =
      probing.module("probe/scalar.cl", embedded::probe_scalar_cl(), {}).kernel("probe_scalar");
  const auto run = [&](std::uint64_t turns) {
    const device::Argument arguments[] = {table.get(), out.get(), device::scalar(scalar_words - 1),
                                          device::scalar(std::numeric_limits<float>::max()),
                                          device::scalar(turns)};
    return probing.device_once(
        [&] { probing.queue().launch(*kernel, device::grid(groups, 1), arguments); });
  };
  constexpr std::uint64_t few = 100;
  (void)run(few);
  std::uint32_t found = 0;
  probing.queue().read(std::as_writable_bytes(std::span(&found, 1)), *out, {});
  probing.queue().wait();
  if (const std::uint32_t expected = scalar_expected(values, few); found != expected)
    throw Error(ErrorKind::check_failed,
                fmt::format("arithmetic without vectors gave {}, not {}", found, expected));
  std::uint64_t turns = few;
  if (!probing.options().brief) {
    constexpr std::uint64_t more = 100 * few;
    const double pilot = std::max(run(more).count() / static_cast<double>(more), 1e-10);
    turns = std::max(few, static_cast<std::uint64_t>(3e-3 / pilot));
  }
  const double work = static_cast<double>(groups * turns) * scalar_turn;
  probing.add("compute.scalar.throughput",
              rate_of(work, probing.sampled([&] { return run(turns); }), "op/s"),
              "loops that go on by what they read, 24 instructions a turn, on the whole device");
}

}  // namespace plumb
