// plumb/model/explain.cpp - steps of a measurement beside the parts of its prediction.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/model/explain.h"

#include <algorithm>

#include <fmt/format.h>

#include "plumb/model/blame.h"

namespace plumb {
namespace {

std::string point_name(const Point& point) {
  std::string name = point.workload;
  for (const auto& [setting, value] : point.settings) name += fmt::format(" {}={}", setting, value);
  return name;
}

class Explainer {
 public:
  Explainer(const Point& point, const Prediction& prediction, const Profile* profile,
            const DeviceDescription& ran_on)
      : point_(&point), prediction_(&prediction), profile_(profile), ran_on_(&ran_on) {}

  Explanation explained() {
    Explanation result{.point = point_name(*point_), .model = prediction_->model};
    result.other_device = other_device();
    result.reason = why_not();
    if (!result.reason.empty()) return result;
    const Cost whole = prediction_->whole();
    result.measured = Seconds{point_->whole.value};
    result.predicted = whole.time;
    result.interval = interval_of(whole);
    add_steps(result.parts);
    add_transfers(result.parts);
    add_host(result);
    return result;
  }

 private:
  // A profile that was made by hand may name none.
  [[nodiscard]] std::string other_device() const {
    if (profile_ == nullptr) return {};
    const std::string& probed = profile_->provenance.device.name;
    const std::string& ran = ran_on_->name;
    if (probed.empty() || ran.empty() || probed == ran) return {};
    return fmt::format("measured on '{}', the profile is of '{}'", ran, probed);
  }

  [[nodiscard]] std::string why_not() const {
    if (!prediction_->reason.empty()) return prediction_->reason;
    if (point_->whole.samples.empty() || point_->steps.empty())
      return point_->reason.empty() ? "it was not measured" : point_->reason;
    return {};
  }

  [[nodiscard]] std::vector<const PartPrediction*> parts_of(const std::string& step) const {
    std::vector<const PartPrediction*> parts;
    for (const PartPrediction& part : prediction_->passes) {
      if (part.step == step) parts.push_back(&part);
    }
    return parts;
  }

  ExplainedPart compared(const std::string& name, Seconds measured,
                         std::vector<const PartPrediction*> parts,
                         Blame (*blame)(const Evidence&)) {
    Evidence evidence{.point = *point_,
                      .profile = profile_,
                      .ran_on = *ran_on_,
                      .parts = std::move(parts),
                      .measured = measured,
                      .is_other_device = !other_device().empty()};
    const Cost cost = evidence.cost();
    evidence.predicted = cost.time;
    ExplainedPart part{
        .name = name, .measured = measured, .predicted = cost.time, .interval = interval_of(cost)};
    if (!(cost.time > Seconds{} && measured > Seconds{}) ||
        is_as_predicted(measured, cost.time, interval_of(cost)))
      return part;
    Blame found = blame(evidence);
    part.wrong = found.term;
    part.seen = std::move(found.seen);
    part.to_try = std::move(found.to_try);
    return part;
  }

  void add_steps(std::vector<ExplainedPart>& parts) {
    for (const StepResult& step : point_->steps) {
      std::vector<const PartPrediction*> predicted = parts_of(step.name);
      measured_ += Seconds{step.time.value};
      if (predicted.empty()) {
        moved_ += Seconds{step.time.value};
        continue;
      }
      parts.push_back(
          compared(step.name, Seconds{step.time.value}, std::move(predicted), blame_for_step));
    }
  }

  // The steps that the model has no passes for: both directions are one row, since a step does not
  // say which way it went.
  void add_transfers(std::vector<ExplainedPart>& parts) {
    std::vector<const PartPrediction*> predicted;
    if (prediction_->transfer_in) predicted.push_back(&*prediction_->transfer_in);
    if (prediction_->transfer_out) predicted.push_back(&*prediction_->transfer_out);
    if (predicted.empty() && !(moved_ > Seconds{})) return;
    parts.push_back(compared("transfers", moved_, std::move(predicted), blame_for_transfers));
  }

  // Between the steps and after them the host waits and submits: the parts of no step.
  void add_host(Explanation& result) {
    const Seconds beside = result.measured - measured_;
    if (!(beside > Seconds{})) return;
    result.parts.push_back(compared("host", beside, parts_of(""), blame_for_host));
    ExplainedPart& part = result.parts.back();
    if (part.predicted > Seconds{} || !(beside > 0.1 * result.measured)) return;
    part.wrong = Term::host;  // the model says nothing of it
    part.seen = fmt::format("{:.0f} % of the whole passes between the steps",
                            100 * (beside / result.measured));
    part.to_try = "fewer steps and waits, or more work in each";
  }

  const Point* point_;
  const Prediction* prediction_;
  const Profile* profile_;
  const DeviceDescription* ran_on_;
  Seconds measured_{};  // of all steps
  Seconds moved_{};     // of those that are transfers
};

}  // namespace

Explanation explain_point(const Point& point, const Prediction& prediction, const Profile* profile,
                          const DeviceDescription& ran_on) {
  return Explainer(point, prediction, profile, ran_on).explained();
}

}  // namespace plumb
