// plumb/device/out_of_memory.h - an allocation that failed because there is no room for it.
//
// Who can do with less asks for it; whatever else an allocation fails with is a failure of the
// device.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "plumb/base/error.h"

namespace plumb::device {

class OutOfMemory : public Error {
 public:
  explicit OutOfMemory(const std::string& message) : Error(ErrorKind::device, message) {}
};

// For the back ends.
[[noreturn]] inline void throw_allocation(bool no_room, const std::string& message) {
  if (no_room) throw OutOfMemory(message);
  throw Error(ErrorKind::device, message);
}

}  // namespace plumb::device
