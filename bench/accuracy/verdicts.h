// bench/accuracy/verdicts.h - which verdicts and break-evens came out right.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "plumb/model/break_even.h"
#include "plumb/records/decision.h"
#include "plumb/report/table.h"

namespace plumb::bench {

// Times are absent until they are measured.
struct JudgedVerdict {
  std::string family;
  std::string problem;
  Decision decision;
  std::optional<double> own = {};  // seconds
  std::optional<double> rival = {};
  [[nodiscard]] bool is_measured() const { return own && rival; }
  [[nodiscard]] bool is_decided() const;
  [[nodiscard]] bool is_right() const;  // of one that is decided and measured
};

// One row per family and one for all, of those that were measured.
Table verdict_table(std::span<const JudgedVerdict> verdicts);

// One row each, with the times where they are known.
Table verdict_list(std::span<const JudgedVerdict> verdicts);

// A size at which both were run.
struct ContestedSize {
  std::uint64_t size = 0;
  std::optional<double> own = {};
  std::optional<double> rival = {};
  [[nodiscard]] Faster faster() const;  // neither: not measured
};

// The break-even lies within a factor of what was predicted if the winners below and above it, by
// that factor, are those that were predicted; one that was predicted to be nowhere if the same
// device wins at both ends.
struct JudgedBreakEven {
  std::string problem;    // "stream operation=triad"
  std::string parameter;  // the size
  BreakEven predicted;
  ContestedSize low = {};
  ContestedSize high = {};
  [[nodiscard]] bool is_measured() const;
  [[nodiscard]] bool is_right() const;
};

Table break_even_table(std::span<const JudgedBreakEven> found, double within);

}  // namespace plumb::bench
