// plumb/report/sweep_tables.h - tables of many predicted points that grow with them and keep none.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "plumb/records/decision.h"
#include "plumb/records/prediction.h"
#include "plumb/report/table.h"

namespace plumb {

// "h200-cuda is faster, >99 %", "stay, 93 %", "no verdict: plumbline abstains on ...": what a
// decision says of two devices, or of one called "port" and a known time called "stay".
std::string verdict_text(const Decision& decision, const std::string& first,
                         const std::string& second);
AgainstVerdict against_verdict(const PredictedPoint& point, const PredictedPoint& rival,
                               const Decision& decision);
AgainstVerdict against_verdict(Seconds known, const Decision& decision);

// The settings that lead every row. Only at the end it is known which of them differ somewhere:
// those become columns, the others go into a note.
class SettingColumns {
 public:
  // The cells of all settings of the point.
  std::vector<Cell> cells(const PredictedPoint& point);
  // Puts the columns in front of those of `table` and takes what never differed out of its rows.
  void finish(Table& table) const;
  // "profile g80, paths float, N 1024": of the first point, without what differs.
  [[nodiscard]] std::string origin() const;

 private:
  struct Setting {
    std::string name;
    std::string value;  // of the first point
    bool varies = false;
  };
  std::string source_;  // "profile g80, paths float"; empty before the first point
  std::vector<Setting> settings_;
};

// One row per point of a sweep: T1, I T2, T3, T and what limits.
class SweepTable {
 public:
  void add(const PredictedPoint& point);
  [[nodiscard]] Table finish() &&;

 private:
  SettingColumns settings_;
  Table table_;
  std::vector<bool> moves_;  // by model: it knows transfers
};

// Two times, their ratio and the verdict, one row per point and model.
class AgainstTable {
 public:
  // On both devices.
  void add(const PredictedPoint& point, const PredictedPoint& rival, const Decision& decision);
  // Against a time that is known.
  void add(const PredictedPoint& point, Seconds known, const Decision& decision);
  [[nodiscard]] Table finish() &&;

 private:
  void begin(const std::string& title, const std::string& own, const std::string& other);
  // In the row of the model that decided, else in the first of the last `rows`.
  void add_verdict(const AgainstVerdict& verdict, std::size_t rows);

  SettingColumns settings_;
  Table table_;
  bool decided_ = false;                // some comparison has a verdict
  std::vector<std::string> undecided_;  // why others have none, each reason once
};

}  // namespace plumb
