// cli/answer_notes.cpp - savings, doubts and chunks as sentences.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "cli/answer_notes.h"

#include <algorithm>

#include <fmt/format.h>

#include "plumb/records/named_texts.h"

namespace plumb::cli {
namespace {

// A number of chunks that takes so many times the best one's time is as good.
constexpr double same_time = 1.01;

std::string savings_note(const std::vector<Saving>& savings) {
  std::string words;
  for (const Saving& saving : savings)
    words += fmt::format("{}{}{:.1f} %{}", saving.change, words.empty() ? " would save " : " ",
                         100 * saving.share + 0.0, words.empty() ? " of T, " : ", ");
  return "plumbline: " + words.substr(0, words.size() - 2);
}

std::string chunks_note(const PredictedPoint& point, const BestChunks& best) {
  const std::string* taken = text_named(point.settings, best.parameter);
  const auto found = std::ranges::find(point.predictions, "plumbline", &Prediction::model);
  std::string note =
      fmt::format("plumbline: best number of chunks: {}, {}", best.count, to_text(best.time));
  if (taken == nullptr || *taken == fmt::format("{}", best.count) ||
      found == point.predictions.end() || !found->reason.empty())
    return note;
  note += fmt::format("; {} take {}", *taken, to_text(found->total()));
  if (found->total() <= same_time * best.time) note += ": their number changes next to nothing";
  return note;
}

std::string check_note(const BestCheck& best) {
  std::string note = fmt::format(
      "plumbline: best check interval of '{}': {}, {} in the mean where the number of rounds is "
      "not known exactly",
      best.loop, best.every, to_text(best.time));
  if (best.taken != best.every)
    note += fmt::format("; {} takes {}", best.taken, to_text(best.time_as_it_stands));
  return note;
}

}  // namespace

void add_answer_notes(Table& table, const PredictedPoint& point) {
  const Answers& answers = point.answers;
  if (!answers.savings.empty()) table.notes.push_back(savings_note(answers.savings));
  table.notes.insert(table.notes.end(), answers.notes.begin(), answers.notes.end());
  if (answers.best_chunks) table.notes.push_back(chunks_note(point, *answers.best_chunks));
  for (const BestCheck& check : answers.best_checks) table.notes.push_back(check_note(check));
}

}  // namespace plumb::cli
