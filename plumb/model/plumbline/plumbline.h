// plumb/model/plumbline/plumbline.h - our model of today's devices, term by term from the probes.
//
//   T_launch = T_turn + max(T_groups, T_memory beside T_arithmetic), queued by the host
//   T_memory = (T_moved^q + T_reused^q)^(1/q)
//   T_transfer = the probed time of so many bytes between pinned memory and the device
//
// T_turn: turn_term.h, from the end of one kernel to that of the next one that does next to
// nothing; T_groups: group_term.h; T_moved: elements_term.h and, for references that are not
// streams, pattern_term.h, and what samplers read, image_term.h, beside flight_term.h (of T_memory
// and T_reused, by q); T_reused: reuse of a unit's own cache and local memory, on a processor at
// what its compiler's vectors read if that is less; T_arithmetic: arithmetic_term.h, on a processor
// with the calls that read images; beside: overlap_term.h; q: the probe `mix`, 1 (one after the
// other) where it was not probed. Every time comes from the profile; none was fitted to a workload.
// What units do by themselves (reuse, patterns, arithmetic) is divided by unit_share.h; form_term.h
// widens the interval. Where something stands for what was not probed, its spread is a judgement,
// which the term's file names.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <limits>
#include <optional>

#include "plumb/model/model.h"
#include "plumb/model/plumbline/arithmetic_term.h"
#include "plumb/model/plumbline/elements_term.h"
#include "plumb/model/plumbline/flight_term.h"
#include "plumb/model/plumbline/form_term.h"
#include "plumb/model/plumbline/group_term.h"
#include "plumb/model/plumbline/overlap_term.h"
#include "plumb/model/plumbline/pattern_term.h"
#include "plumb/model/plumbline/turn_term.h"

namespace plumb {

class Plumbline final : public Model {
 public:
  explicit Plumbline(const Profile& profile);
  [[nodiscard]] std::string_view name() const override { return "plumbline"; }
  [[nodiscard]] bool knows_queues() const override { return true; }
  [[nodiscard]] HostCalls host_calls() const override;
  // Abstains where the program does not fit into the device's memory, or runs on several devices.
  void consider(const Program& frame) const override;
  [[nodiscard]] LaunchCost launch(const Launch& launch, bool recorded) const override;
  [[nodiscard]] Cost start() const override;
  [[nodiscard]] Cost finish() const override;
  [[nodiscard]] std::optional<Cost> transfer(Direction direction, Bytes amount) const override;

 private:
  [[nodiscard]] const Estimate& pause(bool recorded) const;
  // What a kernel does beyond its start, by the parts that overlap.
  struct Work {
    Estimate memory;
    Estimate computed;
    Estimate both;
    double bytes = 0;        // seconds that what is moved and reused takes of `memory`
    double waiting = 0;      // and waits of work-items
    bool is_stream = false;  // of references that are made once
  };
  // `share`: of the device's units, see unit_share.h.
  [[nodiscard]] Work work_of(const Pass& pass, const WordTimes& words, const Flight& flight,
                             double share) const;
  [[nodiscard]] double form_of(const Work& work) const;
  // From beyond a unit's own cache.
  struct Moved {
    Estimate bytes;
    Estimate waits;  // for loads in turn, atomic operations and barriers
    Estimate both;
  };
  [[nodiscard]] Moved moved(const Pass& pass, const Traffic& traffic, const WordTimes& words,
                            const Flight& flight, double share) const;
  [[nodiscard]] Estimate of_shared_cache(double bytes) const;
  [[nodiscard]] Estimate reused(double bytes) const;
  [[nodiscard]] Estimate private_rate() const;  // bytes per second
  [[nodiscard]] Estimate probed_private_rate() const;
  [[nodiscard]] Seconds call_time() const;
  [[nodiscard]] Estimate least_with_wait() const;
  [[nodiscard]] Estimate required(std::string_view parameter, std::string_view probe) const;

  const Profile* profile_;
  bool is_cpu_;
  ElementsTerm elements_;
  TurnTerm turns_;  // reads elements_
  PatternTerm patterns_;
  FlightTerm flight_;
  GroupTerm groups_;
  ArithmeticTerm arithmetic_;
  OverlapTerm overlap_;
  TimeCurve in_;
  TimeCurve out_;
  double mix_ = 1;
  bool mix_known_ = false;
  double largest_cache_ = std::numeric_limits<double>::infinity();  // bytes; not known: no limit
  // What every launch asks for, kept from the first: a program may have millions of them, and a
  // profile hundreds of parameters.
  mutable std::array<std::optional<Estimate>, 2> pause_;  // not recorded, recorded
  mutable std::optional<Estimate> private_rate_;
  mutable std::optional<Seconds> call_time_;
  mutable std::optional<FormTerm> form_;
};

}  // namespace plumb
