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

// What `chosen` has for the parameter of that name; null: nothing.
const std::string* text_of(const std::string& parameter, const NamedTexts& chosen) {
  return parameter.empty() ? nullptr : text_named(chosen, parameter);
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
    NamedTexts chosen = with_text(request_->chosen, source.parameter_of(Meaning::split),
                                  fmt::format("{:.6f}", fraction));
    const std::string second = source.parameter_of(Meaning::second_kind);
    const DeviceKind kind = traits_of(request_->rival.profile.provenance.device).kind;
    if (!second.empty() && text_of(second, chosen) == nullptr && kind != DeviceKind::any)
      chosen.emplace_back(second, source.kind_text(kind));
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
  const std::string split = program.parameter_of(Meaning::split);
  const std::string* text = text_of(split, chosen);
  if (text == nullptr) return std::nullopt;
  const double fraction = number_in(fmt::format("--{}", split), *text);
  return fraction < 1 ? std::optional(fraction) : std::nullopt;
}

NamedTexts without_split(const ProgramSource& program, const NamedTexts& chosen) {
  const std::string split = program.parameter_of(Meaning::split);
  // A file's own value may be another; a workload's is 1.
  const bool is_one =
      split.empty() || (program.workload() != nullptr && text_of(split, chosen) == nullptr);
  return is_one ? chosen : with_text(chosen, split, "1");
}

bool has_split(const ProgramSource& program) {
  return !program.parameter_of(Meaning::split).empty();
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
