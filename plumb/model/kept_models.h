// plumb/model/kept_models.h - the models of one profile, for whoever predicts many points with it.
//
// Making a model reads hundreds of parameters and curves of the profile, predicting a small program
// with it a few.
//
//   KeptModels kept(profile);
//   for (const Program& program : programs)
//     use(predict(profile, program, {.models = {}, .paths = {}, .kept = &kept}));
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "plumb/model/model.h"

namespace plumb {

class KeptModels {
 public:
  // The profile must outlive it and stay as it is.
  explicit KeptModels(const Profile& profile) : profile_(&profile) {}

  // Whether they are made of this very profile.
  [[nodiscard]] bool is_of(const Profile& profile) const { return profile_ == &profile; }
  // Made when it is first asked for; one that needs paths once for each set of the profile.
  const Model& model(std::string_view name, const PathSet* paths);

 private:
  struct Kept {
    std::unique_ptr<Model> model;
    const PathSet* paths = nullptr;
  };
  const Profile* profile_;
  std::vector<Kept> models_;
};

}  // namespace plumb
