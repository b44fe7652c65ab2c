// cli/described_program.h - what APP names: a workload, an application file or a program file.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/sweep.h"
#include "plumb/application/application.h"
#include "plumb/model/predict.h"
#include "plumb/records/profile.h"
#include "plumb/records/program.h"
#include "plumb/workloads/workload.h"

namespace plumb::cli {

// Read once, asked for many points.
class DescribedProgram {
 public:
  // `kind`: which variants of a workload suit ("gpu", "cpu").
  DescribedProgram(const std::string& application, Suits suits);

  // All points that the assignments ask for.
  [[nodiscard]] std::vector<ChosenTexts> points(const ChosenTexts& assignments) const;

  [[nodiscard]] PredictedPoint predict(const Profile& profile, const PredictOptions& options,
                                       const ChosenTexts& chosen);
  [[nodiscard]] Program program(const ChosenTexts& chosen);

  // As an application file: the file itself, or what it would be.
  [[nodiscard]] std::string application_file(const ChosenTexts& chosen);

 private:
  std::string path_;
  Suits suits_ = Suits::any;
  std::optional<Application> application_;
  std::optional<Program> program_;
  const Workload* workload_ = nullptr;
};

}  // namespace plumb::cli
