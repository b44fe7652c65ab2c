// plumb/study/survey_plan.cpp - sizes from the levels of a profile, points from the workloads.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/study/survey_plan.h"

#include <algorithm>
#include <numeric>
#include <tuple>

#include <fmt/format.h>

#include "plumb/base/error.h"
#include "plumb/device/traits.h"
#include "plumb/study/predict_plan.h"
#include "plumb/study/run_point.h"
#include "plumb/study/survey_budget.h"
#include "plumb/study/tunings.h"

namespace plumb::study {
namespace {

// The largest level that the probes found; one that is marked unreliable has any size in its
// interval.
struct LargestCache {
  std::uint64_t at_least = 0;  // 0: none was found
  std::uint64_t at_most = 0;
};

LargestCache largest_cache(const Profile* profile) {
  LargestCache found;
  if (profile == nullptr) return found;
  for (const Finding& parameter : profile->parameters) {
    if (!parameter.name.starts_with("capacity.level")) continue;
    const Quantity& size = parameter.value;
    const bool sure = parameter.confidence == Confidence::sure;
    const auto low = static_cast<std::uint64_t>(sure ? size.value : size.low);
    const auto high = static_cast<std::uint64_t>(sure ? size.value : size.high);
    found.at_least = std::max(found.at_least, low);
    found.at_most = std::max(found.at_most, high);
  }
  return found;
}

// The prediction that a survey plans by: the first model that has one.
Seconds predicted_time(const PlannedPoint& point) {
  for (const Prediction& prediction : point.predicted->predictions) {
    if (prediction.reason.empty()) return prediction.total();
  }
  return Seconds{0};
}

class SurveyPlanner {
 public:
  SurveyPlanner(const SurveyedDevice& device, const Profile* profile, Seconds budget,
                const SurveyRecords& records)
      : device_(&device),
        budget_(budget),
        sizes_(survey_sizes(device, profile)),
        records_(&records) {
    if (profile != nullptr) sought_.profile = *profile;
    sought_.missing = "the device is not probed yet";
  }

  SurveyPlan planned(Seconds left) {
    SurveyPlan plan{.sizes = sizes_, .points = {}};
    for (const Workload& workload : catalogue()) {
      if (workload.survey_points == nullptr) continue;
      add(plan, workload, "in memory", sizes_.in_memory, sizes_.least_in_memory);
      add(plan, workload, "in cache", sizes_.in_cache, sizes_.in_cache);
    }
    // Equal ones in the order of the catalogue.
    std::vector<std::size_t> order(plan.points.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::sort(order, {}, [&](std::size_t i) {
      const SurveyPoint& point = plan.points[i];
      // What was not predicted may take any time: behind those whose time is known.
      return std::tuple(point.rank, point.place != "in memory", point.execution == Seconds{},
                        point.estimate, i);
    });
    std::vector<SurveyPoint> sorted;
    for (const std::size_t i : order) sorted.push_back(std::move(plan.points[i]));
    plan.points = std::move(sorted);
    leave_out(plan, left);
    return plan;
  }

 private:
  void add(SurveyPlan& plan, const Workload& workload, const char* place, Bytes data, Bytes least) {
    if (data.count == 0) return;
    const std::size_t points = workload.survey_points(data, device_->traits).size();
    for (std::size_t rank = 0; rank < points; ++rank) {
      SurveyPoint point = fitting(workload, rank, place, data, least);
      const Point* kept =
          kept_point(*records_, workload.name, place, rank, point.planned.forms.front().values());
      if (kept != nullptr) keep(*kept, point);
      plan.points.push_back(std::move(point));
    }
  }

  // A profile that knows more now asks for another size: what is measured stays.
  static void keep(const Point& kept, SurveyPoint& point) {
    point.kept = true;
    point.resized = point.refused || kept.settings != point.planned.forms.front().values();
    for (auto& [name, text] : point.chosen)
      if (const std::string* own = text_named(kept.settings, name)) text = *own;
    point.memory = kept.memory;
    point.execution = point.resized ? Seconds{} : point.execution;
    point.estimate = {};
    point.refused = false;
    point.left_out.clear();
  }

  // Half the data until it takes no more than its part of the budget.
  [[nodiscard]] SurveyPoint fitting(const Workload& workload, std::size_t rank, const char* place,
                                    Bytes data, Bytes least) {
    constexpr double largest_part = 0.1;
    SurveyPoint point = point_of(workload, rank, place, data);
    while (point.left_out.empty() && point.estimate > largest_part * budget_ &&
           data.count / 2 >= least.count) {
      data.count /= 2;
      point = point_of(workload, rank, place, data);
    }
    return point;
  }

  [[nodiscard]] SurveyPoint point_of(const Workload& workload, std::size_t rank, const char* place,
                                     Bytes data) {
    const std::vector<NamedTexts> all = workload.survey_points(data, device_->traits);
    const NamedTexts& chosen = all.at(rank);
    const Settings settings = tuned(workload, chosen);
    SurveyPoint point{
        .planned = {.label = label(workload, chosen, all.front(), place),
                    .name = std::string(workload.name),
                    .workload = &workload,
                    .forms = {settings},
                    .labels = {{place_label, place}, {rank_label, std::to_string(rank)}}},
        .chosen = chosen,
        .place = place,
        .rank = rank,
        .rule = {}};
    try {
      point.memory = memory_of(program_of(point.planned));
    } catch (const Error& error) {
      if (!is_refusal(error)) throw;
      point.left_out = explain(error);
      point.refused = true;
      return point;
    }
    Plan one{.points = {std::move(point.planned)}};
    predict_plan(one, sought_, {});
    point.planned = std::move(one.points.front());
    point.execution = predicted_time(point.planned);
    point.rule = survey_rule(point.execution, budget_);
    point.estimate = survey_estimate(point.memory, point.execution, point.rule);
    return point;
  }

  // "lu, in memory"; "sparse variant csr, in memory": what sets it apart from the first one.
  [[nodiscard]] static std::string label(const Workload& workload, const NamedTexts& chosen,
                                         const NamedTexts& first, const char* place) {
    std::string which;
    for (const char* name : {"kernel", "variant", "precision"}) {
      const std::string* text = text_named(chosen, name);
      if (text == nullptr || has_all(first, {{name, *text}})) continue;
      which = fmt::format(" {} {}", name, *text);
      break;
    }
    return fmt::format("{}{}, {}", workload.name, which, place);
  }

  // What tuning found for this device and problem, below what the point sets.
  [[nodiscard]] Settings tuned(const Workload& workload, const NamedTexts& chosen) const {
    Settings settings = settings_for(workload, device_->traits, chosen);
    const auto tuning =
        tuning_of(device_->description, workload.name, problem_of(workload, settings));
    const std::string* variant = text_named(chosen, "variant");
    if (!tuning || (variant != nullptr && *variant != tuning->variant())) return settings;
    NamedTexts texts = tuning->settings;
    for (const auto& [name, text] : chosen) texts = with_text(std::move(texts), name, text);
    return settings_for(workload, device_->traits, texts);
  }

  static void leave_out(SurveyPlan& plan, Seconds left) {
    for (SurveyPoint& point : plan.points) {
      if (point.refused || point.kept) continue;
      if (point.estimate > left) {
        point.left_out = beyond_budget;
      } else {
        left -= point.estimate;
      }
    }
  }

  const SurveyedDevice* device_;
  Seconds budget_;
  SurveySizes sizes_;
  const SurveyRecords* records_;
  ProfileSought sought_;
};

}  // namespace

SurveyedDevice surveyed_device(const device::Info& info) {
  return {.description = describe(info),
          .traits = device::traits_of(info),
          .cache = info.cache,
          .largest_allocation = info.largest_allocation};
}

SurveyedDevice surveyed_device(const Profile& profile) {
  const DeviceDescription& device = profile.provenance.device;
  return {.description = device, .traits = traits_of(device)};
}

SurveySizes survey_sizes(const SurveyedDevice& device, const Profile* profile) {
  constexpr std::uint64_t far_beyond = 16;
  constexpr std::uint64_t beyond = 4;
  constexpr std::uint64_t part_of_memory = 8;
  const LargestCache probed = largest_cache(profile);
  // In cache is within what surely is one, in memory beyond whatever may be one.
  const std::uint64_t within = probed.at_least != 0 ? probed.at_least : device.cache.count;
  const std::uint64_t cache = probed.at_most != 0 ? probed.at_most : device.cache.count;
  std::uint64_t most = device.description.memory.count / part_of_memory;
  if (device.largest_allocation.count != 0) most = std::min(most, device.largest_allocation.count);
  if (cache == 0) return {.in_memory = Bytes{most}, .least_in_memory = Bytes{most / far_beyond}};
  // What the driver reports may be a cache that others share: the probes saw less of it.
  const std::uint64_t least = std::max(beyond * cache, 2 * device.cache.count);
  SurveySizes sizes{.in_cache = Bytes{std::min(within / 2, most)}};
  if (least > most) return sizes;
  sizes.in_memory = Bytes{std::min(std::max(far_beyond * cache, least), most)};
  sizes.least_in_memory = Bytes{least};
  return sizes;
}

SurveyPlan plan_survey(const SurveyedDevice& device, const Profile* profile, Seconds budget,
                       Seconds left, const SurveyRecords& records) {
  return SurveyPlanner(device, profile, budget, records).planned(left);
}

}  // namespace plumb::study
