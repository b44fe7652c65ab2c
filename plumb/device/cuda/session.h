// plumb/device/cuda/session.h - an opened GPU: the driver and its primary context.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "plumb/device/cuda/api.h"

namespace plumb::device::cuda {

// Everything made on a device holds a pointer to its session. The primary context is shared with
// other CUDA code of the process and kept as long as the session lives.
class Session {
 public:
  Session(const Api& api, int ordinal);
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  [[nodiscard]] const Api& api() const { return api_; }
  [[nodiscard]] int attribute(int which) const;

  // CUDA calls act on the context that is current in the calling thread: made so before every use.
  void enter() const { require(api_.cuCtxSetCurrent(context_), "cuCtxSetCurrent"); }
  void require(Result code, std::string_view call) const { cuda::require(api_, code, call); }

 private:
  Api api_;
  DeviceId device_ = 0;
  Context context_ = nullptr;
};

}  // namespace plumb::device::cuda
