// plumb/study/split_search.cpp - programs of two devices, each side predicted on its own profile.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/study/split_search.h"

#include <algorithm>

#include <fmt/format.h>

#include "plumb/base/error.h"
#include "plumb/model/decide.h"
#include "plumb/model/divide.h"
#include "plumb/records/traits.h"

namespace plumb::study {
namespace {

// Null: a file, or a workload without such a parameter.
const Parameter* parameter_of(const ProgramSource& program, Meaning meaning) {
  return program.workload() == nullptr ? nullptr
                                       : plumb::parameter_of(*program.workload(), meaning);
}

// What `chosen` has for it; null: nothing.
const std::string* text_of(const Parameter* parameter, const NamedTexts& chosen) {
  return parameter == nullptr ? nullptr : text_named(chosen, parameter->name);
}

// The only model that was asked for; a reason in its place is a refusal.
Seconds time_of(const PredictedPoint& point) {
  const Prediction& prediction = point.predictions.front();
  if (!prediction.reason.empty()) throw Error(ErrorKind::input, prediction.reason);
  return prediction.total();
}

OneDevice alone_on(const SplitSide& side, const std::string& model) {
  const auto found = std::ranges::find(side.alone.predictions, model, &Prediction::model);
  if (found == side.alone.predictions.end())
    throw Error(ErrorKind::input,
                fmt::format("model '{}' does not predict {}", model, side.profile.name));
  return {found->total(), relative_error(*found, assumed_error(side.profile))};
}

class Fractions {
 public:
  explicit Fractions(const SplitRequest& request)
      : request_(&request),
        is_written_(has_split(request.own.program)),
        options_{.models = {request.model},
                 .paths = request.options.paths,
                 .interrupted = request.options.interrupted} {}

  [[nodiscard]] bool is_written() const { return is_written_; }
  [[nodiscard]] const std::string& refused() const { return refused_; }

  std::optional<SplitTimes> times(double fraction) {
    try {
      return is_written_ ? written(fraction) : divided(fraction);
    } catch (const Error& error) {
      if (kind_of(error) != ErrorKind::input) throw;
      if (refused_.empty()) refused_ = explain(error);
      return std::nullopt;
    }
  }

 private:
  SplitTimes written(double fraction) {
    const ProgramSource& source = request_->own.program;
    NamedTexts chosen = with_text(request_->chosen, parameter_of(source, Meaning::split)->name,
                                  fmt::format("{:.6f}", fraction));
    const Parameter* second = parameter_of(source, Meaning::second_kind);
    const DeviceKind kind = traits_of(request_->rival.profile.provenance.device).kind;
    if (second != nullptr && text_of(second, chosen) == nullptr && kind != DeviceKind::any)
      chosen.emplace_back(second->name, name_of(kind));
    const Program program = request_->own.program.program(chosen);
    const SideOfProgram here = side_of(program, 0);
    const SideOfProgram there = side_of(program, 1);
    const auto on = [&](const SplitSide& side, const Program& part) {
      return part.steps.empty() ? Seconds{} : time_of(predict(side.profile, part, options_));
    };
    return {.first = on(request_->own, here.work),
            .second = on(request_->rival, there.work),
            .joined = on(request_->own, here.exchange) + on(request_->rival, there.exchange)};
  }

  SplitTimes divided(double fraction) {
    const auto on = [&](const SplitSide& side, double part) {
      return time_of(side.program.predict_part(side.profile, options_, request_->chosen, part));
    };
    return {.first = on(request_->own, fraction), .second = on(request_->rival, 1 - fraction)};
  }

  const SplitRequest* request_;
  bool is_written_;
  PredictOptions options_;
  std::string refused_;
};

}  // namespace

std::optional<double> asked_split(const ProgramSource& program, const NamedTexts& chosen) {
  const Parameter* split = parameter_of(program, Meaning::split);
  const std::string* text = text_of(split, chosen);
  if (text == nullptr) return std::nullopt;
  const double fraction = number_in(fmt::format("--{}", split->name), *text);
  return fraction < 1 ? std::optional(fraction) : std::nullopt;
}

NamedTexts without_split(const ProgramSource& program, const NamedTexts& chosen) {
  const Parameter* split = parameter_of(program, Meaning::split);
  return text_of(split, chosen) == nullptr ? chosen : with_text(chosen, split->name, "1");
}

bool has_split(const ProgramSource& program) {
  return parameter_of(program, Meaning::split) != nullptr;
}

FoundSplit find_best_split(const SplitRequest& request) {
  Fractions fractions(request);
  const std::optional<BestSplit> best =
      best_split(alone_on(request.own, request.model), alone_on(request.rival, request.model),
                 [&](double fraction) { return fractions.times(fraction); });
  FoundSplit found{.is_written = fractions.is_written(), .best = best};
  if (request.asked) found.asked = fractions.times(*request.asked);
  found.refused = fractions.refused();
  return found;
}

}  // namespace plumb::study
