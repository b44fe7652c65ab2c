// plumb/records/reference.cpp - keeping what references share.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/records/reference.h"

#include "plumb/base/error.h"

namespace plumb {

void ReferenceStore::refuse_if_interrupted() const {
  if (interrupted_()) throw Error(ErrorKind::interrupted, "interrupted");
}

const ReferenceStore::Arrays& ReferenceStore::of(const std::string& problem,
                                                 const std::string& form,
                                                 const std::function<Arrays()>& make) {
  if (problem != problem_) {
    forms_.clear();
    problem_ = problem;
  }
  const auto found = forms_.find(form);
  return found != forms_.end() ? found->second : forms_.emplace(form, make()).first->second;
}

}  // namespace plumb
