// plumb/device/cuda/session.cpp - keeping the primary context.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/device/cuda/session.h"

#include <algorithm>

namespace plumb::device::cuda {

Session::Session(const Api& api, const Info& info)
    : api_(api), name_(info.name), clearing_(info.memory, clearing_a_gpu) {
  require(api_.cuDeviceGet(&device_, static_cast<int>(info.ordinal)), "cuDeviceGet");
  // Shrinking the local memory after a large kernel would wait for the device in the middle of a
  // queue.
  const Result code = api_.cuDevicePrimaryCtxSetFlags_v2(device_, flag::keep_local_memory);
  if (code != result::primary_context_active) require(code, "cuDevicePrimaryCtxSetFlags_v2");
  require(api_.cuDevicePrimaryCtxRetain(&context_, device_), "cuDevicePrimaryCtxRetain");
}

Session::~Session() { report_release(api_.cuDevicePrimaryCtxRelease_v2(device_)); }

std::vector<std::string> Session::pending() const {
  std::vector<std::string> all;
  for (const auto* list : pending_) {
    for (const std::string& name : *list) {
      if (std::ranges::find(all, name) == all.end()) all.push_back(name);
    }
  }
  return all;
}

int Session::attribute(int which) const {
  int value = 0;
  require(api_.cuDeviceGetAttribute(&value, which, device_), "cuDeviceGetAttribute");
  return value;
}

}  // namespace plumb::device::cuda
