// plumb/model/blame.cpp - one rule per term, in the order in which figures speak plainly.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/model/blame.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>

#include <fmt/format.h>

namespace plumb {
namespace {

// A rate that two measurements of one thing may differ by.
constexpr double same_rate = 1.15;

// A term explains a part where it accounts for half of the difference, as a ratio.
bool explains(double ratio, const Evidence& evidence) {
  const double missed = std::fabs(std::log(evidence.measured / evidence.predicted));
  return std::fabs(std::log(ratio)) >= missed / 2;
}

std::string rate_text(double bytes_per_second) {
  return bytes_per_second >= 1e12 ? fmt::format("{:.3g} TB/s", bytes_per_second * 1e-12)
                                  : fmt::format("{:.3g} GB/s", bytes_per_second * 1e-9);
}

double memory_rate(const Evidence& evidence) {
  return std::max({evidence.probed("bandwidth.memory.copy"),
                   evidence.probed("bandwidth.memory.read"),
                   evidence.probed("bandwidth.memory.triad")});
}

std::optional<Blame> clocks(const Evidence& evidence) {
  const std::optional<DeviceState>& state = evidence.point.device_state;
  if (!evidence.slower() || !state || !state->clock) return std::nullopt;
  const double nominal = evidence.ran_on.clock.value;
  const double ran = state->clock->value;
  if (!(ran > 0 && nominal > ran) || !explains(nominal / ran, evidence)) return std::nullopt;
  const std::string cause = state->slowed_by.empty()
                                ? std::string("the device does not say why")
                                : fmt::format("{}", fmt::join(state->slowed_by, ", "));
  return Blame{
      .term = Term::clocks,
      .seen =
          fmt::format("the clock was {:.0f} MHz of {:.0f} ({})", ran * 1e-6, nominal * 1e-6, cause),
      .to_try = "cool the device or raise its power limit, or probe it again in this state"};
}

std::optional<Blame> queueing(const Evidence& evidence) {
  const double calls = evidence.calls();
  const Seconds launching = evidence.cost().latency;
  if (calls < 1) return std::nullopt;
  const Seconds each = evidence.measured / calls;
  const double probed_call =
      std::max(evidence.probed("launch.same"), evidence.probed("launch.gap"));
  const bool was_launching = launching > evidence.predicted / 2;
  const bool is_launching = evidence.slower() && probed_call > 0 && each.count() < 3 * probed_call;
  if (!was_launching && !is_launching) return std::nullopt;
  return Blame{.term = Term::queueing,
               .seen = fmt::format(
                   "{}, {} were predicted",
                   calls == 1 ? fmt::format("one launch took {}", to_text(each))
                              : fmt::format("{:.0f} launches took {} each", calls, to_text(each)),
                   to_text(evidence.predicted / calls)),
               .to_try = evidence.slower()
                             ? "record the launches in a batch, join kernels, or check less often"
                             : "nothing: the queue hid more of the launches than the probe's did"};
}

// The largest of the parts: it has the say.
const PartPrediction* largest(const Evidence& evidence) {
  const auto most = std::ranges::max_element(
      evidence.parts, {}, [](const PartPrediction* part) { return part->cost.time; });
  return most == evidence.parts.end() ? nullptr : *most;
}

std::optional<Blame> arithmetic(const Evidence& evidence) {
  const Cost cost = evidence.cost();
  if (limit_of(cost) != Limit::arithmetic) return std::nullopt;
  return Blame{
      .term = Term::arithmetic,
      .seen = fmt::format("arithmetic alone was predicted to take {}", to_text(cost.arithmetic)),
      .to_try = evidence.slower() ? "state `operations` of the pass by kind (div, sqrt, exp, log, "
                                    "sin, pow, integer), or look for spilled registers"
                                  : "the compiler found fewer operations than the pass states"};
}

std::optional<Blame> level(const Evidence& evidence) {
  const double memory = memory_rate(evidence);
  const double bytes = evidence.bytes();
  if (!(memory > 0 && bytes > 0)) return std::nullopt;
  const double measured = bytes / evidence.measured.count();
  const double predicted = bytes / evidence.predicted.count();
  const std::string rates =
      fmt::format("{} asked for, {} predicted, memory gives {}", rate_text(measured),
                  rate_text(predicted), rate_text(memory));
  // Below memory's rate the wrong level is a part of the difference, if it is large enough.
  if (evidence.slower() && predicted > same_rate * memory && measured < same_rate * memory &&
      explains(predicted / memory, evidence))
    return Blame{
        .term = Term::level,
        .seen = rates + (same_rate * measured > memory
                             ? ": the rate of memory, not of a cache"
                             : fmt::format(": memory in place of a cache accounts for {:.0f} % "
                                           "of the difference (as a ratio)",
                                           100 * std::log(predicted / memory) /
                                               std::log(predicted / measured))),
        .to_try = "smaller tiles or blocks, or state the `footprint` of the access"};
  if (!evidence.slower() && measured > same_rate * memory)
    return Blame{.term = Term::level,
                 .seen = rates + ": a cache served more than was predicted",
                 .to_try = "state the `footprint` of the access: what is touched more than once"};
  return std::nullopt;
}

// In the prediction: what other terms take longer does not wait for the order of references.
bool is_memory_bound(const Evidence& evidence) {
  const Limit limit = limit_of(evidence.cost());
  return limit == Limit::bandwidth || limit == Limit::waits;
}

// The references have most of a step that memory limits, and moved at another rate.
std::optional<Blame> pattern(const Evidence& evidence) {
  const PartPrediction* part = largest(evidence);
  if (part == nullptr || part->pattern.empty() || !is_memory_bound(evidence)) return std::nullopt;
  const double bytes = evidence.bytes();
  const double ratio = evidence.measured / evidence.predicted;
  const bool is_most = part->cost.time > evidence.predicted / 2;
  if (!is_most || bytes <= 0 || std::max(ratio, 1 / ratio) < same_rate) return std::nullopt;
  return Blame{
      .term = Term::pattern,
      .seen = fmt::format("'{}' refers to memory by pattern {}: {} asked for, {} predicted",
                          part->name, part->pattern, rate_text(bytes / evidence.measured.count()),
                          rate_text(bytes / evidence.predicted.count())),
      .to_try =
          evidence.slower()
              ? "sort or block the references, widen them, or keep them in local memory; state "
                "`dependent` where one waits for another"
              : "the references lie closer together than the pattern says"};
}

std::optional<Blame> occupancy(const Evidence& evidence) {
  const PartPrediction* part = largest(evidence);
  const double resident = 256 * evidence.probed("threads.resident_groups");
  if (!evidence.slower() || part == nullptr || part->items == 0) return std::nullopt;
  if (!(resident > 0 && static_cast<double>(part->items) < resident)) return std::nullopt;
  return Blame{.term = Term::occupancy,
               .seen = fmt::format("{} work-items where the device holds {:.0f} at once",
                                   part->items, resident),
               .to_try =
                   "more work-items, or several elements in flight in each of them; state "
                   "`longest` where some have more points than others"};
}

// Bytes are what is left where memory limits and its rate is known.
std::optional<Blame> volume(const Evidence& evidence) {
  const double memory = memory_rate(evidence);
  const double bytes = evidence.bytes();
  if (!(memory > 0 && bytes > 0) || !is_memory_bound(evidence)) return std::nullopt;
  return Blame{
      .term = Term::volume,
      .seen = fmt::format("{:.2f} times the predicted time; in it memory could move {:.2f} "
                          "times the bytes that were asked for",
                          evidence.measured / evidence.predicted,
                          evidence.measured.count() * memory / bytes),
      .to_try = evidence.slower()
                    ? "count the bytes with a profiler: lines that are fetched twice, or "
                      "references that the passes leave out"
                    : "compare the passes with what the kernel does: it may do less"};
}

Blame untold(const Evidence& evidence) {
  std::string seen =
      fmt::format("{:.2f} times the predicted time", evidence.measured / evidence.predicted);
  const Limit limit = limit_of(evidence.cost());
  if (limit != Limit::none) seen += fmt::format(", which {} was to decide", name_of(limit));
  const PartPrediction* part = largest(evidence);
  if (part != nullptr && !part->pattern.empty())
    seen += fmt::format("; references by pattern {} in '{}'", part->pattern, part->name);
  if (evidence.is_other_device) seen += "; the rates of the profile are another device's";
  return {.term = Term::untold,
          .seen = std::move(seen),
          .to_try = evidence.is_other_device
                        ? "a profile of the device that it ran on"
                        : "plumb trace run, and its record with --trace: where the warps waited"};
}

}  // namespace

Cost Evidence::cost() const {
  Cost sum;
  for (const PartPrediction* part : parts) sum = sum + part->cost;
  return sum;
}

double Evidence::bytes() const {
  double sum = 0;
  for (const PartPrediction* part : parts) sum += static_cast<double>(part->bytes.count);
  return sum;
}

// What the host does stands beside the launches of a step: waiting for them, reading back.
double Evidence::calls() const {
  double sum = 0;
  for (const PartPrediction* part : parts) {
    const bool is_check = part->items == 0 && part->name.starts_with(check_of);
    if (part->name != launch_queue && part->name != host_waits && !is_check)
      sum += static_cast<double>(part->calls);
  }
  return sum;
}

double Evidence::probed(std::string_view parameter) const {
  const Finding* found = profile == nullptr ? nullptr : finding_named(*profile, parameter);
  return found == nullptr ? 0 : found->value.value;
}

Blame blame_for_transfers(const Evidence& evidence) {
  const double rate = evidence.bytes() / evidence.measured.count();
  const double pinned = std::max(evidence.probed("transfer.in.pinned.bandwidth"),
                                 evidence.probed("transfer.out.pinned.bandwidth"));
  std::string seen = fmt::format("{} measured, {} predicted", rate_text(rate),
                                 rate_text(evidence.bytes() / evidence.predicted.count()));
  if (pinned > 0 && !evidence.is_other_device)
    seen += fmt::format(", the probe saw {} from pinned memory", rate_text(pinned));
  return {.term = Term::transfers,
          .seen = std::move(seen),
          // plumb run copies from and to pinned memory alone.
          .to_try = evidence.slower()
                        ? "fewer and larger copies, or a look at what else uses the bus"
                        : "nothing: the probe's copies were slower than these"};
}

Blame blame_for_host(const Evidence& evidence) {
  return {.term = Term::host,
          .seen = fmt::format("{} pass between and after the steps, {} were predicted",
                              to_text(evidence.measured), to_text(evidence.predicted)),
          .to_try = evidence.slower() ? "fewer steps and waits, or more work in each"
                                      : "nothing: the host waited less than the probe's did"};
}

Blame blame_for_step(const Evidence& evidence) {
  using Rule = std::optional<Blame> (*)(const Evidence&);
  constexpr Rule here[] = {clocks, queueing, arithmetic, level, occupancy, pattern, volume};
  constexpr Rule elsewhere[] = {clocks, arithmetic};  // these need no rate of the profile
  const std::span<const Rule> rules =
      evidence.is_other_device ? std::span<const Rule>(elsewhere) : std::span<const Rule>(here);
  for (const Rule rule : rules) {
    if (std::optional<Blame> found = rule(evidence)) return *found;
  }
  return untold(evidence);
}

}  // namespace plumb
