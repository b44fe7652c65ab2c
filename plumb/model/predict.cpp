// plumb/model/predict.cpp - summing what a model predicts for every step.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/model/predict.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "plumb/base/error.h"
#include "plumb/model/ito2007.h"
#include "plumb/model/part_names.h"
#include "plumb/model/plumbline/plumbline.h"
#include "plumb/model/roofline.h"
#include "plumb/model/timeline.h"
#include "plumb/records/walk.h"

namespace plumb {
namespace {

// What one model predicts for one part so far; its names stay with PartNames.
struct PartSum {
  Demand demand;
  Cost cost;
  std::uint64_t items = 0;  // of the largest launch, with the pattern of that one
  std::optional<Pattern> pattern = {};
};

bool is_stream(Pattern pattern) {
  return pattern == Pattern::self || pattern == Pattern::multiple || pattern == Pattern::single ||
         pattern == Pattern::symmetric || pattern == Pattern::relative;
}

void note_shape(PartSum& part, const Launch& launch) {
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
void add(PartSum& part, const std::string& name, double times, const Demand& demand,
         const Cost& cost) {
  const double calls = static_cast<double>(part.demand.launches) + times;
  const double bytes = static_cast<double>(part.demand.bytes.count) +
                       times * static_cast<double>(demand.bytes.count);
  if (!(calls <= 0x1p62 && bytes <= 0x1p62)) {
    throw Error(ErrorKind::input,
                fmt::format("'{}' asks for more than 2^62 bytes or launches", name));
  }
  part.demand = part.demand + static_cast<std::uint64_t>(times) * demand;
  part.cost = part.cost + times * cost;
  if (!std::isfinite(part.cost.time.count()) || !std::isfinite(part.demand.flops.count)) {
    throw Error(ErrorKind::input,
                fmt::format("'{}' does not terminate: its predicted time is not finite", name));
  }
}

PartPrediction prediction_of(const PartSum& part, const std::string& step,
                             const std::string& name) {
  return {.step = step,
          .name = name,
          .calls = part.demand.launches,
          .bytes = part.demand.bytes,
          .flops = part.demand.flops,
          .cost = part.cost,
          .items = part.items,
          .pattern = part.pattern ? name_of(*part.pattern) : std::string()};
}

Demand moved_once(Bytes amount) { return {.bytes = amount, .flops = {}, .launches = 1}; }

// One model's sums over the steps of a program.
class Sums {
 public:
  Sums(const Model& model, const Program& frame, PartNames& names)
      : model_(&model), frame_(&frame), names_(&names) {
    if (model.knows_queues() && frame.queues.size() > 1)
      timeline_.emplace(frame, model.host_calls(), [this](const Step& step, bool recorded) {
        return seconds_of(step, recorded);
      });
  }

  void step(const std::string& part, const Step& step) {
    if (!reason_.empty()) return;
    step_device_ = step_call_ = Seconds{};
    walk(step,
         Cases{[&](const Launch& launch, const StepContext& context) {
                 if (context.times == 0) return;
                 const Pass& pass = launch.pass;
                 const std::string& name = pass.name.empty() ? context.step->name : pass.name;
                 const LaunchCost cost = model_->launch(launch, context.in_batch);
                 const auto times = static_cast<double>(context.times);
                 PartSum& sum = part_of(part, name);
                 if (step_device_ <= Seconds{}) first_launched_ = last_part_;
                 note_shape(sum, launch);
                 add(sum, name, times, demand_of(pass), cost.device);
                 step_device_ += times * cost.device.time;
                 step_call_ += times * cost.call;
                 last_call_ = cost.call;
               },
               [&](const Transfer& moved, const StepContext& context) {
                 if (context.times == 0) return;
                 transfer(part, context.step->name, moved, static_cast<double>(context.times));
               },
               [&](const Exchange&, const StepContext&) {
                 throw MissingParameter(
                     ErrorKind::input,
                     fmt::format("model '{}' does not know exchanges between ranks",
                                 model_->name()));
               },
               PassOver<Wait, Batch, Repeat, Until>{}},
         [&](const Step& left, const StepContext& context) {
           const auto* until = std::get_if<Until>(&left.action);
           if (until != nullptr && context.times != 0)
             checks(part, *until, static_cast<double>(context.times));
         });
    queue(part);
    if (timeline_) timeline_->add(step);
  }

  void give_up(const std::string& reason) { reason_ = reason; }

  // After the last step: the host waits for what it launched.
  void finish() {
    if (!reason_.empty() || !launches_) return;
    if (timeline_ && timeline_->waiting_for_host() > 0)
      wait_for_calls("", Seconds{timeline_->waiting_for_host()});
    const Cost cost = model_->finish();
    if (cost.time <= Seconds{}) return;
    static const std::string name(final_wait);
    add(part_of("", name), name, 1, {.bytes = {}, .flops = {}, .launches = 1}, cost);
  }

  // Without the parts that only other models have.
  [[nodiscard]] Prediction result() const {
    Prediction prediction;
    prediction.model = model_->name();
    prediction.reason = reason_;
    if (!reason_.empty()) return prediction;
    prediction.passes.reserve(parts_.size());
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      if (parts_[i].demand.launches == 0) continue;
      prediction.passes.push_back(
          prediction_of(parts_[i], (*names_)[i].first, (*names_)[i].second));
    }
    if (in_) prediction.transfer_in = prediction_of(*in_, "", "transfer in");
    if (out_) prediction.transfer_out = prediction_of(*out_, "", "transfer out");
    if (timeline_) prediction.overlapped = Seconds{timeline_->overlapped()};
    return prediction;
  }

 private:
  [[nodiscard]] double seconds_of(const Step& step, bool recorded) const {
    if (const auto* launch = std::get_if<Launch>(&step.action))
      return model_->launch(*launch, recorded).device.time.count();
    const auto& moved = std::get<Transfer>(step.action);
    const std::optional<Cost> cost = model_->transfer(moved.direction, bytes_of(*frame_, moved));
    return cost ? cost->time.count() : 0;
  }

  // The device starts once, which is put down to the first launch, and waits where the host is
  // slower: the first call comes before that.
  void queue(const std::string& part) {
    if (step_device_ <= Seconds{}) return;
    launches_ = true;
    parts_[first_launched_].cost = parts_[first_launched_].cost + model_->start();
    if (timeline_) return;  // which has the host among its clocks
    const Seconds waits = step_call_ - last_call_ - step_device_;
    if (waits > Seconds{}) wait_for_calls(part, waits);
  }

  void wait_for_calls(const std::string& part, Seconds waits) {
    static const std::string name(launch_queue);
    add(part_of(part, name), name, 1, {.bytes = {}, .flops = {}, .launches = 1},
        {.time = waits, .latency = waits});
  }

  void transfer(const std::string& part, const std::string& name, const Transfer& moved,
                double times) {
    const Bytes amount = bytes_of(*frame_, moved);
    const std::optional<Cost> cost = model_->transfer(moved.direction, amount);
    if (!cost) return;
    if (moved.direction == Direction::within) {
      add(part_of(part, name), name, times, moved_once(amount), *cost);
      return;
    }
    std::optional<PartSum>& sum = moved.direction == Direction::in ? in_ : out_;
    if (!sum) sum.emplace();
    add(*sum, name, times, moved_once(amount), *cost);
  }

  // Each check reads one element back: eq. 4 of paper 000 with J = 1.
  void checks(const std::string& part, const Until& until, double times) {
    const Buffer& buffer = buffer_named(*frame_, until.buffer);
    const Bytes element = size_of(Type{buffer.type.scalar, 1});
    const std::optional<Cost> cost = model_->transfer(Direction::out, element);
    if (!cost) return;
    const std::uint64_t every = std::max<std::uint64_t>(1, until.check_every);
    const std::uint64_t often = until.expected / every + (until.expected % every != 0 ? 1 : 0);
    const std::string name = fmt::format("check of {}", until.buffer);
    add(part_of(part, name), name, times * static_cast<double>(often), moved_once(element), *cost);
  }

  PartSum& part_of(const std::string& step, const std::string& name) {
    const std::size_t number = last_part_ = names_->number_of(step, name);
    if (number >= parts_.size()) parts_.resize(number + 1);
    return parts_[number];
  }

  const Model* model_;
  const Program* frame_;
  PartNames* names_;
  std::string reason_;
  std::vector<PartSum> parts_;
  std::optional<PartSum> in_;
  std::optional<PartSum> out_;
  Seconds step_device_{};  // of the launches of the top-level step
  Seconds step_call_{};
  Seconds last_call_{};
  std::size_t last_part_ = 0;       // that was asked for
  std::size_t first_launched_ = 0;  // of the top-level step
  bool launches_ = false;
  std::optional<Timeline> timeline_;  // of several queues
};

// The element type that decides which paths are taken: that of the first buffer that moves between
// host and device, else of the first buffer, else float.
Type element_type(const Program& frame, const std::vector<Step>& steps) {
  for (const Step& step : steps) {
    const auto* moved = std::get_if<Transfer>(&step.action);
    if (moved != nullptr && moved->direction != Direction::within) {
      return buffer_named(frame, moved->buffer).type;
    }
  }
  return frame.buffers.empty() ? Type{Scalar::f32, 1} : frame.buffers.front().type;
}

// The paths that a program takes; null and why where the profile has none for its elements, which
// is a matter of the models that need them.
struct PathsSought {
  const PathSet* paths = nullptr;
  std::string missing = {};
};

PathsSought seek_paths(const Profile& profile, Type type, const std::string& named) {
  if (!named.empty()) return {.paths = &paths_named(profile, named)};
  try {
    return {.paths = &paths_for(profile, type)};
  } catch (const Error& error) {
    if (kind_of(error) != ErrorKind::input) throw;
    return {.missing = explain(error)};
  }
}

// `walk(use)` calls use(part, step) for every step.
template <class WalkSteps>
PredictedPoint predict_steps(const Profile& profile, const Program& frame, Type type,
                             const PredictOptions& options, const WalkSteps& walk) {
  if (options.interrupted && options.interrupted()) {
    throw Error(ErrorKind::interrupted, "interrupted");
  }
  const PathsSought sought = seek_paths(profile, type, options.paths);
  PredictedPoint point{.application = frame.name,
                       .settings = frame.settings,
                       .profile = profile.name,
                       .paths = sought.paths == nullptr ? "none" : sought.paths->name,
                       .predictions = {}};
  std::vector<std::unique_ptr<Model>> models;
  PartNames names;
  std::deque<Sums> sums;  // a timeline refers to its sums: they stay where they are
  for (const std::string& name : options.models.empty() ? models_for(profile) : options.models) {
    models.push_back(make_model(name, profile, sought.paths));
    sums.emplace_back(*models.back(), frame, names);
    if (sought.paths != nullptr || !models.back()->needs_paths()) continue;
    if (!options.models.empty()) throw Error(ErrorKind::input, sought.missing);
    sums.back().give_up(sought.missing);
  }
  // A model that nobody named gives its reason where it cannot go on.
  bool abstained = false;
  const auto attempt = [&](Sums& sum, const auto& what) {
    try {
      what();
    } catch (const Abstention& abstention) {
      abstained = true;
      sum.give_up(explain(abstention));
    } catch (const MissingParameter& missing) {
      if (!options.models.empty()) throw;
      sum.give_up(explain(missing));
    }
  };
  for (std::size_t i = 0; i < sums.size(); ++i)
    attempt(sums[i], [&] { models[i]->consider(frame); });
  walk([&](const std::string& part, const Step& step) {
    for (Sums& sum : sums) attempt(sum, [&] { sum.step(part, step); });
  });
  for (Sums& sum : sums) {
    attempt(sum, [&] { sum.finish(); });
    point.predictions.push_back(sum.result());
  }
  const bool none = std::ranges::all_of(point.predictions,
                                        [](const Prediction& one) { return !one.reason.empty(); });
  if (none && !abstained && sought.paths == nullptr) throw Error(ErrorKind::input, sought.missing);
  return point;
}

}  // namespace

std::vector<std::string> model_names() { return {"plumbline", "ito2007", "roofline"}; }

std::vector<std::string> models_for(const Profile& profile) {
  std::vector<std::string> names = model_names();
  if (profile.parameters.empty() && profile.curves.empty()) std::erase(names, "plumbline");
  return names;
}

std::unique_ptr<Model> make_model(std::string_view name, const Profile& profile,
                                  const PathSet* paths) {
  require_model(name);
  if (name == "ito2007") return std::make_unique<Ito2007>(profile, paths);
  if (name == "plumbline") return std::make_unique<Plumbline>(profile);
  return std::make_unique<Roofline>(profile);
}

void require_model(std::string_view name) {
  if (std::ranges::count(model_names(), name) > 0) return;
  throw Error(ErrorKind::input,
              fmt::format("unknown model '{}'; known are {}{}", name,
                          fmt::join(model_names(), ", "), did_you_mean(name, model_names())));
}

void refuse_missing(const Profile& profile, std::string_view parameter, std::string_view model) {
  throw MissingParameter(ErrorKind::input,
                         fmt::format("profile '{}' has no {}, which model '{}' needs", profile.name,
                                     parameter, model));
}

PredictedPoint predict(const Profile& profile, const Program& program,
                       const PredictOptions& options) {
  return predict_steps(profile, program, element_type(program, program.steps), options,
                       [&](const auto& use) {
                         for (const Step& step : program.steps) use(step.name, step);
                       });
}

PredictedPoint predict(const Profile& profile, const WalkedProgram& program,
                       const PredictOptions& options) {
  return predict_steps(profile, program.frame, program.element_type, options, [&](const auto& use) {
    program.each_step(
        [&](std::size_t, const std::string& name, const Step& step) { use(name, step); },
        options.interrupted);
  });
}

}  // namespace plumb
