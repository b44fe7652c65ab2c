// plumb/study/kept_result.cpp - writing results while they grow.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/study/kept_result.h"

#include <nlohmann/json.hpp>

#include "plumb/base/error.h"
#include "plumb/base/json.h"

namespace plumb::study {

void KeptResult::prepare_for_crash(Point crashed) {
  const bool finished = !result_->points.empty();
  result_->points.push_back(std::move(crashed));
  crash_record_ = std::make_shared<CrashRecord>(
      CrashTexts{.path = failed_ ? "" : path_,
                 .record = failed_ || path_.empty() ? "" : to_text(to_json(*result_)),
                 .shown = watch_->shown(*result_),
                 .finished = finished});
  result_->points.pop_back();
}

void KeptResult::write() {
  // Damage may show when the last kernel has run: the points are not printed yet. The file is
  // written below.
  if (crash_record_ != nullptr)
    crash_record_ = std::make_shared<CrashRecord>(CrashTexts{.path = "",
                                                             .record = "",
                                                             .shown = watch_->shown(*result_),
                                                             .finished = !result_->points.empty()});
  // Where nothing is finished, what an earlier run left in the file is worth more.
  if (path_.empty() || failed_ || result_->points.empty()) return;
  try {
    write_whole(path_, to_text(to_json(*result_)));
  } catch (const Error& error) {
    watch_->failed(error);
    failed_ = true;
  }
}

}  // namespace plumb::study
