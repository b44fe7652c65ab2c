// plumb/application/interruption.h - whether a long walk shall go on.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "plumb/application/application.h"
#include "plumb/base/error.h"

namespace plumb {

// Asks every 1024th time whether to go on: asking may cost more than a step.
class Interruption {
 public:
  explicit Interruption(const Interrupted& asked) : asked_(&asked) {}
  void poll() {
    if (++polls_ % 1024 == 0 && *asked_ && (*asked_)()) {
      throw Error(ErrorKind::interrupted, "interrupted");
    }
  }

 private:
  const Interrupted* asked_;
  std::uint64_t polls_ = 0;
};

}  // namespace plumb
