// plumb/study/survey.cpp - running a survey's points within its budget, and going on with kept
// ones.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/study/survey.h"

#include <algorithm>
#include <chrono>
#include <functional>

#include <fmt/format.h>

#include "plumb/device/traits.h"
#include "plumb/records/verdict.h"
#include "plumb/study/earlier_records.h"
#include "plumb/study/explain_result.h"
#include "plumb/study/origin.h"
#include "plumb/study/run_points.h"
#include "plumb/study/survey_budget.h"
#include "plumb/study/survey_profile.h"
#include "plumb/study/survey_records.h"
#include "plumb/study/survey_schedule.h"

namespace plumb::study {
namespace {

std::function<Seconds()> time_since_now() {
  return [start = std::chrono::steady_clock::now()] {
    return Seconds(std::chrono::steady_clock::now() - start);
  };
}

bool is_of(const Point& point, const SurveyPoint& planned) {
  return has_place_and_rank(point, planned.place, planned.rank) ||
         point.settings == planned.planned.forms.front().values();
}

class Surveyor {
 public:
  Surveyor(device::Device& device, const SurveyRequest& request, const Watch& watch)
      : device_(&device),
        request_(&request),
        watch_(&watch),
        here_(provenance(describe(device.info()))),
        options_(run_options({}, watch)),
        budget_(request.budget),
        elapsed_(request.elapsed ? request.elapsed : time_since_now()),
        records_(read_survey_records(request.folder, !request.profile, here_)),
        at_hand_(profile_at_hand(describe(device.info()), request.folder, request.profile)) {
    if (!at_hand_.complete) require_time_to_probe(request.budget);
    if (records_.earlier.empty()) return;
    survey_.earlier_records = records_.earlier.size();
    survey_.earlier_folder = put_aside(request.folder, records_.earlier);
  }

  Survey surveyed() {
    SurveyProfile found =
        survey_profile(*device_, request_->folder, std::move(at_hand_), request_->budget, *watch_);
    survey_.profile = std::move(found.profile);
    survey_.profile_origin = std::move(found.origin);
    survey_.kept_points = count_kept(records_);
    survey_.plan =
        plan_survey(surveyed_device(device_->info()),
                    has_contents(survey_.profile) ? &survey_.profile : nullptr, request_->budget,
                    std::max(request_->budget - elapsed_(), Seconds{0}), records_);
    survey_.resized_points = static_cast<std::size_t>(
        std::ranges::count(survey_.plan.points, true, &SurveyPoint::resized));
    survey_.interrupted = survey_.plan.interrupted = found.interrupted;
    run_within_budget(
        survey_.plan, budget_, elapsed_,
        [this](const SurveyPoint& point, std::size_t index) { return run_one(point, index); });
    watch_->progress("");
    collect();
    survey_.took = elapsed_();
    return std::move(survey_);
  }

 private:
  Result& result_of(const std::string& workload) {
    return records_.results.try_emplace(workload, Result{.provenance = here_, .points = {}})
        .first->second;
  }

  PointEnd run_one(const SurveyPoint& point, std::size_t index) {
    Result& result = result_of(point.planned.name);
    std::erase_if(result.points, [&](const Point& earlier) { return is_of(earlier, point); });
    Watch watch = *watch_;
    watch.interrupted = [this] { return watch_->interrupted() || is_over(); };
    watch.progress = [this, index](const std::string& line) {
      if (!line.empty()) watch_->progress(fmt::format("{} left {}", time_left(index), line));
    };
    RunOptions options = options_;
    options.stop = point.rule;
    options.interrupted = watch.interrupted;
    const Plan plan{.points = {point.planned}, .before = index, .of = survey_.plan.points.size()};
    const Outcome outcome = run_points(*device_, plan, options, watch, result,
                                       result_file(request_->folder, point.planned.name));
    if (outcome.failure && !survey_.failure) survey_.failure = outcome.failure;
    if (!outcome.interrupted) return PointEnd::finished;
    survey_.interrupted = watch_->interrupted();
    return survey_.interrupted ? PointEnd::interrupted : PointEnd::out_of_time;
  }

  // A point that takes longer than estimated ends after the execution that it is in.
  [[nodiscard]] bool is_over() const { return elapsed_() > request_->budget; }

  [[nodiscard]] std::string time_left(std::size_t index) {
    budget_.spent_so_far(elapsed_());
    Seconds needed{};
    for (std::size_t i = index; i < survey_.plan.points.size(); ++i) {
      const SurveyPoint& point = survey_.plan.points[i];
      if (point.left_out.empty() && !point.kept) needed += budget_.corrected(point.estimate);
    }
    return clock_text(std::min(needed, budget_.left()));
  }

  void collect() {
    for (auto& [workload, result] : records_.results) {
      if (result.points.empty()) continue;
      std::vector<Explanation> explanations = explain_result(result, {});
      survey_.workloads.push_back({.file = result_file(request_->folder, workload),
                                   .result = std::move(result),
                                   .explanations = std::move(explanations)});
    }
  }

  device::Device* device_;
  const SurveyRequest* request_;
  const Watch* watch_;
  Provenance here_;
  RunOptions options_;  // with the machine's load before there is ours
  SurveyBudget budget_;
  std::function<Seconds()> elapsed_;
  SurveyRecords records_;
  ProfileAtHand at_hand_;
  Survey survey_;
};

}  // namespace

Survey run_survey(device::Device& device, const SurveyRequest& request, const Watch& watch) {
  return Surveyor(device, request, watch).surveyed();
}

int exit_code(const Survey& survey) {
  if (survey.interrupted) return static_cast<int>(ErrorKind::interrupted);
  if (survey.failure) return static_cast<int>(*survey.failure);
  const bool any_wrong = std::ranges::any_of(survey.workloads, [](const SurveyedWorkload& one) {
    return std::ranges::any_of(
        one.result.points, [](const Point& point) { return verdict_of(point) == Verdict::wrong; });
  });
  return any_wrong ? static_cast<int>(ErrorKind::check_failed) : 0;
}

}  // namespace plumb::study
