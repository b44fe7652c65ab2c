// plumb/workloads/morphology/survey.cpp - what a survey runs: a square image, by each of the two
// methods.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/workloads/morphology/morphology.h"

namespace plumb::morphology {

std::vector<NamedTexts> survey_points(Bytes data, const DeviceTraits&) {
  const std::string size = pixels::square_of(data);
  return {{{"size", size}, {"variant", "one_pass"}}, {{"size", size}, {"variant", "decomposed"}}};
}

}  // namespace plumb::morphology
