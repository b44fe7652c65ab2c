// plumb/study/survey.cpp - running a survey's points within its budget, and going on with kept
// ones.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/study/survey.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <map>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "plumb/base/json.h"
#include "plumb/device/traits.h"
#include "plumb/records/verdict.h"
#include "plumb/study/earlier_records.h"
#include "plumb/study/explain_result.h"
#include "plumb/study/origin.h"
#include "plumb/study/run_points.h"
#include "plumb/study/survey_budget.h"
#include "plumb/study/survey_profile.h"

namespace plumb::study {
namespace {

using SurveyClock = std::chrono::steady_clock;

std::string result_file(const std::string& folder, std::string_view workload) {
  return fmt::format("{}/{}.json", folder, workload);
}

[[noreturn]] void refuse_origin(const std::string& file, const std::string& was,
                                const std::string& is) {
  throw Error(
      ErrorKind::input,
      fmt::format("'{}' is of {}, this is {}; choose another folder with -o", file, was, is));
}

// A record of another device or driver is not of this survey: the folder is somebody's.
void require_same_device(const std::string& file, const Provenance& then, const Provenance& here) {
  const auto named = [](const DeviceDescription& device) {
    return fmt::format("{}:{} with {} units (driver {})", device.backend, device.name,
                       device.compute_units, device.driver);
  };
  if (named(then.device) != named(here.device))
    refuse_origin(file, named(then.device), named(here.device));
}

// A survey predicts every point before it runs it.
void require_predictions(const std::string& file, const Result& result) {
  const bool some = std::ranges::any_of(
      result.points, [](const Point& point) { return point.predicted.has_value(); });
  if (some || result.points.empty()) return;
  throw Error(ErrorKind::input,
              fmt::format("'{}' keeps no predictions, so no survey wrote it; choose another folder "
                          "with -o",
                          file));
}

// A point that need not be measured again.
bool is_finished(const Point& point) {
  return !point.interrupted && point.status != Status::error && point.status != Status::skipped;
}

bool is_of(const Point& point, const SurveyPoint& planned) {
  return point.settings == planned.planned.forms.front().values();
}

class Surveyor {
 public:
  Surveyor(device::Device& device, const SurveyRequest& request, const Watch& watch)
      : device_(&device),
        request_(&request),
        watch_(&watch),
        here_(provenance(describe(device.info()))),
        options_(run_options({}, watch)),
        budget_(request.budget) {
    read_kept();
  }

  Survey surveyed() {
    SurveyProfile found =
        survey_profile(*device_, request_->folder, request_->profile,
                       request_->budget - budget_of_points(request_->budget, true), *watch_);
    survey_.profile = std::move(found.profile);
    survey_.profile_origin = std::move(found.origin);
    survey_.interrupted = found.interrupted;
    note_time();
    survey_.plan = plan_survey(surveyed_device(device_->info()),
                               has_contents(survey_.profile) ? &survey_.profile : nullptr,
                               request_->budget, std::max(budget_.left(), Seconds{0}));
    run_all();
    watch_->progress("");
    collect();
    survey_.took = elapsed();
    return std::move(survey_);
  }

 private:
  [[nodiscard]] Seconds elapsed() const { return SurveyClock::now() - start_; }
  void note_time() { budget_.spent_so_far(elapsed()); }

  // Times of another version are of other kernels, perhaps: they are measured anew. Files move only
  // when no other one is refused.
  void read_kept() {
    std::vector<std::string> earlier;
    const std::string profile = request_->folder + "/profile.json";
    if (!request_->profile && std::filesystem::exists(profile)) {
      const Json json = parse_json(read_text_file(profile), profile);
      // One of another version is as good, as long as it can be read.
      if (is_of_another_schema(json, "plumbline.profile/1")) {
        earlier.push_back(profile);
      } else {
        require_same_device(profile, profile_from_json(JsonView(json, profile)).provenance, here_);
      }
    }
    for (const Workload& workload : catalogue()) {
      const std::string file = result_file(request_->folder, workload.name);
      if (!std::filesystem::exists(file)) continue;
      const Json json = parse_json(read_text_file(file), file);
      if (is_of_another_version(json, "plumbline.result/1", here_.version)) {
        earlier.push_back(file);
        continue;
      }
      Result result = result_from_json(JsonView(json, file));
      require_same_device(file, result.provenance, here_);
      require_predictions(file, result);
      results_.emplace(workload.name, std::move(result));
    }
    if (earlier.empty()) return;
    survey_.earlier_records = earlier.size();
    survey_.earlier_folder = put_aside(request_->folder, earlier);
  }

  Result& result_of(const std::string& workload) {
    return results_.try_emplace(workload, Result{.provenance = here_, .points = {}}).first->second;
  }

  [[nodiscard]] bool is_kept(const SurveyPoint& point) {
    const auto found = results_.find(point.planned.name);
    return found != results_.end() &&
           std::ranges::any_of(found->second.points, [&](const Point& measured) {
             return is_finished(measured) && is_of(measured, point);
           });
  }

  void run_all() {
    for (std::size_t i = 0; i < survey_.plan.points.size(); ++i) {
      SurveyPoint& point = survey_.plan.points[i];
      if (is_kept(point)) {
        ++survey_.kept_points;
        point.left_out.clear();
        continue;
      }
      if (survey_.interrupted) {
        if (point.left_out.empty()) point.left_out = "interrupted";
        continue;
      }
      if (!is_runnable(point)) continue;
      run_one(point, i);
    }
  }

  // By what the points before took: one that the plan dropped may fit after all, or no longer.
  bool is_runnable(SurveyPoint& point) {
    if (point.estimate == Seconds{0}) return false;  // it is refused, and says why
    note_time();
    if (budget_.affords(point.estimate)) {
      point.left_out.clear();
      return true;
    }
    point.left_out = beyond_budget;
    return false;
  }

  void run_one(SurveyPoint& point, std::size_t index) {
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
    const SurveyClock::time_point begin = SurveyClock::now();
    const Outcome outcome = run_points(*device_, plan, options, watch, result,
                                       result_file(request_->folder, point.planned.name));
    budget_.point_took(point.estimate, SurveyClock::now() - begin);
    if (outcome.interrupted) {
      survey_.interrupted = watch_->interrupted();
      point.left_out = survey_.interrupted ? "interrupted" : "the budget ended while it ran";
    }
    if (outcome.failure && !survey_.failure) survey_.failure = outcome.failure;
  }

  // A point that takes longer than estimated ends after the execution that it is in.
  [[nodiscard]] bool is_over() const { return elapsed() > request_->budget; }

  [[nodiscard]] std::string time_left(std::size_t index) {
    note_time();
    Seconds needed{};
    for (std::size_t i = index; i < survey_.plan.points.size(); ++i) {
      const SurveyPoint& point = survey_.plan.points[i];
      if (point.left_out.empty() && !is_kept(point)) needed += budget_.corrected(point.estimate);
    }
    const auto seconds = static_cast<std::uint64_t>(
        std::clamp(needed, Seconds{0}, std::max(budget_.left(), Seconds{0})).count());
    return fmt::format("{}:{:02}", seconds / 60, seconds % 60);
  }

  void collect() {
    for (auto& [workload, result] : results_) {
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
  SurveyClock::time_point start_ = SurveyClock::now();
  std::map<std::string, Result> results_;
  Survey survey_;
};

}  // namespace

Survey run_survey(device::Device& device, const SurveyRequest& request, const Watch& watch) {
  return Surveyor(device, request, watch).surveyed();
}

Seconds budget_of_points(Seconds budget, bool probes) {
  constexpr double part_of_probing = 0.4;
  return probes ? (1 - part_of_probing) * budget : budget;
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
