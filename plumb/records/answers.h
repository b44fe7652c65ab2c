// plumb/records/answers.h - what a prediction says beside times: the verdict, what would help, what
// to doubt.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "plumb/base/json.h"
#include "plumb/base/units.h"
#include "plumb/records/decision.h"

namespace plumb {

// Against another device or a time that is known.
struct AgainstVerdict {
  std::string against;           // the other profile; empty: a time
  std::optional<Seconds> known;  // that time
  Decision decision;
  std::string text;  // "port, 97 %"
};

// What a device that is better in one respect would save.
struct Saving {
  std::string change;  // "10 % more bandwidth"
  double share = 0;    // of T
};

struct BestChunks {
  std::string parameter;  // of the workload or the application
  std::uint64_t count = 0;
  Seconds time{};
};

// How often a loop until a condition should ask for it.
struct BestCheck {
  std::string loop;
  std::uint64_t every = 0;
  Seconds time{};               // of the whole program, in the mean
  std::uint64_t taken = 0;      // what the program says
  Seconds time_as_it_stands{};  // likewise
};

// How much of the work each of two devices should do at once.
struct SplitAnswer {
  std::string text;
  std::string model = {};
  std::optional<double> fraction = {};  // of the first device; absent: none is predicted
  Seconds time{};                       // then that of both at once
  double gain = 0;                      // times as fast as the better device alone
  double least_gain = 0;                // in 9 of 10 cases not less
};

// Of one point; what was not asked for is absent.
struct Answers {
  std::optional<AgainstVerdict> verdict;
  std::vector<Saving> savings;
  std::optional<BestChunks> best_chunks;
  std::vector<BestCheck> best_checks;
  std::optional<SplitAnswer> best_split;
  std::vector<std::string> notes;
};

// From which size the other device wins.
struct BreakEvenAnswer {
  std::string text;
  std::string parameter = {};  // empty: it was not found before an interrupt
  std::uint64_t first = 0;     // the sizes that were searched
  std::uint64_t last = 0;
  std::string model = {};
  std::optional<std::uint64_t> at = {};
  std::string before = {};  // the faster profile below; empty: neither
  std::string after = {};
  std::uint64_t changes = 0;
  std::uint64_t refused = 0;
};

// The members `verdict`, `savings`, `best_chunks`, `best_checks`, `best_split` and `notes` of a
// point.
void add_answers(Json& point, const Answers& answers);
Answers answers_from(const JsonView& point);

Json to_json(const BreakEvenAnswer& answer);
BreakEvenAnswer break_even_from_json(const JsonView& view);

}  // namespace plumb
