// plumb/study/chunk_search.h - in how many chunks a pipelined program should be cut, by the model.
//
// Few chunks overlap little: the first copy in and the last copy out stand alone. Many pay a launch
// and two short copies each. The best number lies near sqrt((t1 + t2 + t3 - max) / o); it is found
// by predicting 1, 2, 3, 4, 6, 8, 12, ... chunks, for a copy's time is not straight in its size.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "plumb/model/predict.h"
#include "plumb/records/named_texts.h"
#include "plumb/records/profile.h"
#include "plumb/records/traits.h"
#include "plumb/workloads/workload.h"

namespace plumb::study {

struct BestChunks {
  std::string parameter;  // of the workload
  std::uint64_t count = 0;
  Seconds time{};
};

// Whether `application` is a workload with a parameter for the number of chunks (Meaning::chunks)
// that `chosen` leaves to the model.
bool leaves_chunks_to_model(const std::string& application, const NamedTexts& chosen);

// The number with the shortest predicted time, by the model `plumbline`. Absent where the workload
// has no such parameter, where these settings make no pipeline, and where the model has no
// prediction.
std::optional<BestChunks> best_chunks(const Workload& workload, const DeviceTraits& traits,
                                      const Profile& profile, const PredictOptions& options,
                                      const NamedTexts& chosen);

// `chosen` with that number in place of "model", with the default where it is absent.
NamedTexts with_best_chunks(const Workload& workload, const DeviceTraits& traits,
                            const Profile& profile, const PredictOptions& options,
                            const NamedTexts& chosen);

}  // namespace plumb::study
