// plumb/model/part_sums.cpp - adding up launches, transfers and waits.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/model/part_sums.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "plumb/base/error.h"

namespace plumb {
namespace {

bool is_stream(Pattern pattern) {
  return pattern == Pattern::self || pattern == Pattern::multiple || pattern == Pattern::single ||
         pattern == Pattern::symmetric || pattern == Pattern::relative;
}

void note_shape(LaunchedParts::Part& part, const Launch& launch) {
  const std::uint64_t items = items_of(launch);
  if (items <= part.items) return;
  part.items = items;
  double most = 0;
  for (const Access& access : launch.pass.accesses) {
    const double bytes = access.references * static_cast<double>(access.bytes.count);
    if (is_stream(access.pattern) || bytes <= most) continue;
    most = bytes;
    part.pattern = access.pattern;
  }
}

// `name` for messages.
void add_demand(Demand& sum, const std::string& name, double times, const Demand& demand) {
  const double calls = static_cast<double>(sum.launches) + times;
  const double bytes =
      static_cast<double>(sum.bytes.count) + times * static_cast<double>(demand.bytes.count);
  if (!(calls <= 0x1p62 && bytes <= 0x1p62)) {
    throw Error(ErrorKind::input,
                fmt::format("'{}' asks for more than 2^62 bytes or launches", name));
  }
  sum = sum + static_cast<std::uint64_t>(times) * demand;
}

void require_finite(bool is_finite, const std::string& name) {
  if (is_finite) return;
  throw Error(ErrorKind::input,
              fmt::format("'{}' does not terminate: its predicted time is not finite", name));
}

void add_cost(Cost& sum, const std::string& name, double times, const Cost& cost) {
  sum = sum + times * cost;
  require_finite(std::isfinite(sum.time.count()), name);
}

Demand moved_once(Bytes amount) { return {.bytes = amount, .flops = {}, .launches = 1}; }
constexpr Demand one_wait{.bytes = {}, .flops = {}, .launches = 1};

}  // namespace

std::size_t LaunchedParts::number_of(const std::string& step, const std::string& name) {
  const std::size_t number = names_.number_of(step, name);
  if (number >= parts_.size()) parts_.resize(number + 1);
  return number;
}

std::size_t LaunchedParts::add(const std::string& step, const std::string& name,
                               const Launch& launch, double times) {
  const std::size_t number = number_of(step, name);
  Part& part = parts_[number];
  note_shape(part, launch);
  add_demand(part.demand, name, times, demand_of(launch.pass));
  require_finite(std::isfinite(part.demand.flops.count), name);
  return number;
}

PartSums::PartSums(const Model& model, const Program& frame, LaunchedParts& launched)
    : model_(&model), frame_(&frame), launched_(&launched) {
  if (model.knows_queues() && frame.queues.size() > 1)
    timeline_.emplace(frame, model.host_calls(), [this](const Step& step, bool recorded) {
      return seconds_of(step, recorded);
    });
}

void PartSums::begin(double often) {
  often_ = often;
  stretches_ = {};
  loops_.clear();
}

void PartSums::launch(std::size_t number, double times, const LaunchCost& cost) {
  HostStretch& stretch = stretches_.open();
  for (Loop& loop : loops_) loop.has_launches = true;
  if (stretch.device <= Seconds{}) first_launched_ = number;
  PartSum& sum = part(number);
  sum.has_launches = true;
  add_cost(sum.cost, launched_->names(number).second, often_ * times, cost.device);
  stretch.launch(times, cost.device.time, cost.call);
  queued_ += times;
  idle_ = false;
  if (cost.device.time > Seconds{}) launches_ = true;
}

void PartSums::transfer(const std::string& step, const std::string& name, const Transfer& moved,
                        double times) {
  const Bytes amount = bytes_of(*frame_, moved);
  const std::optional<Cost> cost = model_->transfer(moved.direction, amount);
  if (!cost) return;
  std::optional<PartSum>& direction = moved.direction == Direction::in ? in_ : out_;
  const bool waited_for = moved.direction != Direction::within;
  queued_ = waited_for ? 0 : queued_ + times;
  idle_ = waited_for && !timeline_;  // of several queues other ones may not be done
  for (Loop& loop : loops_) {
    loop.copies_within = loop.copies_within || !waited_for;
    loop.awaits_copies = loop.awaits_copies || idle_;
  }
  stretches_.open().copied += times * cost->time;
  if (moved.direction != Direction::within && !direction) direction.emplace();
  PartSum& sum = moved.direction == Direction::within ? part(step, name) : *direction;
  add_demand(sum.demand, name, often_ * times, moved_once(amount));
  add_cost(sum.cost, name, often_ * times, *cost);
}

// Each check reads one element back: eq. 4 of paper 000 with J = 1.
void PartSums::checks(const std::string& step, const Until& until, double times) {
  const Buffer& buffer = buffer_named(*frame_, until.buffer);
  const Bytes element = size_of(Type{buffer.type.scalar, 1});
  const std::optional<Cost> cost = model_->transfer(Direction::out, element);
  if (!cost) return leave(step);
  const double checked = times * static_cast<double>(checked_rounds(until).checks);
  wait_between_rounds(step, checked);
  end_stretch(checked);
  queued_ = 0;  // the read-back has its wait in its time
  idle_ = true;
  const std::string name = fmt::format("{}{}", check_of, until.buffer);
  PartSum& sum = part(step, name);
  const double all = often_ * checked;
  add_demand(sum.demand, name, all, moved_once(element));
  add_cost(sum.cost, name, all, *cost);
}

void PartSums::enter(double entries, double rounds) {
  loops_.push_back({.entries = entries, .rounds = rounds});
}

// Nobody has waited for the last round of each entry.
void PartSums::leave(const std::string& step) { wait_between_rounds(step, loops_.back().entries); }

void PartSums::wait(const std::string& step, double times) {
  double first = times;  // of these; the others wait for the round before them
  for (auto loop = loops_.rbegin(); loop != loops_.rend() && !loop->has_launches; ++loop) {
    loop->begins_with_wait = true;
    if (loop->awaits_copies) continue;
    loop->awaits_round = true;
    first = loop->entries;
  }
  end_stretch(first);
  const double waits = std::min(first, std::exchange(queued_, 0));
  idle_ = true;
  if (waits > 0 && launches_) add_wait(step, host_waits, often_ * waits);
}

void PartSums::end(const std::string& name, const Step& step) {
  queue(name);
  if (timeline_) timeline_->add(step);
}

// A round that begins with a wait waits for the one before it, unless a copy did. Nobody waits so
// for as many rounds as stand apart: those that are checked, or the last ones.
void PartSums::wait_between_rounds(const std::string& step, double apart) {
  const Loop loop = loops_.back();
  loops_.pop_back();
  if (!loop.begins_with_wait || loop.rounds <= apart) return;
  if (loop.has_launches) end_stretch(loop.rounds);
  const bool leaves_work = loop.has_launches && !idle_;
  if (!loop.awaits_round || !(leaves_work || loop.copies_within)) return;
  if (launches_) add_wait(step, host_waits, often_ * (loop.rounds - apart));
  if (!idle_) queued_ = apart;
}

// The device starts anew after every wait, which is put down to the first launch.
void PartSums::end_stretch(double times) {
  if (stretches_.open().device <= Seconds{}) {
    stretches_.open().copied = {};  // waited for
    return;
  }
  if (!start_) start_ = model_->start();
  const double ended = stretches_.close(times);
  if (*start_ != Cost{})
    parts_[first_launched_].cost = parts_[first_launched_].cost + often_ * ended * *start_;
}

// What follows the last wait, or the whole, and what the calls add to all of it.
void PartSums::queue(const std::string& step) {
  const Seconds waits = stretches_.waits_for_calls();
  end_stretch(1);
  if (timeline_) return;  // which has the host among its clocks
  if (waits > Seconds{}) wait_for_calls(step, often_, waits);
}

void PartSums::wait_for_calls(const std::string& step, double often, Seconds waits) {
  static const std::string name(launch_queue);
  PartSum& sum = part(step, name);
  add_demand(sum.demand, name, often, one_wait);
  add_cost(sum.cost, name, often, {.time = waits, .latency = waits});
}

void PartSums::add_wait(const std::string& step, std::string_view called, double times) {
  const Cost cost = model_->finish();
  if (cost.time <= Seconds{}) return;
  const std::string name(called);
  PartSum& sum = part(step, name);
  add_demand(sum.demand, name, times, one_wait);
  add_cost(sum.cost, name, times, cost);
}

void PartSums::finish() {
  if (gave_up()) return;
  widen_for_both_ways();
  if (!launches_) return;
  if (timeline_ && timeline_->waiting_for_host() > 0)
    wait_for_calls("", 1, Seconds{timeline_->waiting_for_host()});
  if (!idle_) add_wait("", final_wait, 1);
}

void PartSums::widen_for_both_ways() {
  if (!timeline_ || !out_) return;
  out_->cost.spread += timeline_->both_ways() * model_->host_calls().both_ways_spread * Seconds{1};
}

PartPrediction PartSums::prediction_of(std::size_t number) const {
  const PartSum& own = parts_[number];
  const LaunchedParts::Part& launched = (*launched_)[number];
  const Demand demand = own.has_launches ? launched.demand + own.demand : own.demand;
  return {.step = launched_->names(number).first,
          .name = launched_->names(number).second,
          .calls = demand.launches,
          .bytes = demand.bytes,
          .flops = demand.flops,
          .cost = own.cost,
          .items = own.has_launches ? launched.items : 0,
          .pattern = own.has_launches && launched.pattern ? name_of(*launched.pattern) : ""};
}

Prediction PartSums::result() const {
  Prediction prediction;
  prediction.model = model_->name();
  prediction.reason = reason_;
  if (gave_up()) return prediction;
  prediction.passes.reserve(parts_.size());
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    if (parts_[i].has_launches || parts_[i].demand.launches > 0)
      prediction.passes.push_back(prediction_of(i));
  }
  const auto moved = [](const PartSum& sum, const char* name) {
    return PartPrediction{.step = "",
                          .name = name,
                          .calls = sum.demand.launches,
                          .bytes = sum.demand.bytes,
                          .flops = sum.demand.flops,
                          .cost = sum.cost};
  };
  if (in_) prediction.transfer_in = moved(*in_, "transfer in");
  if (out_) prediction.transfer_out = moved(*out_, "transfer out");
  if (timeline_) prediction.overlapped = Seconds{timeline_->overlapped()};
  return prediction;
}

double PartSums::seconds_of(const Step& step, bool recorded) const {
  if (const auto* launch = std::get_if<Launch>(&step.action))
    return model_->launch(*launch, recorded).device.time.count();
  const auto& moved = std::get<Transfer>(step.action);
  const std::optional<Cost> cost = model_->transfer(moved.direction, bytes_of(*frame_, moved));
  return cost ? cost->time.count() : 0;
}

PartSum& PartSums::part(std::size_t number) {
  if (number >= parts_.size()) parts_.resize(number + 1);
  return parts_[number];
}

PartSum& PartSums::part(const std::string& step, const std::string& name) {
  return part(launched_->number_of(step, name));
}

}  // namespace plumb
