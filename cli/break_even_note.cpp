// cli/break_even_note.cpp - the sentence about a break-even.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "cli/break_even_note.h"

#include <fmt/format.h>

namespace plumb::cli {
namespace {

// "; the winner changes 3 times up to 4096; no size that was tried between 512 and 1024 ..."
std::string remarks_on(const study::FoundBreakEven& found) {
  const BreakEven& sizes = found.sizes;
  std::string text;
  if (sizes.changes > 1)
    text += fmt::format("; the winner changes {} times up to {}", sizes.changes, found.last);
  if (sizes.refused == 0) return text;
  if (sizes.at && *sizes.at - sizes.below > 1) {
    text += fmt::format("; no size that was tried between {} and {} is accepted", sizes.below,
                        *sizes.at);
  }
  return text + fmt::format("; refused: {} of the {} sizes that were tried, such as {}",
                            sizes.refused, sizes.refused + sizes.accepted, found.first_refused);
}

std::string break_even_note(const study::FoundBreakEven& found, const std::string& own,
                            const std::string& rival) {
  const auto name = [&](Faster faster) { return faster == Faster::first ? own : rival; };
  const auto phrase = [&](Faster faster) {
    return faster == Faster::neither ? "both take equally long" : name(faster) + " is faster";
  };
  const BreakEven& sizes = found.sizes;
  if (sizes.accepted == 0)
    return fmt::format("no break-even from {} = {} to {}: {} abstains from every size, such as {}",
                       found.parameter, found.first, found.last, found.model, found.first_refused);
  if (!sizes.at) {
    return fmt::format("{}: no break-even from {} = {} to {}: {} throughout{}", found.model,
                       found.parameter, found.first, found.last, phrase(sizes.before),
                       remarks_on(found));
  }
  const bool tie = sizes.before == Faster::neither || sizes.after == Faster::neither;
  return fmt::format("{}: break-even at {} = {}: below {}, from there on {}{}", found.model,
                     found.parameter, *sizes.at, phrase(sizes.before),
                     tie ? phrase(sizes.after) : name(sizes.after), remarks_on(found));
}

}  // namespace

BreakEvenAnswer break_even_answer(const study::FoundBreakEven& found, const std::string& own,
                                  const std::string& rival) {
  const auto name = [&](Faster faster) {
    return faster == Faster::neither ? std::string() : faster == Faster::first ? own : rival;
  };
  return {.text = break_even_note(found, own, rival),
          .parameter = found.parameter,
          .first = found.first,
          .last = found.last,
          .model = found.model,
          .at = found.sizes.at,
          .before = name(found.sizes.before),
          .after = name(found.sizes.after),
          .changes = found.sizes.changes,
          .refused = found.sizes.refused};
}

}  // namespace plumb::cli
