// plumb/study/kept_result.h - a result that is written whole after every point.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "plumb/records/result.h"
#include "plumb/study/measure_options.h"

namespace plumb::study {

// Writes `result` to `path` whenever it is asked to, so that nothing finished is lost. A file that
// cannot be written is reported once; the result in memory goes on.
class KeptResult {
 public:
  // An empty path keeps nothing. `result` and `watch` must outlive it.
  KeptResult(Result& result, std::string path, const Watch& watch)
      : result_(&result), path_(std::move(path)), watch_(&watch) {}
  void write();
  [[nodiscard]] bool failed() const { return failed_; }

 private:
  Result* result_;
  std::string path_;
  const Watch* watch_;
  bool failed_ = false;
};

}  // namespace plumb::study
