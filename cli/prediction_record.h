// cli/prediction_record.h - the record of a sweep while it grows: on disk, not in memory.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "plumb/base/json.h"
#include "plumb/records/prediction.h"

namespace plumb::cli {

// For `--output` and for `--format json`, point by point. Nothing appears before finish().
class PredictionRecord {
 public:
  // `path`: empty for none. `prints`: to stdout as well.
  PredictionRecord(const std::string& path, bool prints, const Provenance& provenance);

  void add(const PredictedPoint& point) { write(text_.point(point)); }
  void finish(const std::optional<BreakEvenAnswer>& break_even,
              const std::vector<std::string>& notes);

 private:
  struct Close {
    void operator()(std::FILE* file) const { static_cast<void>(std::fclose(file)); }
  };
  void write(std::string_view text);

  PredictionText text_;
  std::optional<WholeFile> file_;
  std::unique_ptr<std::FILE, Close> printed_;  // a nameless file until the record is whole
};

}  // namespace plumb::cli
