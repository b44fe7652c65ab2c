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
  if (path_.empty() || failed_) return;
  result_->points.push_back(std::move(crashed));
  const std::string text = to_text(to_json(*result_));
  result_->points.pop_back();
  crash_record_.emplace(path_, text);
}

void KeptResult::write() {
  crash_record_.reset();
  if (path_.empty() || failed_) return;
  try {
    write_whole(path_, to_text(to_json(*result_)));
  } catch (const Error& error) {
    watch_->failed(error);
    failed_ = true;
  }
}

}  // namespace plumb::study
