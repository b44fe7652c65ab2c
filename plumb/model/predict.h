// plumb/model/predict.h - from a device's profile and a program to predictions, one per model.
//
// Answers how long a program will take on a device that is known by its profile alone. Needs
// neither the device nor the kernels: a Program's passes carry all the numbers.
//
//   const Json json = parse_json(read_text_file("g80.json"), "g80.json");
//   const Profile profile = profile_from_json(JsonView(json, "g80.json"));
//   const PredictedPoint point = predict(profile, program, {.models = {"ito2007"}, .paths = {}});
//   const Seconds total = point.predictions.front().total();
//   const std::string why = limiting_path(point.predictions.front()).name;   // "memory bandwidth"
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <vector>

#include "plumb/model/kept_models.h"
#include "plumb/model/model.h"
#include "plumb/records/walked_program.h"

namespace plumb {

struct PredictOptions {
  // Empty: models_for the profile; one that lacks a parameter then gives its reason.
  std::vector<std::string> models;
  std::string paths;             // of the profile; empty: those for the program's elements
  Interrupted interrupted = {};  // asked at the start and during long walks
  KeptModels* kept = nullptr;    // used where they are of the same profile; null: made anew
};

// One point: what each model predicts for the program on the profile's device. Refuses (input
// error) an unknown model or set of paths, and a parameter that a model named in the options lacks.
// A loop until a condition counts its rounds to the first check behind the expected ones, and a
// read-back of one element per check.
PredictedPoint predict(const Profile& profile, const Program& program,
                       const PredictOptions& options);

// The same of a program that is walked; its passes are not kept, however many there are.
PredictedPoint predict(const Profile& profile, const WalkedProgram& program,
                       const PredictOptions& options);

}  // namespace plumb
