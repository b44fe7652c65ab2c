// plumb/study/kept_result.cpp - writing results while they grow.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/study/kept_result.h"

#include <nlohmann/json.hpp>

#include "plumb/base/error.h"
#include "plumb/base/json.h"

namespace plumb::study {

void KeptResult::prepare_for_crash(Point crashed) {
  crash_record_.reset();
  CrashTexts texts{.path = failed_ ? "" : path_,
                   .record = "",
                   .shown = "",
                   .finished = !result_->points.empty()};
  result_->points.push_back(std::move(crashed));
  if (!texts.path.empty()) texts.record = to_text(to_json(*result_));
  texts.shown = watch_->shown(*result_);
  result_->points.pop_back();
  crash_record_.emplace(texts);
}

void KeptResult::write() {
  crash_record_.reset();
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
