// plumb/report/advice.cpp - a few terms, and the command that goes with each.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/report/advice.h"

#include <cmath>

#include <fmt/format.h>

namespace plumb {

std::string plain_words(Term term) {
  switch (term) {
    case Term::clocks:
      return "the device was slowed down";
    case Term::queueing:
      return "launches and waits";
    case Term::transfers:
      return "copies between host and device";
    case Term::level:
      return "another level of memory served the data";
    case Term::pattern:
      return "the order of the accesses";
    case Term::occupancy:
      return "too little work at once";
    case Term::arithmetic:
      return "the arithmetic";
    case Term::volume:
      return "another amount of data";
    case Term::host:
      return "time between the steps";
    case Term::untold:
      return "a cause that no figure tells apart";
    case Term::none:
      break;
  }
  return "as predicted";
}

double distance_off(const Explanation& explanation) {
  return std::fabs(std::log(explanation.measured / explanation.predicted));
}

const ExplainedPart* main_reason(const Explanation& explanation) {
  if (is_as_predicted(explanation)) return nullptr;
  const ExplainedPart* found = nullptr;
  const auto gap = [](const ExplainedPart& part) {
    return std::fabs((part.measured - part.predicted).count());
  };
  for (const ExplainedPart& part : explanation.parts) {
    if (part.wrong == Term::none) continue;
    if (found == nullptr || gap(part) > gap(*found)) found = &part;
  }
  return found;
}

std::string other_variants(const std::string& workload, const std::string& profile) {
  return fmt::format(
      "another variant or size, plumb list names them: plumb run {} --variant NAME --predict{}",
      workload, profile.empty() ? "" : " -p " + profile);
}

std::string what_to_run(const Explanation& explanation, const ExplainedPart& reason,
                        const std::string& workload, const std::string& profile) {
  if (!(explanation.measured > explanation.predicted)) return "";
  if (reason.wrong == Term::clocks) return "plumb doctor, which says what slows the device down";
  if (reason.wrong == Term::host) return "plumb doctor, which says what else disturbs the host";
  return other_variants(workload, profile);
}

}  // namespace plumb
