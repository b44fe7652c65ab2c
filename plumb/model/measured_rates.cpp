// plumb/model/measured_rates.cpp - the largest rates of a profile against those of a prediction.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/model/measured_rates.h"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>

namespace plumb {
namespace {

constexpr double rounding = 1.02;  // what an interpolation may add

double largest_rate(const Profile& profile, std::string_view kind) {
  double largest = 0;
  for (const Finding& finding : profile.parameters) {
    if (finding.name.starts_with(kind) && finding.value.unit == "B/s")
      largest = std::max(largest, finding.value.value);
  }
  for (const Curve& curve : profile.curves) {
    if (!curve.name.starts_with(kind)) continue;
    for (const CurvePoint& point : curve.points) {
      if (point.y.unit == "B/s") largest = std::max(largest, point.y.value);
    }
  }
  return largest;
}

// The part of the list that is faster than `largest` by most.
const PartPrediction* fastest_beyond(const std::vector<const PartPrediction*>& parts,
                                     double largest) {
  const PartPrediction* fastest = nullptr;
  double most = largest * rounding;
  for (const PartPrediction* part : parts) {
    const double rate = static_cast<double>(part->bytes.count) / part->cost.time.count();
    if (part->cost.time <= Seconds{} || rate <= most) continue;
    most = rate;
    fastest = part;
  }
  return fastest;
}

void add_note(std::vector<std::string>& notes, const Prediction& prediction,
              const std::vector<const PartPrediction*>& parts, double largest) {
  const PartPrediction* part = largest > 0 ? fastest_beyond(parts, largest) : nullptr;
  if (part == nullptr) return;
  notes.push_back(fmt::format(
      "{}: '{}' at {:.4g} GB/s is faster than anything that was measured ({:.4g} GB/s): trust it "
      "only if part of its references stay in registers",
      prediction.model, part->name,
      static_cast<double>(part->bytes.count) / part->cost.time.count() * 1e-9, largest * 1e-9));
}

}  // namespace

std::vector<std::string> beyond_measured(const Profile& profile, const PredictedPoint& point) {
  std::vector<std::string> notes;
  const double memory = largest_rate(profile, "bandwidth.");
  const double bus = largest_rate(profile, "transfer.");
  for (const Prediction& prediction : point.predictions) {
    if (!prediction.reason.empty()) continue;
    std::vector<const PartPrediction*> passes;
    for (const PartPrediction& pass : prediction.passes) passes.push_back(&pass);
    add_note(notes, prediction, passes, memory);
    std::vector<const PartPrediction*> transfers;
    if (prediction.transfer_in) transfers.push_back(&*prediction.transfer_in);
    if (prediction.transfer_out) transfers.push_back(&*prediction.transfer_out);
    add_note(notes, prediction, transfers, bus);
  }
  return notes;
}

std::string unreliable_parameters(const Profile& profile) {
  const auto unreliable = [](const Finding& finding) {
    return finding.confidence == Confidence::unreliable;
  };
  const auto first = std::ranges::find_if(profile.parameters, unreliable);
  if (first == profile.parameters.end()) return {};
  return fmt::format(
      "profile {}: {} of {} parameters are unreliable, {}{} among them; plumb probe on an idle "
      "machine measures them again",
      profile.name, std::ranges::count_if(profile.parameters, unreliable),
      profile.parameters.size(), first->name,
      first->note.empty() ? "" : fmt::format(" ({})", first->note));
}

}  // namespace plumb
