// plumb/study/chunk_search.h - in how many chunks a pipelined program should be cut, by the model.
//
// Few chunks overlap little: the first copy in and the last copy out stand alone. Many pay a launch
// and two short copies each. The best number lies near sqrt((t1 + t2 + t3 - max) / o); it is found
// by predicting 1, 2, 3, 4, 6, 8, 12, ... chunks, for a copy's time is not straight in its size.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "plumb/model/predict.h"
#include "plumb/records/answers.h"
#include "plumb/records/named_texts.h"
#include "plumb/records/profile.h"
#include "plumb/records/traits.h"
#include "plumb/workloads/workload.h"

namespace plumb::study {

// A program with a parameter for the number of its chunks (Meaning::chunks).
struct ChunkedProgram {
  std::string parameter;
  std::uint64_t most = 4096;
  std::string otherwise = {};  // where the model has no prediction; empty: what the program has
  std::function<Program(const NamedTexts& chosen)> program;
};

// Whether `application` is a workload or an application file with such a parameter that `chosen`
// leaves to the model.
bool leaves_chunks_to_model(const std::string& application, const NamedTexts& chosen);

// The number with the shortest predicted time, by the model `plumbline`. Absent where the workload
// has no such parameter, where these settings make no pipeline, and where the model has no
// prediction.
std::optional<BestChunks> best_chunks(const ChunkedProgram& chunked, const Profile& profile,
                                      const PredictOptions& options, const NamedTexts& chosen);
std::optional<BestChunks> best_chunks(const Workload& workload, const DeviceTraits& traits,
                                      const Profile& profile, const PredictOptions& options,
                                      const NamedTexts& chosen);

// `chosen` with that number in place of "model", with the default where it is absent.
NamedTexts with_best_chunks(const ChunkedProgram& chunked, const Profile& profile,
                            const PredictOptions& options, const NamedTexts& chosen);
NamedTexts with_best_chunks(const Workload& workload, const DeviceTraits& traits,
                            const Profile& profile, const PredictOptions& options,
                            const NamedTexts& chosen);

}  // namespace plumb::study
