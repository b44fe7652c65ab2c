// plumb/study/survey_records.cpp - reading a survey's folder, and refusing somebody else's.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/study/survey_records.h"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "plumb/base/error.h"
#include "plumb/base/json.h"
#include "plumb/records/profile.h"
#include "plumb/study/earlier_records.h"
#include "plumb/workloads/workload.h"

namespace plumb::study {
namespace {

// A record of another device or driver is not of this survey: the folder is somebody's.
void require_same_device(const std::string& file, const Provenance& then, const Provenance& here) {
  const auto named = [](const DeviceDescription& device) {
    return fmt::format("{}:{} with {} units (driver {})", device.backend, device.name,
                       device.compute_units, device.driver);
  };
  if (named(then.device) == named(here.device)) return;
  throw Error(ErrorKind::input,
              fmt::format("'{}' is of {}, this is {}; choose another folder with -o", file,
                          named(then.device), named(here.device)));
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

// A file of the folder; one that was cut off or edited stops the survey before anything is
// measured.
Json read_record(const std::string& file) {
  return during(fmt::format("continuing with '{}' (-o names another folder; without the file it is "
                            "measured anew)",
                            file),
                [&] { return parse_json(read_text_file(file), file); });
}

// One of another version is as good, as long as it can be read.
void read_profile(const std::string& file, const Provenance& here, SurveyRecords& records) {
  const Json json = read_record(file);
  if (is_of_another_schema(json, "plumbline.profile/1")) {
    records.earlier.push_back(file);
  } else {
    require_same_device(file, profile_from_json(JsonView(json, file)).provenance, here);
  }
}

}  // namespace

std::string result_file(const std::string& folder, std::string_view workload) {
  return fmt::format("{}/{}.json", folder, workload);
}

// Times of another version are of other kernels, perhaps: they are measured anew.
SurveyRecords read_survey_records(const std::string& folder, bool with_profile,
                                  const Provenance& here) {
  SurveyRecords records;
  const std::string profile = folder + "/profile.json";
  if (with_profile && std::filesystem::exists(profile)) read_profile(profile, here, records);
  for (const Workload& workload : catalogue()) {
    const std::string file = result_file(folder, workload.name);
    if (!std::filesystem::exists(file)) continue;
    const Json json = read_record(file);
    if (is_of_another_version(json, "plumbline.result/1", here.version)) {
      records.earlier.push_back(file);
      continue;
    }
    Result result = result_from_json(JsonView(json, file));
    require_same_device(file, result.provenance, here);
    require_predictions(file, result);
    records.results.emplace(workload.name, std::move(result));
  }
  return records;
}

bool is_finished(const Point& point) {
  return !point.interrupted && point.status != Status::error && point.status != Status::skipped;
}

bool has_place_and_rank(const Point& point, std::string_view place, std::size_t rank) {
  const std::string* own_place = text_named(point.labels, place_label);
  const std::string* own_rank = text_named(point.labels, rank_label);
  return own_place != nullptr && own_rank != nullptr && *own_place == place &&
         *own_rank == std::to_string(rank);
}

const Point* kept_point(const SurveyRecords& records, std::string_view workload,
                        std::string_view place, std::size_t rank, const NamedTexts& settings) {
  const auto result = records.results.find(workload);
  if (result == records.results.end()) return nullptr;
  const std::vector<Point>& points = result->second.points;
  const auto found = std::ranges::find_if(points, [&](const Point& point) {
    return is_finished(point) &&
           (has_place_and_rank(point, place, rank) || point.settings == settings);
  });
  return found != points.end() ? &*found : nullptr;
}

std::size_t count_kept(const SurveyRecords& records) {
  std::size_t count = 0;
  for (const auto& [workload, result] : records.results)
    count += static_cast<std::size_t>(std::ranges::count_if(result.points, is_finished));
  return count;
}

}  // namespace plumb::study
