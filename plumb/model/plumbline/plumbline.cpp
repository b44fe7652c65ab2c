// plumb/model/plumbline/plumbline.cpp - the terms of a launch and of a transfer, put together.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/model/plumbline/plumbline.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "plumb/model/plumbline/caches.h"
#include "plumb/model/plumbline/domain.h"
#include "plumb/model/plumbline/unit_share.h"

namespace plumb {
namespace {

double value_or(const Profile& profile, std::string_view name, double otherwise) {
  const Finding* found = finding_named(profile, name);
  return found == nullptr ? otherwise : found->value.value;
}

// One after the other, and none waits for another.
bool is_streamed(const Access& access) {
  constexpr std::array not_streamed{Pattern::random, Pattern::strided, Pattern::scatter,
                                    Pattern::atomic};
  return access.dependent == 0 && !is_sampled(access) &&
         std::ranges::find(not_streamed, access.pattern) == not_streamed.end();
}

TimeCurve transfer_curve(const Profile& profile, std::string_view way) {
  const Curve* curve = curve_named(profile, fmt::format("transfer.{}.pinned", way));
  return curve == nullptr ? TimeCurve() : TimeCurve(*curve);
}

constexpr double without_plateau = 0.3;
// See both_ways.h.
constexpr double gain_not_probed = 1.0 / 3;
// Memory for a shared cache that has no plateau, in which data would come faster.
constexpr double as_of_memory = 0.5;

// Three digits, and no exponent up to an exbibyte.
std::string memory_text(Bytes amount) {
  const auto bytes = static_cast<double>(amount.count);
  return bytes < 1000 * 0x1p30   ? fmt::format("{:.3g} GiB", bytes * 0x1p-30)
         : bytes < 1000 * 0x1p40 ? fmt::format("{:.3g} TiB", bytes * 0x1p-40)
                                 : fmt::format("{:.3g} PiB", bytes * 0x1p-50);
}

// Beyond so many times what the bytes take, the turns of loops alone decide, which were probed with
// whole warps.
constexpr double most_of_loops = 2;
constexpr double fewest_that_loop = 32;

}  // namespace

Plumbline::Plumbline(const Profile& profile)
    : profile_(&profile),
      is_cpu_(profile.provenance.device.kind == "cpu"),
      elements_(profile),
      turns_(profile, elements_),
      patterns_(profile),
      flight_(profile),
      groups_(profile),
      arithmetic_(profile),
      overlap_(profile),
      in_(transfer_curve(profile, "in")),
      out_(transfer_curve(profile, "out")),
      mix_(std::max(1.0, value_or(profile, "mix.exponent", 1))),
      mix_known_(finding_named(profile, "mix.exponent") != nullptr) {
  if (const double bytes = largest_cache(profile); bytes > 0) largest_cache_ = bytes;
}

Estimate Plumbline::required(std::string_view parameter, std::string_view probe) const {
  const Finding* found = finding_named(*profile_, parameter);
  if (found == nullptr)
    refuse_missing(*profile_, fmt::format("{} (plumb probe --only {})", parameter, probe), name());
  return {found->value.value, relative_spread(found->value) * found->value.value};
}

Estimate Plumbline::reused(double bytes) const {
  if (bytes <= 0) return {};
  const Estimate rate = private_rate();
  const double seconds = bytes / rate.seconds;
  return {seconds, rate.spread / rate.seconds * seconds};
}

// What other units had before: it is in the cache of all.
Estimate Plumbline::of_shared_cache(double bytes) const {
  if (bytes <= 0) return {};
  const bool known = finding_named(*profile_, "bandwidth.shared.read.level1") != nullptr;
  Estimate rate =
      required(known ? "bandwidth.shared.read.level1" : "bandwidth.memory.read", "bandwidth");
  if (!known) rate.spread = root_of_squares(rate.spread, as_of_memory * rate.seconds);
  const double seconds = bytes / rate.seconds;
  return {seconds, rate.spread / rate.seconds * seconds};
}

// Of a unit's own cache. A quick probe may find no plateau: then the largest rate of its curve,
// which may be that of one footprint alone.
Estimate Plumbline::probed_private_rate() const {
  const Curve* curve = curve_named(*profile_, "bandwidth.private.read");
  if (finding_named(*profile_, "bandwidth.private.read.level1") != nullptr || curve == nullptr)
    return required("bandwidth.private.read.level1", "bandwidth");
  double most = 0;
  for (const CurvePoint& point : curve->points) most = std::max(most, point.y.value);
  return {most, without_plateau * most};
}

Estimate Plumbline::private_rate() const {
  if (!private_rate_) {
    private_rate_ = probed_private_rate();
    const Finding* rows = finding_named(*profile_, "bandwidth.private.rows");
    if (rows != nullptr && rows->value.value < private_rate_->seconds)
      private_rate_ = required("bandwidth.private.rows", "compute");
  }
  return *private_rate_;
}

Seconds Plumbline::call_time() const {
  if (!call_time_) call_time_ = Seconds{required("launch.same", "launch").seconds};
  return *call_time_;
}

// A profile without them takes the calls for free.
HostCalls Plumbline::host_calls() const {
  const Finding* gain = finding_named(*profile_, "transfer.both.gain");
  return {.launch = Seconds{value_or(*profile_, "launch.call", 0)},
          .copy = Seconds{value_or(*profile_, "launch.copy", 0)},
          .fence = Seconds{value_or(*profile_, "launch.fence", 0)},
          .units_copy = is_cpu_,
          .copy_start = Seconds{in_.empty() || out_.empty() ? 0 : (in_.least() + out_.least()) / 2},
          .both_ways_gain = gain == nullptr ? 2 : gain->value.value,
          .both_ways_spread = gain == nullptr ? gain_not_probed : relative_spread(gain->value)};
}

void Plumbline::consider(const Program& frame) const {
  if (const std::size_t devices = devices_of(frame); devices > 1)
    throw Abstention(
        fmt::format("the program runs on {} devices, and one profile is known", devices));
  const Bytes needed = memory_of(frame);
  const Bytes there = profile_->provenance.device.memory;
  if (there.count == 0 || needed.count <= there.count) return;
  throw NoRoom(fmt::format("the program needs {} of memory, {} has {}", memory_text(needed),
                           profile_->name, memory_text(there)));
}

// By bandwidth and by what is in flight, whichever takes longer; beyond what the least launch
// takes, which is all start.
Plumbline::Moved Plumbline::moved(const Pass& pass, const Traffic& traffic, const WordTimes& words,
                                  const Flight& flight, double share) const {
  const double items = words.items;
  Estimate sum = elements_.beyond_start(traffic, words) + of_shared_cache(traffic.shared);
  Estimate atomic;
  const bool vectors = !arithmetic_.has_no_vectors(pass, items);
  for (const Access& access : pass.accesses) {
    if (is_sampled(access)) continue;  // wherever it lies, a sampler reads it
    const Estimate one =
        patterns_.estimate(access, static_cast<double>(pass.points), share, vectors);
    sum = sum + one;
    if (access.pattern == Pattern::atomic) atomic = atomic + one;
  }
  if (!is_cpu_) sum = joined(sum, flight_.images().estimate(pass, share), mix_, mix_known_);
  sum = joined(sum, flight_.of_chains(pass, flight, true), flight_.sharpness(), true);
  const Estimate chains = flight_.of_chains(pass, flight, false);
  Estimate loops = flight_.of_loops(pass, flight);
  // A turn waits for its load once, and the first ones do while the kernel begins.
  const double waited = chains.seconds + turns_.of_rows(taken_up_by(pass, items)).seconds;
  loops.seconds -= std::min(loops.seconds, waited);
  const double looping = std::min(flight.busy, flight.busy_at_once());
  if (looping < fewest_that_loop &&
      loops.seconds > most_of_loops * (sum.seconds + elements_.least()))
    throw Abstention(
        fmt::format("'{}' has long loops in few work-items ({:.0f}): how a compiler overlaps their "
                    "turns decides, which no probe tells",
                    pass.name, looping));
  sum = joined(sum, loops, flight_.sharpness(), true);
  const Estimate waits = chains + flight_.of_barriers(pass, flight);
  const double bytes = sum.seconds - std::min(sum.seconds, atomic.seconds);
  const Estimate beside = joined(sum, waits, flight_.sharpness(), true);
  return {.bytes = {bytes, 0},
          .waits = waits + atomic,
          .both = between(sum + waits, beside, flight_.fullness(flight, share))};
}

Plumbline::Work Plumbline::work_of(const Pass& pass, const WordTimes& words, const Flight& flight,
                                   double share) const {
  const double items = words.items;
  const Traffic traffic = traffic_of(pass, largest_cache_);
  Work work;
  const Moved from_afar = moved(pass, traffic, words, flight, share);
  const Estimate& from_far = from_afar.both;
  const Estimate from_near = 1 / share * reused(traffic.reused);
  work.memory = joined(from_far, from_near, mix_, mix_known_);
  work.bytes = from_afar.bytes.seconds == from_far.seconds  // where nothing waits
                   ? work.memory.seconds
                   : joined(from_afar.bytes, from_near, mix_, mix_known_).seconds;
  work.waiting = from_afar.waits.seconds;
  work.computed = arithmetic_.estimate(pass, items, share);
  if (is_cpu_) work.computed = work.computed + flight_.images().estimate(pass, share);
  const double of_near =
      traffic.reused > 0 ? from_near.seconds / (from_near.seconds + from_far.seconds) : 0;
  const Estimate beside = overlap_.estimate(pass, items, work.memory, work.computed, of_near);
  work.both = between(work.memory + work.computed, beside, flight_.fullness(flight, share));
  work.is_stream =
      traffic.reused == 0 && traffic.shared == 0 && work.computed.seconds < work.memory.seconds &&
      pass.barriers + pass.cluster_barriers == 0 && std::ranges::all_of(pass.accesses, is_streamed);
  return work;
}

double Plumbline::form_of(const Work& work) const {
  if (!form_) {
    form_.emplace(*profile_, [this](const Pass& pass, double items) {
      return elements_.least() +
             work_of(pass, elements_.words_of(items), flight_.all_alike(items), 1).both.seconds;
    });
  }
  return work.is_stream ? form_->of_streams() : form_->of_others();
}

// Recorded or not; kept from the first launch that asks. Threads of a processor take up a kernel of
// a queue as they do one of a batch, and what they then wait for is not hidden by the pause, which
// was probed with kernels that run long.
const Estimate& Plumbline::pause(bool recorded) const {
  std::optional<Estimate>& kept = pause_.at(recorded ? 1 : 0);
  if (kept) return *kept;
  kept = required(recorded ? "launch.batch" : "launch.gap", "launch");
  if (is_cpu_ && !recorded && value_or(*profile_, "launch.batch", 0) > kept->seconds)
    kept = required("launch.batch", "launch");
  return *kept;
}

LaunchCost Plumbline::launch(const Launch& launch, bool recorded) const {
  const Pass& pass = launch.pass;
  if (const std::optional<std::string> why = outside_of_domain(launch, *profile_, flight_.images()))
    throw Abstention(*why);
  if (!elements_.is_known())
    refuse_missing(*profile_, "curves elements.* (plumb probe --only elements)", name());
  const WordTimes words = elements_.words_of(static_cast<double>(items_of(launch)));
  const Work work = work_of(pass, words, flight_.flight_of(launch), unit_share(launch, *profile_));
  const Estimate between = turns_.estimate(pause(recorded), words, taken_up_by(pass, words.items));
  const Estimate form{0, form_of(work) * work.both.seconds};
  const Estimate begun = groups_.estimate(launch);
  const Estimate done = work.both + form;
  const Estimate whole = between + (begun.seconds > done.seconds ? begun : done);
  return {.device = {.time = Seconds{whole.seconds},
                     .movement = Seconds{work.bytes},
                     .latency = Seconds{between.seconds},
                     .arithmetic = Seconds{work.computed.seconds},
                     .waiting = Seconds{work.waiting},
                     .spread = Seconds{whole.spread}},
          .call = recorded ? Seconds{} : call_time()};
}

// The first launch has no other before it.
Cost Plumbline::start() const {
  const Estimate between = turns_.least(pause(false));
  const Seconds time{std::max(0.0, elements_.least() - between.seconds)};
  return {.time = time, .latency = time, .spread = Seconds{between.spread}};
}

// Where only an empty kernel was probed, what a word takes is added as in a batch.
Estimate Plumbline::least_with_wait() const {
  if (finding_named(*profile_, "launch.sync.element") != nullptr)
    return required("launch.sync.element", "launch");
  return required("launch.sync", "launch") + turns_.word();
}

// The least kernel that moves anything and the wait for it, less what the launch itself takes.
Cost Plumbline::finish() const {
  const Estimate sync = least_with_wait();
  const Seconds time{std::max(0.0, sync.seconds - elements_.least())};
  return {.time = time, .latency = time, .spread = Seconds{sync.spread}};
}

std::optional<Cost> Plumbline::transfer(Direction direction, Bytes amount) const {
  const auto bytes = static_cast<double>(amount.count);
  if (direction == Direction::within) {
    const Estimate rate = required("bandwidth.memory.driver_copy", "bandwidth");
    const Estimate gap = required("launch.gap", "launch");
    const double copied = 2 * bytes / rate.seconds;
    const Estimate whole = gap + Estimate{copied, rate.spread / rate.seconds * copied};
    return Cost{.time = Seconds{whole.seconds},
                .movement = Seconds{copied},
                .latency = Seconds{gap.seconds},
                .spread = Seconds{whole.spread}};
  }
  const TimeCurve& curve = direction == Direction::in ? in_ : out_;
  if (curve.empty())
    refuse_missing(*profile_,
                   fmt::format("curve transfer.{}.pinned (plumb probe --only transfer)",
                               direction == Direction::in ? "in" : "out"),
                   name());
  const double least = curve.least();
  const Estimate time = curve.estimate(bytes);
  return Cost{.time = Seconds{time.seconds},
              .movement = Seconds{time.seconds - std::min(least, time.seconds)},
              .latency = Seconds{std::min(least, time.seconds)},
              .spread = Seconds{time.spread}};
}

}  // namespace plumb
