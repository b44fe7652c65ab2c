// plumb/model/host_stretch.h - what the device and the host are at between two waits of the host.
//
// Formula  a stretch ends where the host waits. The host's calls are hidden behind the kernels of
//          its own stretch, and behind the copies between them: T = D + max(0, C - c - D - K), D
//          what its kernels take, K its copies (summed elsewhere), C its calls of kernels and c the
//          last of them, for the first call comes before the device starts
// Source   the queue of the model's specification, term 2; n_sync * l_sync, section C.3
// Limits   within a stretch order does not matter. Stretches of a loop are alike: what a round
//          begins with and what it ends with are those of all its waits. What follows the last wait
//          of a round stands with what the next round begins with; of a single round it is a
//          stretch of its own
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <optional>

#include "plumb/base/units.h"

namespace plumb {

struct HostStretch {
  Seconds device{};
  Seconds copied{};
  Seconds call{};
  Seconds last_call{};
  double launches = 0;
  double count = 1;  // how many stretches these are together

  void launch(double times, Seconds on_device, Seconds at_call) {
    device += times * on_device;
    call += times * at_call;
    last_call = at_call;
    launches += times;
  }

  // How much longer they take because the host is slower.
  [[nodiscard]] Seconds waits_for_calls() const {
    return std::max(Seconds{}, call - count * last_call - device - copied);
  }
};

// The stretches of one step at the top.
class HostStretches {
 public:
  [[nodiscard]] HostStretch& open() { return open_; }

  // The host waits so many times; returns how many stretches that ends.
  double close(double times) {
    open_.count = std::min(times, open_.launches);
    const double count = open_.count;
    if (count <= 0) return 0;
    if (!first_) {
      first_ = open_;
    } else {
      waits_ += open_.waits_for_calls();
    }
    open_ = {};
    return count;
  }

  // After the last launch of the step.
  [[nodiscard]] Seconds waits_for_calls() const {
    if (!first_) return open_.waits_for_calls();
    HostStretch first = *first_;
    const bool no_loop = first.count <= 1;
    if (no_loop || open_.launches <= 1)
      return waits_ + first.waits_for_calls() + open_.waits_for_calls();
    first.device += open_.device;
    first.copied += open_.copied;
    first.call += open_.call;
    return waits_ + first.waits_for_calls();
  }

 private:
  HostStretch open_;
  std::optional<HostStretch> first_;
  Seconds waits_{};  // of those between the first and the open one
};

}  // namespace plumb
