// plumb/model/plumbline/arithmetic_term.cpp - operations by kind over probed rates.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/model/plumbline/arithmetic_term.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "plumb/model/model.h"

namespace plumb {
namespace {

// Where a pass states flops alone: operations that it does not credit, and kinds that cost more
// than a multiply-add, may take as long again.
constexpr double uncounted = 0.5;

constexpr double flops_of_fma = 2;

// The rate of loops that a processor's compiler made vectors of, which may be narrower than those
// that compute.* was probed with; null where that was not probed, or on a GPU.
const Finding* rate_in_rows(const Profile& profile, std::string_view kind, bool doubles) {
  if (kind == "integer") return finding_named(profile, "compute.row.integer.throughput");
  if (kind != "fma" && kind != "add" && kind != "mul") return nullptr;
  return finding_named(
      profile, doubles ? "compute.row.fma.f64.throughput" : "compute.row.fma.f32.throughput");
}

// Functions of the mathematics library.
constexpr std::array functions{&Operations::exp, &Operations::log, &Operations::sin,
                               &Operations::pow};

bool is_function(double Operations::* kind) {
  return std::ranges::find(functions, kind) != functions.end();
}

std::string probed_name(std::string_view kind, bool doubles) {
  if (kind == "integer") return "compute.integer";
  return fmt::format("compute.{}.{}", kind, doubles ? "f64" : "f32");
}

// Which instructions a processor can issue beside each other differs from loop to loop.
constexpr double unlike_the_probe = 0.5;
constexpr double word_bytes = 4;  // of local memory, that one instruction moves
// More instructions of a point than these are taken as turns of a loop where a pass does not say.
constexpr double written_out = 48;
// A loop that loads less often computes each turn from the one before.
constexpr double loads_of_sums = 0.1;

bool reads_images(const Pass& pass) {
  return std::ranges::any_of(pass.accesses,
                             [](const Access& access) { return access.sampler != Sampler::none; });
}

// But those of samplers, which are calls that image_term.h has.
double references_of(const Pass& pass) {
  double count = pass.local_traffic / word_bytes;
  for (const Access& access : pass.accesses)
    if (access.sampler == Sampler::none) count += executed_references(access);
  return count;
}

// Work-items whose loops wait for what they read before they go on.
bool goes_on_by_data(const Pass& pass) {
  return std::ranges::any_of(pass.accesses,
                             [](const Access& access) { return access.dependent > 0; });
}

// Behind a barrier in a loop a processor takes up one work-item after another again, and keeps what
// each of them knows in memory meanwhile.
bool keeps_sums_in_memory(const Pass& pass) {
  constexpr double at_both_ends = 2;
  return pass.turns > 1 && pass.barriers > at_both_ends;
}

// What no compiler makes vectors of: indivisible operations, and functions that are calls.
bool locks_or_calls(const Pass& pass) {
  constexpr std::array called{&Operations::log, &Operations::sin, &Operations::pow};
  return std::ranges::any_of(called,
                             [&](auto function) { return pass.operations.*function > 0; }) ||
         std::ranges::find(pass.accesses, Pattern::atomic, &Access::pattern) != pass.accesses.end();
}

// Members of a structure of more elements than compilers take apart in vectors.
bool has_wide_structures(const Pass& pass) {
  constexpr std::uint64_t most_taken_apart = 8;
  return std::ranges::any_of(pass.accesses, [](const Access& access) {
    return access.pattern == Pattern::strided && access.references > 1 &&
           access.row_bytes.count > most_taken_apart * access.bytes.count;
  });
}

bool is_walked(const Access& access) {
  constexpr std::array one_after_the_other{Pattern::self, Pattern::multiple, Pattern::single,
                                           Pattern::relative};
  return access.dependent == 0 &&
         std::ranges::find(one_after_the_other, access.pattern) != one_after_the_other.end();
}

// Sums of whole numbers may be made in any order, so compilers make vectors of the turns of a loop
// that adds up what lies one after the other. One that loads little goes on by itself, one that
// writes in every turn needs each sum.
bool adds_whole_numbers(const Pass& pass) {
  constexpr double loads_of_whole_numbers = 0.2;
  double written = 0;
  for (const Access& access : pass.accesses)
    if (access.use != Use::read) written += executed_references(access);
  return pass.operations.integer > 0 && pass.flops.count == 0 && pass.barriers == 0 &&
         written <= 1 && all_operations(pass) == pass.operations.integer &&
         references_of(pass) >= loads_of_whole_numbers * pass.operations.integer &&
         std::ranges::all_of(pass.accesses, is_walked);
}

// Whether a point is a loop of its work-item: compilers lay the points of an item side by side in
// vectors, and items that do the same straight on, but not items that loop.
bool is_a_loop(const Pass& pass, double items) {
  if (adds_whole_numbers(pass)) return false;
  if (pass.turns > 0) return pass.turns > 1;
  const bool one_each = 2 * items > static_cast<double>(pass.points);
  return one_each && all_operations(pass) + references_of(pass) > written_out;
}

bool shorter(const Estimate& a, const Estimate& b) { return a.seconds < b.seconds; }

}  // namespace

double all_operations(const Pass& pass) {
  if (!has_operations(pass.operations)) return pass.flops.count / 2;
  double sum = 0;
  for (const auto& [name, count] : operation_counts()) sum += pass.operations.*count;
  return sum;
}

ArithmeticTerm::ArithmeticTerm(const Profile& profile)
    : profile_(&profile), is_cpu_(profile.provenance.device.kind == "cpu") {
  if (const Finding* beside = finding_named(profile, "compute.integer.beside"))
    beside_ = std::max(1.0, beside->value.value);
  if (const Finding* scalar = finding_named(profile, "compute.scalar.throughput");
      scalar && is_cpu_)
    scalar_ = {.throughput = scalar->value.value, .spread = relative_spread(scalar->value)};
  const Finding* integers = finding_named(profile, "compute.scalar.integer.throughput");
  whole_numbers_ = std::max(scalar_.throughput, integers == nullptr ? 0 : integers->value.value);
  if (const Finding* first_cache = finding_named(profile, "latency.level1.time"))
    kept_ = first_cache->value.value;
  units_ = std::max(1.0, static_cast<double>(profile.provenance.device.compute_units));
  const std::span<const OperationCount> kinds = operation_counts();
  for (const bool doubles : {false, true}) {
    for (std::size_t i = 0; i < kinds.size(); ++i) {
      const std::string name = probed_name(kinds[i].first, doubles);
      const Finding* throughput = finding_named(profile, name + ".throughput");
      const Finding* latency = finding_named(profile, name + ".latency");
      if (throughput == nullptr) continue;
      Rate& rate = rates_.at(doubles ? 1 : 0).at(i);
      const double flops = kinds[i].first == "fma" ? flops_of_fma : 1;
      rate = {.throughput = throughput->value.value / flops,
              .latency = latency == nullptr ? 0 : latency->value.value,
              .spread = relative_spread(throughput->value)};
      const Finding* rows = rate_in_rows(profile, kinds[i].first, doubles);
      if (rows == nullptr) continue;
      const double in_rows = rows->value.value / (kinds[i].first == "integer" ? 1 : flops_of_fma);
      if (in_rows >= rate.throughput) continue;
      rate.throughput = in_rows;
      rate.spread = relative_spread(rows->value);
    }
  }
}

Estimate ArithmeticTerm::estimate(const Pass& pass, double items, double share) const {
  // What a pass states, or its flops as halves of multiply-adds.
  const bool is_stated = has_operations(pass.operations);
  const bool is_scalar = has_no_vectors(pass, items);
  const double alone = is_scalar ? 1 : scalar_.throughput > 0 ? pass.alone : 0;
  if (!is_stated && pass.flops.count == 0 && alone == 0) return {};
  Operations operations = pass.operations;
  if (!is_stated) operations.fma = pass.flops.count / 2;
  const bool doubles = operations.type == Scalar::f64;
  const auto points = static_cast<double>(pass.points);
  const std::span<const OperationCount> kinds = operation_counts();
  Estimate floats;
  Estimate integers;
  double chain = 0;
  double called = 0;
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    const double count = operations.*kinds[i].second * points;
    if (count == 0) continue;
    const Rate& rate = rates_.at(doubles ? 1 : 0).at(i);
    if (!(rate.throughput > 0))
      refuse_missing(*profile_,
                     fmt::format("{}.throughput (plumb probe --only compute)",
                                 probed_name(kinds[i].first, doubles)),
                     "plumbline");
    const double time = count / rate.throughput;
    const bool is_called = is_cpu_ && is_function(kinds[i].second);
    if (is_called) called += time;
    Estimate& of_kind = kinds[i].second == &Operations::integer ? integers : floats;
    of_kind = {of_kind.seconds + time, of_kind.spread + rate.spread * time};
    if (!is_called) chain += count / (is_cpu_ ? points : items) * rate.latency;
  }
  Estimate whole_device = joined(floats, integers, beside_, true);
  if (alone > 0)
    whole_device = between(
        whole_device, std::max(whole_device, one_by_one(pass, {chain, called}), shorter), alone);
  const double seconds = std::max(whole_device.seconds / share, chain);
  const double counted = is_stated ? 0 : uncounted;
  return {seconds,
          root_of_squares(std::min(whole_device.spread / share, seconds), counted * seconds)};
}

bool ArithmeticTerm::has_no_vectors(const Pass& pass, double items) const {
  return scalar_.throughput > 0 &&
         (goes_on_by_data(pass) || reads_images(pass) || locks_or_calls(pass) ||
          has_wide_structures(pass) || is_a_loop(pass, items));
}

// Every operation and every reference is an instruction of its own. How many operations wait for
// one another in a loop that loads next to nothing, or that keeps its sums in memory, a pass does
// not say: the geometric mean of none and all.
Estimate ArithmeticTerm::one_by_one(const Pass& pass, const InTurn& in_turn) const {
  double operated = all_operations(pass);
  for (double Operations::* const function : functions) operated -= pass.operations.*function;
  const double referred = references_of(pass);
  const auto points = static_cast<double>(pass.points);
  const double floats = operated - pass.operations.integer;
  const double seconds = in_turn.called + points * ((floats + referred) / scalar_.throughput +
                                                    pass.operations.integer / whole_numbers_);
  const bool kept = keeps_sums_in_memory(pass);
  const double through_memory = kept ? floats * kept_ : 0;
  const double waiting = (in_turn.chain + through_memory) * points / units_;
  const double unlike = root_of_squares(scalar_.spread, unlike_the_probe);
  const bool sums = kept || referred < loads_of_sums * operated;
  if (waiting > seconds && sums && !goes_on_by_data(pass)) {
    const double mean = std::sqrt(seconds * waiting);
    return {mean, std::max(waiting - mean, unlike * mean)};
  }
  return {seconds, unlike * seconds};
}

}  // namespace plumb
