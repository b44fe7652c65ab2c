// plumb/study/explain_result.cpp - finding the prediction of every measured point.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/study/explain_result.h"

#include <algorithm>

#include <fmt/format.h>

#include "plumb/base/error.h"
#include "plumb/model/explain.h"
#include "plumb/model/predict.h"
#include "plumb/model/waits.h"
#include "plumb/study/predict_plan.h"
#include "plumb/study/profiles.h"
#include "plumb/study/run_point.h"

namespace plumb::study {
namespace {

// "why not" in place of a prediction.
Prediction none_because(const std::string& reason) {
  Prediction prediction;
  prediction.model = "-";
  prediction.reason = reason;
  return prediction;
}

// The model that was asked for, else the first that has something to say.
const Prediction& chosen(const std::vector<Prediction>& predictions, const std::string& model) {
  const auto found = std::ranges::find_if(predictions, [&](const Prediction& one) {
    return model.empty() ? one.reason.empty() : one.model == model;
  });
  if (found != predictions.end()) return *found;
  if (!model.empty())
    throw Error(ErrorKind::input,
                fmt::format("the result keeps no prediction of model '{}'; name a profile with -p "
                            "to predict now",
                            model));
  return predictions.front();
}

// As it would have been predicted, with the rounds that its loops took.
std::vector<Prediction> predicted_now(const Point& point, const Profile& profile,
                                      const DeviceDescription& ran_on, const std::string& model) {
  try {
    PredictOptions options;
    if (!model.empty()) options.models.push_back(model);
    return predict(profile, program_as_measured(point, ran_on), options).predictions;
  } catch (const Error& error) {
    if (!is_refusal(error)) throw;
    const char* way_out = point.predicted ? "without -p the prediction that it keeps is explained"
                                          : "a result of plumb run --predict keeps its prediction";
    return {none_because(fmt::format("{}; {}", explain(error), way_out))};
  }
}

// The profile that a kept prediction names, where it is still found: for rates to compare with.
std::optional<Profile> profile_behind(const Result& result) {
  for (const Point& point : result.points) {
    if (!point.predicted || point.predicted->profile.empty()) continue;
    try {
      return find_profile(point.predicted->profile);
    } catch (const Error& error) {
      if (kind_of(error) != ErrorKind::input) throw;
      return std::nullopt;
    }
  }
  return std::nullopt;
}

// What both know of the settings is alike.
bool is_of(const TracedPoint& traced, const Point& point) {
  if (traced.workload != point.workload) return false;
  return std::ranges::all_of(traced.settings, [&](const auto& setting) {
    const auto same = std::ranges::find(point.settings, setting.first,
                                        &std::pair<std::string, std::string>::first);
    return same == point.settings.end() || same->second == setting.second;
  });
}

void require_trace_of(const Result& result, const Trace& trace) {
  const std::string& there = trace.provenance.device.name;
  const std::string& here = result.provenance.device.name;
  if (there != here)
    throw Error(ErrorKind::input,
                fmt::format("the trace is of a run on '{}', the result of one on '{}'; trace it on "
                            "the same device",
                            there, here));
  for (const TracedPoint& traced : trace.points)
    for (const Point& point : result.points)
      if (is_of(traced, point)) return;
  throw Error(ErrorKind::input,
              fmt::format("the trace is of '{}', which the result does not have; trace what was "
                          "measured: plumb trace run {} with the settings of the result",
                          trace.points.empty() ? "nothing" : trace.points.front().label,
                          result.points.empty() ? "NAME" : result.points.front().workload));
}

void add_waits(Explanation& explanation, const Point& point, const Trace& trace,
               const Profile* profile) {
  const auto traced =
      std::ranges::find_if(trace.points, [&](const TracedPoint& one) { return is_of(one, point); });
  if (traced == trace.points.end()) return;
  explanation.waits = waits_of(*traced, profile);
  if (!explanation.waits.empty()) return;
  const auto certified = [](const TracedStamp& stamp) {
    return stamp.certificate.verdict != CertificateVerdict::not_certified;
  };
  if (traced->stamps.empty()) {
    explanation.no_waits = "it has no stamps";
  } else if (std::ranges::none_of(traced->stamps, certified)) {
    explanation.no_waits = fmt::format(
        "none of its {} stamps is certified, so that no time of it is shown ({}); plumb "
        "trace certify says why",
        traced->stamps.size(), traced->stamps.front().certificate.complaint);
  } else {
    explanation.no_waits = "no certified stamp of it recorded anything";
  }
}

}  // namespace

std::vector<Explanation> explain_result(const Result& result, const ExplainOptions& options) {
  if (!options.model.empty()) require_model(options.model);
  const bool kept = std::ranges::any_of(
      result.points, [](const Point& point) { return point.predicted.has_value(); });
  if (!kept && !options.profile) {
    throw Error(ErrorKind::input,
                "the result keeps no prediction: measure with plumb run --predict, or name a "
                "profile with -p to predict now");
  }
  if (options.trace) require_trace_of(result, *options.trace);
  const DeviceDescription& ran_on = result.provenance.device;
  const std::optional<Profile> profile = options.profile ? options.profile
                                         : options.rates || !options.look_for_rates
                                             ? options.rates
                                             : profile_behind(result);
  std::vector<Explanation> explanations;
  for (const Point& point : result.points) {
    if (point.roof) continue;
    std::vector<Prediction> predictions;
    if (options.profile) {
      predictions = predicted_now(point, *options.profile, ran_on, options.model);
    } else if (point.predicted) {
      predictions = point.predicted->predictions;
    }
    if (predictions.empty()) predictions.push_back(none_because("the point keeps no prediction"));
    const std::string& model = predictions.front().model == "-" ? std::string() : options.model;
    explanations.push_back(
        explain_point(point, chosen(predictions, model), profile ? &*profile : nullptr, ran_on));
    explanations.back().afterwards = options.profile.has_value();
    if (options.trace)
      add_waits(explanations.back(), point, *options.trace, profile ? &*profile : nullptr);
  }
  return explanations;
}

}  // namespace plumb::study
