// plumb/study/kept_result.cpp - writing results while they grow.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/study/kept_result.h"

#include <nlohmann/json.hpp>

#include "plumb/base/error.h"
#include "plumb/base/json.h"

namespace plumb::study {

void KeptResult::write() {
  if (path_.empty() || failed_) return;
  try {
    write_whole(path_, to_text(to_json(*result_)));
  } catch (const Error& error) {
    watch_->failed(error);
    failed_ = true;
  }
}

}  // namespace plumb::study
