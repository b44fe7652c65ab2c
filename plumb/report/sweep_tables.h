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
  void begin(const std::string& title, const std::string& own, const std::string& other,
             const char* note);

  SettingColumns settings_;
  Table table_;
};

}  // namespace plumb
