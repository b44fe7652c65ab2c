// plumb/model/measured_rates.cpp - the largest rates of a profile against those of a prediction.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/model/measured_rates.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "plumb/model/plumbline/traffic.h"
#include "plumb/records/walk.h"

namespace plumb {
namespace {

constexpr double rounding = 1.02;  // what an interpolation may add

double largest_rate(const Profile& profile, std::string_view kind) {
  double largest = 0;
  for (const Finding& finding : profile.parameters) {
    if (finding.name.starts_with(kind) && finding.value.unit == "B/s")
      largest = std::max(largest, finding.value.value);
  }
  return largest;
}

double largest_of_curves(const Profile& profile, std::string_view kind, double footprint) {
  double largest = 0;
  for (const Curve& curve : profile.curves) {
    if (!curve.name.starts_with(kind)) continue;
    for (const CurvePoint& point : curve.points) {
      if (point.y.unit == "B/s" && point.x >= footprint) largest = std::max(largest, point.y.value);
    }
  }
  return largest;
}

double capacity_of(const Profile& profile, bool first) {
  double capacity = 0;
  for (const Finding& finding : profile.parameters) {
    const bool counts =
        first ? finding.name == "capacity.level1" : finding.name.starts_with("capacity.level");
    if (counts) capacity = std::max(capacity, finding.value.value);
  }
  return capacity;
}

// The largest rate of levels that can hold so many bytes; 0: none was measured or promised. What a
// profile says nothing of is taken to be large enough.
double rate_for(const Profile& profile, double footprint) {
  const double units = std::max(1U, static_cast<unsigned>(profile.provenance.device.compute_units));
  double rate = largest_rate(profile, "bandwidth.memory.");
  const auto consider = [&](std::string_view kind, double capacity, double share) {
    if (capacity <= 0 || footprint <= capacity) rate = std::max(rate, largest_rate(profile, kind));
    rate = std::max(rate, largest_of_curves(profile, kind, footprint / share));
  };
  consider("bandwidth.private.", units * capacity_of(profile, true), units);
  consider("bandwidth.shared.", capacity_of(profile, false), 1);
  // A probe comes near the data sheet's, which rooflines are drawn with.
  return profile.peak.bandwidth ? std::max(rate, profile.peak.bandwidth->value) : rate;
}

// What all launches of a part touch, and what they ask for again.
struct Demand {
  double distinct = 0;   // bytes
  double again = 0;      // bytes
  double footprint = 0;  // of the largest launch
};

using Demands = std::map<std::pair<std::string, std::string>, Demand>;

// The names are those of the predicted parts.
void add_demands(Demands& demands, const Step& top) {
  walk(top, Cases{[&](const Launch& launch, const StepContext& context) {
                    const Pass& pass = launch.pass;
                    const Traffic traffic = traffic_of(pass);
                    Demand& demand =
                        demands[{top.name, pass.name.empty() ? context.step->name : pass.name}];
                    const auto times = static_cast<double>(context.times);
                    demand.distinct += times * traffic.moved();
                    demand.again += times * (traffic.reused + traffic.shared);
                    demand.footprint = std::max(demand.footprint, traffic.moved());
                  },
                  PassOver<Transfer, Exchange, Wait, Batch, Repeat, Until>{}});
}

// The least time that the profile's rates allow: distinct bytes come from where they fit, the same
// ones again from anywhere.
double least_time(const Profile& profile, const Demand& demand) {
  const double far = rate_for(profile, demand.footprint);
  const double near = rate_for(profile, 0);
  if (far <= 0 || near <= 0) return 0;
  return std::max(demand.distinct / far, (demand.distinct + demand.again) / near);
}

Demand demand_of(const PartPrediction& part, const Demands& demands) {
  const auto found = demands.find({part.step, part.name});
  if (found != demands.end()) return found->second;
  const auto bytes = static_cast<double>(part.bytes.count);
  return {.distinct = bytes,
          .again = 0,
          .footprint = bytes / static_cast<double>(std::max<std::uint64_t>(part.calls, 1))};
}

std::string amount_text(double bytes) { return to_text(Bytes{static_cast<std::uint64_t>(bytes)}); }

double rate_of(const PartPrediction& part) {
  return static_cast<double>(part.bytes.count) / part.cost.time.count();
}

// The pass that beats its least time by most.
void add_pass_note(std::vector<std::string>& notes, const Profile& profile,
                   const Prediction& prediction, const Demands& demands) {
  const PartPrediction* fastest = nullptr;
  Demand its;
  double most = rounding;
  double least = 0;
  for (const PartPrediction& part : prediction.passes) {
    if (part.cost.time <= Seconds{} || part.bytes.count == 0) continue;
    const Demand demand = demand_of(part, demands);
    const double allowed = least_time(profile, demand);
    if (allowed <= most * part.cost.time.count()) continue;
    most = allowed / part.cost.time.count();
    fastest = &part;
    its = demand;
    least = allowed;
  }
  if (fastest == nullptr) return;
  notes.push_back(fmt::format(
      "{}: '{}' at {:.4g} GB/s is faster than any rate of the profile for the {} that a launch "
      "touches ({:.4g} GB/s, {:.2f} times the time): trust it only if part of its references stay "
      "in registers or in a cache",
      prediction.model, fastest->name, rate_of(*fastest) * 1e-9, amount_text(its.footprint),
      static_cast<double>(fastest->bytes.count) / least * 1e-9, most));
}

void add_transfer_note(std::vector<std::string>& notes, const Prediction& prediction,
                       double largest) {
  const PartPrediction* fastest = nullptr;
  for (const auto* part : {&prediction.transfer_in, &prediction.transfer_out}) {
    if (!*part || (*part)->cost.time <= Seconds{} || rate_of(**part) <= rounding * largest)
      continue;
    if (fastest == nullptr || rate_of(**part) > rate_of(*fastest)) fastest = &**part;
  }
  if (largest <= 0 || fastest == nullptr) return;
  notes.push_back(fmt::format(
      "{}: '{}' at {:.4g} GB/s is faster than any copy between host and device that was measured "
      "({:.4g} GB/s): the bus does not give that",
      prediction.model, fastest->name, rate_of(*fastest) * 1e-9, largest * 1e-9));
}

}  // namespace

std::vector<std::string> beyond_measured(const Profile& profile, const PredictedPoint& point,
                                         const Program* program) {
  std::vector<std::string> notes;
  Demands demands;
  if (program != nullptr) {
    for (const Step& step : program->steps) add_demands(demands, step);
  }
  const double bus = largest_rate(profile, "transfer.");
  for (const Prediction& prediction : point.predictions) {
    if (!prediction.reason.empty()) continue;
    add_pass_note(notes, profile, prediction, demands);
    add_transfer_note(notes, prediction, bus);
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
