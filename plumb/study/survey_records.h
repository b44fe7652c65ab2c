// plumb/study/survey_records.h - what the folder of a survey holds already, before anything runs.
//
//   const SurveyRecords records = read_survey_records(folder, true, provenance(describe(info)));
//   kept_point(records, "stream", "in memory", 0);   // it need not be measured again
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "plumb/records/provenance.h"
#include "plumb/records/result.h"

namespace plumb::study {

// The labels by which a survey knows its points again, whatever their sizes are: where the data
// lie, and the place of the point among those of its workload.
inline constexpr const char* place_label = "data";
inline constexpr const char* rank_label = "rank";

struct SurveyRecords {
  std::map<std::string, Result, std::less<>> results =
      {};                                 // by workload, of this device and version
  std::vector<std::string> earlier = {};  // files of other versions, which are in the way
};

// Refuses (input error) records of another device or driver, and those that no survey wrote.
// Changes nothing. `with_profile`: FOLDER/profile.json is to be used as well.
SurveyRecords read_survey_records(const std::string& folder, bool with_profile,
                                  const Provenance& here);

std::string result_file(const std::string& folder, std::string_view workload);

// A point that need not be measured again.
bool is_finished(const Point& point);
// The first finished point of that workload, place and rank, or with these settings; null: none.
const Point* kept_point(const SurveyRecords& records, std::string_view workload,
                        std::string_view place, std::size_t rank, const NamedTexts& settings);
bool has_place_and_rank(const Point& point, std::string_view place, std::size_t rank);

// All that are finished.
std::size_t count_kept(const SurveyRecords& records);

}  // namespace plumb::study
