// plumb/run/exchanger.h - how a program that runs several times at once reaches its neighbours.
//
// A step of kind Exchange hands its bytes to this interface between two waits of the host. A run
// without one refuses such a program.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace plumb {

class Exchanger {
 public:
  virtual ~Exchanger() = default;
  // Sends to the rank `neighbour` places further on and receives as many bytes from it. Returns
  // when both are done.
  virtual void exchange(std::int64_t neighbour, std::span<const std::byte> sent,
                        std::span<std::byte> received) = 0;
};

}  // namespace plumb
