// cli/split_note.cpp - the sentence about the best split.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "cli/split_note.h"

#include <algorithm>

#include <fmt/format.h>

#include "plumb/base/units.h"

namespace plumb::cli {
namespace {

// A gain below it is none.
constexpr double least_worth = 1.01;

Seconds alone_time(const study::SplitSide& side, const std::string& model) {
  return std::ranges::find(side.alone.predictions, model, &Prediction::model)->total();
}

std::string best_note(const study::FoundSplit& found, const study::SplitRequest& request) {
  const std::string start = request.model + ": ";
  if (!found.best) return start + "no split is predicted: " + found.refused;
  const BestSplit& best = *found.best;
  const Seconds own = alone_time(request.own, request.model);
  const Seconds rival = alone_time(request.rival, request.model);
  const std::string& better = own <= rival ? request.own.profile.name : request.rival.profile.name;
  const std::string parts = fmt::format("{:.4g} % on {} and the rest on {}", 100 * best.fraction,
                                        request.own.profile.name, request.rival.profile.name);
  const std::string how =
      found.is_written ? "" : ", if its points could be divided without any exchange";
  const std::string time = to_text(best.times.total());
  if (best.gain < least_worth)
    return fmt::format("{}no split helps: {} alone takes {}, {} at once {}{}", start, better,
                       to_text(std::min(own, rival)), parts, time, how);
  return fmt::format(
      "{}best split: {}, both at once: {}, {:.2f} times as fast as {} alone (in 9 of 10 cases "
      "between {:.2f} and {:.2f}{}){}",
      start, parts, time, best.gain, better, best.least_gain, best.gain,
      best.least_gain < 1 ? ": it may not help" : "", how);
}

std::string split_note(const study::FoundSplit& found, const study::SplitRequest& request) {
  std::string best = best_note(found, request);
  if (!found.asked) return best;
  return fmt::format("{}; {:.4g} % as asked take {}", best, 100 * *request.asked,
                     to_text(found.asked->total()));
}

}  // namespace

SplitAnswer split_answer(const study::FoundSplit& found, const study::SplitRequest& request) {
  SplitAnswer answer{.text = split_note(found, request), .model = request.model};
  if (!found.best) return answer;
  answer.fraction = found.best->fraction;
  answer.time = found.best->times.total();
  answer.gain = found.best->gain;
  answer.least_gain = found.best->least_gain;
  return answer;
}

}  // namespace plumb::cli
