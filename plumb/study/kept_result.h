// plumb/study/kept_result.h - a result that is written whole after every point.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "plumb/records/result.h"
#include "plumb/study/crash_record.h"
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
  // What the file will hold, and what is printed, if a kernel ends the process before the next
  // write().
  void prepare_for_crash(Point crashed);
  // Of what is finished; it stays ready as long as somebody holds it.
  [[nodiscard]] std::shared_ptr<CrashRecord> crash_record() const { return crash_record_; }
  [[nodiscard]] bool failed() const { return failed_; }

 private:
  Result* result_;
  std::string path_;
  const Watch* watch_;
  bool failed_ = false;
  std::shared_ptr<CrashRecord> crash_record_;
};

}  // namespace plumb::study
