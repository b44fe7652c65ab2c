// plumb/probe/scalar.cpp - loops that go on by what they read, and loops on whole numbers.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/probe/scalar.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <span>
#include <vector>

#include <fmt/format.h>

#include "plumb/base/error.h"
#include "plumb/probe/embedded.h"

namespace plumb {
namespace {

constexpr double scalar_turn = 24;            // instructions, as the head of scalar.cl counts them
constexpr double integer_turn = 26;           // of the loop on whole numbers
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

// What work-item 0 leaves after `turns` of the loop on whole numbers.
std::uint32_t integer_expected(std::uint64_t turns) {
  std::uint32_t a = 1;
  std::uint32_t b = 1;
  std::uint32_t c = 2;
  std::uint32_t d = 3;
  for (std::uint64_t i = 0; i < turns; ++i) {
    a ^= a << 13U;
    a ^= a >> 17U;
    a ^= a << 5U;
    b = ((b & 0xffffU) << 2U) + (b >> 3U) + 7U;
    c = (c < 0x1000U ? c + 5U : c - 0xfffU) ^ 0x55U;
    d = d * 5U + (d >> 9U);
    d -= d >> 4U;
    d |= 1U;
  }
  return a + b + c + d;
}

// One of the kernels, on the whole device.
class Loops {
 public:
  using Run = std::function<Seconds(std::uint64_t turns)>;
  Loops(Probing& probing, const device::Buffer& out, Run run)
      : probing_(&probing), out_(&out), run_(std::move(run)) {}

  // Refuses what the first work-item left if it is another number.
  void check(std::uint64_t turns, std::uint32_t expected) const {
    (void)run_(turns);
    std::uint32_t found = 0;
    probing_->queue().read(std::as_writable_bytes(std::span(&found, 1)), *out_, {});
    probing_->queue().wait();
    if (found != expected)
      throw Error(ErrorKind::check_failed,
                  fmt::format("arithmetic without vectors gave {}, not {}", found, expected));
  }

  // Instructions per second, of so many work-items that execute so many in a turn.
  [[nodiscard]] Quantity rate(double items, double instructions) const {
    std::uint64_t turns = few;
    if (!probing_->options().brief) {
      constexpr std::uint64_t more = 100 * few;
      const double pilot = std::max(run_(more).count() / static_cast<double>(more), 1e-10);
      turns = std::max(few, static_cast<std::uint64_t>(3e-3 / pilot));
    }
    const double work = items * static_cast<double>(turns) * instructions;
    return rate_of(work, probing_->sampled([&] { return run_(turns); }), "op/s");
  }

  static constexpr std::uint64_t few = 100;  // turns

 private:
  Probing* probing_;
  const device::Buffer* out_;
  Run run_;
};

}  // namespace

void add_scalar_rate(Probing& probing) {
  if (!probing.on_cpu()) return;
  probing.options().progress("arithmetic without vectors");
  const std::uint64_t groups = shares_of_unit * probing.info().compute_units;
  const std::vector<std::uint32_t> values = table_of_words();
  const ProbeBuffer table = probing.allocate(Bytes{std::uint64_t{4} * scalar_words});
  const ProbeBuffer out = probing.allocate(Bytes{4 * groups});
  probing.queue().write(*table, {}, std::as_bytes(std::span(values)));
  auto& module = probing.module("probe/scalar.cl", embedded::probe_scalar_cl(), {});
  const auto by_data = module.kernel("probe_scalar");
  const auto on_integers = module.kernel("probe_scalar_integer");
  const auto timed = [&](const device::Kernel& kernel,
                         std::span<const device::Argument> arguments) {
    return probing.device_once(
        [&] { probing.queue().launch(kernel, device::grid(groups, 1), arguments); });
  };
  const Loops scalar(probing, *out, [&](std::uint64_t turns) {
    const device::Argument arguments[] = {table.get(), out.get(), device::scalar(scalar_words - 1),
                                          device::scalar(std::numeric_limits<float>::max()),
                                          device::scalar(turns)};
    return timed(*by_data, arguments);
  });
  const Loops integers(probing, *out, [&](std::uint64_t turns) {
    const device::Argument arguments[] = {out.get(), device::scalar(std::uint32_t{0}),
                                          device::scalar(turns)};
    return timed(*on_integers, arguments);
  });
  scalar.check(Loops::few, scalar_expected(values, Loops::few));
  integers.check(Loops::few, integer_expected(Loops::few));
  const auto items = static_cast<double>(groups);
  probing.add("compute.scalar.throughput", scalar.rate(items, scalar_turn),
              "loops that go on by what they read, 24 instructions a turn, on the whole device");
  probing.add("compute.scalar.integer.throughput", integers.rate(items, integer_turn),
              "loops on whole numbers that load nothing, 26 instructions a turn, on the whole "
              "device");
}

}  // namespace plumb
