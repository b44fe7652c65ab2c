// plumb/model/kept_models.cpp - making each model once.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/model/kept_models.h"

#include <algorithm>

namespace plumb {

const Model& KeptModels::model(std::string_view name, const PathSet* paths) {
  const auto found = std::ranges::find_if(models_, [&](const Kept& kept) {
    return kept.model->name() == name && (!kept.model->needs_paths() || kept.paths == paths);
  });
  if (found != models_.end()) return *found->model;
  models_.push_back({make_model(name, *profile_, paths), paths});
  return *models_.back().model;
}

}  // namespace plumb
