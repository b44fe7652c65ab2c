// plumb/study/program_source.h - what APP names: a workload, an application file or a program file.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "plumb/application/application.h"
#include "plumb/model/predict.h"
#include "plumb/records/profile.h"
#include "plumb/records/program.h"
#include "plumb/study/chunk_search.h"
#include "plumb/study/sweep.h"
#include "plumb/workloads/workload.h"

namespace plumb::study {

// All combinations of the values in `lists` ("1Mi,2Mi", "4:1024:x2", of variants also "all").
std::vector<NamedTexts> workload_points(const Workload& workload, const NamedTexts& lists);

// Read once, asked for many points.
class ProgramSource {
 public:
  // `traits` decide the defaults of a workload; `interrupted` is asked while a long file is walked.
  ProgramSource(
      const std::string& application, const DeviceTraits& traits,
      std::function<bool()> interrupted = [] { return false; });

  // All points that the assignments ask for.
  [[nodiscard]] std::vector<NamedTexts> points(const NamedTexts& assignments) const;

  // Refuses (input error) a name that is not a parameter of the program, with those that are.
  void require_parameter(const std::string& name) const;

  // A size as that parameter takes it: "512", or "512x512" of an image.
  [[nodiscard]] std::string size_text(const std::string& name, std::uint64_t size) const;

  // `--chunks model` is the number that the model finds best on that profile. Of a file whose
  // split is 1, what the first device does.
  [[nodiscard]] PredictedPoint predict(const Profile& profile, const PredictOptions& options,
                                       const NamedTexts& chosen);
  // The same with that fraction of its points, as if they could be divided (model/divide.h).
  [[nodiscard]] PredictedPoint predict_part(const Profile& profile, const PredictOptions& options,
                                            const NamedTexts& chosen, double fraction);
  [[nodiscard]] Program program(const NamedTexts& chosen);
  // The same; absent: an application of so many different passes that it can only be predicted.
  [[nodiscard]] std::optional<Program> kept_program(const NamedTexts& chosen);

  // As an application file: the file itself, or what it would be.
  [[nodiscard]] std::string application_file(const NamedTexts& chosen);

  // Every file that it was read from; none for a workload.
  [[nodiscard]] const std::vector<std::string>& files() const { return files_; }

  // With the number that the model chooses in place of `--chunks model`.
  [[nodiscard]] NamedTexts resolved(const Profile& profile, const NamedTexts& chosen);

  // The number of chunks that the model finds best; absent: see chunk_search.h.
  [[nodiscard]] std::optional<BestChunks> best_chunks(const Profile& profile,
                                                      const PredictOptions& options,
                                                      const NamedTexts& chosen);

  // How often the convergence loops of a file should be checked: check_search.h. None for a
  // workload, whose rounds hold checks of their own, and for a program of so many steps that they
  // cannot be predicted once for every interval.
  [[nodiscard]] std::vector<BestCheck> best_checks(const Profile& profile,
                                                   const PredictOptions& options,
                                                   const NamedTexts& chosen);

  // The parameter that the workload or the file declares to have this meaning; empty: none.
  [[nodiscard]] std::string parameter_of(Meaning meaning) const;

  // A kind of device as a value of the parameter with Meaning::second_kind; in files, whose
  // parameters are numbers, 1 for a GPU and 0 for a processor.
  [[nodiscard]] std::string kind_text(DeviceKind kind) const;

  [[nodiscard]] const DeviceTraits& traits() const { return traits_; }

  // Null for a file.
  [[nodiscard]] const Workload* workload() const { return workload_; }

 private:
  [[noreturn]] void refuse_settings() const;
  [[nodiscard]] ChunkedProgram chunked_file(const std::string& parameter);
  [[nodiscard]] bool is_for_one() const;

  std::string path_;
  std::vector<std::string> files_;
  DeviceTraits traits_;
  std::function<bool()> interrupted_;
  std::optional<Application> application_;
  std::optional<Program> program_;
  const Workload* workload_ = nullptr;
};

}  // namespace plumb::study
