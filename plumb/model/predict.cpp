// plumb/model/predict.cpp - summing what a model predicts for every step.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/model/predict.h"

#include <algorithm>

#include <fmt/format.h>

#include "plumb/base/error.h"
#include "plumb/model/first_use.h"
#include "plumb/model/ito2007.h"
#include "plumb/model/launch_memo.h"
#include "plumb/model/part_sums.h"
#include "plumb/model/plumbline/plumbline.h"
#include "plumb/model/roofline.h"
#include "plumb/records/walk.h"

namespace plumb {
namespace {

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

using Models = std::vector<const Model*>;

// What a model says of a pass without a name has that of its step.
LaunchCost cost_of(const Model& model, const Launch& launch, const StepContext& context) {
  if (!launch.pass.name.empty()) return model.launch(launch, context.in_batch);
  Launch named = launch;
  named.pass.name = context.step->name;
  return model.launch(named, context.in_batch);
}

// One step at the top that happens so many times, for all models in one walk.
template <class Attempt>
void add_step(const std::string& part, const Step& step, std::uint64_t often, const Models& models,
              LaunchedParts& launched, LaunchMemo& memo, const Attempt& attempt) {
  attempt([&](std::size_t, PartSums& sum) { sum.begin(static_cast<double>(often)); });
  const auto enter = [&](std::uint64_t times, std::uint64_t rounds) {
    attempt([&](std::size_t, PartSums& sum) {
      sum.enter(static_cast<double>(times), static_cast<double>(times_product(times, rounds)));
    });
  };
  walk(step,
       Cases{[&](const Launch& launch, const StepContext& context) {
               if (context.times == 0) return;
               const Pass& pass = launch.pass;
               const std::string& name = pass.name.empty() ? context.step->name : pass.name;
               const auto times = static_cast<double>(context.times);
               const std::size_t number =
                   launched.add(part, name, launch, times * static_cast<double>(often));
               LaunchMemo::Costs& costs = memo.of(launch, context.in_batch);
               attempt([&](std::size_t i, PartSums& sum) {
                 if (!costs[i]) costs[i] = cost_of(*models[i], launch, context);
                 sum.launch(number, times, *costs[i]);
               });
             },
             [&](const Transfer& moved, const StepContext& context) {
               if (context.times == 0) return;
               attempt([&](std::size_t, PartSums& sum) {
                 sum.transfer(part, context.step->name, moved, static_cast<double>(context.times));
               });
             },
             [&](const Exchange&, const StepContext&) {
               attempt([&](std::size_t i, PartSums&) {
                 throw MissingParameter(
                     ErrorKind::input,
                     fmt::format("model '{}' does not know exchanges between ranks",
                                 models[i]->name()));
               });
             },
             [&](const Wait&, const StepContext& context) {
               if (context.times == 0) return;
               attempt([&](std::size_t, PartSums& sum) {
                 sum.wait(part, static_cast<double>(context.times));
               });
             },
             [&](const Repeat& repeat, const StepContext& context) {
               enter(context.times, repeat.count);
             },
             [&](const Until& until, const StepContext& context) {
               enter(context.times, checked_rounds(until).rounds);
             },
             PassOver<Batch>{}},
       [&](const Step& left, const StepContext& context) {
         const auto* until = std::get_if<Until>(&left.action);
         if (until == nullptr && !std::holds_alternative<Repeat>(left.action)) return;
         attempt([&](std::size_t, PartSums& sum) {
           if (until == nullptr || context.times == 0) return sum.leave(part);
           sum.checks(part, *until, static_cast<double>(context.times));
         });
       });
  attempt([&](std::size_t, PartSums& sum) { sum.end(part, step); });
}

// `walk_steps(use)` calls use(part, step, times) for every step.
template <class WalkSteps>
PredictedPoint predict_steps(const Profile& profile, const Program& frame, Type type,
                             const PredictOptions& options, const WalkSteps& walk_steps) {
  if (options.interrupted && options.interrupted()) {
    throw Error(ErrorKind::interrupted, "interrupted");
  }
  const PathsSought sought = seek_paths(profile, type, options.paths);
  PredictedPoint point{.application = frame.name,
                       .settings = frame.settings,
                       .profile = profile.name,
                       .paths = sought.paths == nullptr ? "none" : sought.paths->name,
                       .predictions = {},
                       .first_use = first_use(profile, frame),
                       .answers = {}};
  KeptModels own(profile);
  KeptModels& kept = options.kept != nullptr && options.kept->is_of(profile) ? *options.kept : own;
  Models models;
  LaunchedParts launched;
  std::vector<std::unique_ptr<PartSums>> sums;
  std::vector<Refusal> refusals;
  for (const std::string& name : options.models.empty() ? models_for(profile) : options.models) {
    models.push_back(&kept.model(name, sought.paths));
    sums.push_back(std::make_unique<PartSums>(*models.back(), frame, launched));
    refusals.push_back(Refusal::none);
    if (sought.paths != nullptr || !models.back()->needs_paths()) continue;
    if (!options.models.empty()) throw Error(ErrorKind::input, sought.missing);
    sums.back()->give_up(sought.missing);
    refusals.back() = Refusal::missing;
  }
  bool abstained = false;
  // Calls what(model, sums) for all models that go on. One that nobody named gives its reason where
  // it cannot.
  const auto attempt = [&](const auto& what) {
    for (std::size_t i = 0; i < sums.size(); ++i) {
      PartSums& sum = *sums[i];
      if (sum.gave_up()) continue;
      try {
        what(i, sum);
      } catch (const Abstention& abstention) {
        abstained = true;
        refusals[i] = dynamic_cast<const NoRoom*>(&abstention) != nullptr ? Refusal::no_room
                                                                          : Refusal::abstention;
        sum.give_up(explain(abstention));
      } catch (const MissingParameter& missing) {
        if (!options.models.empty()) throw;
        refusals[i] = Refusal::missing;
        sum.give_up(explain(missing));
      }
    }
  };
  attempt([&](std::size_t i, PartSums&) { models[i]->consider(frame); });
  LaunchMemo memo(models.size());
  walk_steps([&](const std::string& part, const Step& step, std::uint64_t times) {
    if (!std::ranges::all_of(sums, [](const auto& sum) { return sum->gave_up(); }))
      add_step(part, step, times, models, launched, memo, attempt);
  });
  attempt([](std::size_t, PartSums& sum) { sum.finish(); });
  for (std::size_t i = 0; i < sums.size(); ++i) {
    point.predictions.push_back(sums[i]->result());
    point.predictions.back().refusal = refusals[i];
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
                         for (const Step& step : program.steps) use(step.name, step, 1);
                       });
}

PredictedPoint predict(const Profile& profile, const WalkedProgram& program,
                       const PredictOptions& options) {
  return predict_steps(profile, program.frame, program.element_type, options,
                       [&](const auto& use) { program.each_step(use, options.interrupted); });
}

}  // namespace plumb
