// plumb/device/cuda/session.h - an opened GPU: the driver, its primary context, what was made in
// it.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "plumb/device/clearing_deadline.h"
#include "plumb/device/cuda/api.h"
#include "plumb/device/info.h"

namespace plumb::device::cuda {

// Everything made on a device holds a pointer to its session. The primary context is shared with
// other CUDA code of the process and kept as long as the session lives.
class Session {
 public:
  Session(const Api& api, const Info& info);
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  [[nodiscard]] const Api& api() const { return api_; }
  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] int attribute(int which) const;

  // CUDA calls act on the context that is current in the calling thread: made so before every use.
  void enter() const { require(api_.cuCtxSetCurrent(context_), "cuCtxSetCurrent"); }
  void enter_to_release() const noexcept { report_release(api_.cuCtxSetCurrent(context_)); }
  void require(Result code, std::string_view call) const { cuda::require(api_, code, call); }

  // A kernel that fails breaks the context for all queues, and any of them may notice first. So
  // each queue shows here which kernels it has pending.
  void watch(const std::vector<std::string>& pending) { pending_.push_back(&pending); }
  void forget(const std::vector<std::string>& pending) { std::erase(pending_, &pending); }
  [[nodiscard]] std::vector<std::string> pending() const;

  [[nodiscard]] ClearingDeadline& clearing() { return clearing_; }

 private:
  Api api_;
  std::string name_;
  DeviceId device_ = 0;
  Context context_ = nullptr;
  std::vector<const std::vector<std::string>*> pending_;
  ClearingDeadline clearing_;
};

// Owns one CUDA object; releases it in its own context.
template <class Object>
class Handle {
 public:
  using Release = Result (*)(Object);
  Handle() = default;
  Handle(const Session& session, Object object, Release release)
      : session_(&session), object_(object), release_(release) {}
  Handle(Handle&& other) noexcept
      : session_(other.session_),
        object_(std::exchange(other.object_, Object{})),
        release_(other.release_) {}
  Handle& operator=(Handle&& other) noexcept {
    std::swap(session_, other.session_);
    std::swap(object_, other.object_);
    std::swap(release_, other.release_);
    return *this;
  }
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;
  ~Handle() {
    if (object_ == Object{}) return;
    session_->enter_to_release();
    report_release(release_(object_));
  }
  [[nodiscard]] Object get() const { return object_; }

 private:
  const Session* session_ = nullptr;
  Object object_{};
  Release release_ = nullptr;
};

}  // namespace plumb::device::cuda
