// plumb/device/opencl/queue.cpp - queueing transfers and launches, marks and waits.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/device/opencl/queue.h"

#include <fmt/format.h>

#include "plumb/base/error.h"
#include "plumb/device/bounds.h"
#include "plumb/device/opencl/memory.h"
#include "plumb/device/opencl/module.h"
#include "plumb/device/recording_queue.h"

namespace plumb::device::opencl {
namespace {

// All objects handed to this back end were made by it.
cl_mem memory_of(const Buffer& buffer) { return static_cast<const OpenClBuffer&>(buffer).get(); }
cl_mem memory_of(const Image& image) { return static_cast<const OpenClImage&>(image).get(); }

void refuse_foreign_shapes(const Launch& shape, const std::string& entry) {
  const auto lacks = [&](std::string_view ability) {
    throw Error(
        ErrorKind::unavailable,
        fmt::format("kernel '{}' needs {}, which OpenCL does not have; choose a CUDA device", entry,
                    ability));
  };
  if (shape.cooperative) lacks("a cooperative launch");
  if (shape.local_bytes.count != 0) lacks("dynamic local memory");
  if (shape.cluster != std::array<std::uint64_t, 3>{1, 1, 1}) lacks("clusters of groups");
}

void set_argument(const Api& api, cl_kernel kernel, cl_uint index, const Argument& argument) {
  cl_int code = CL_SUCCESS;
  if (const auto* scalar = std::get_if<ScalarValue>(&argument)) {
    code = api.clSetKernelArg(kernel, index, scalar->size, scalar->bytes.data());
  } else if (const auto* local = std::get_if<LocalMemory>(&argument)) {
    code = api.clSetKernelArg(kernel, index, local->size.count, nullptr);
  } else {
    const auto* buffer = std::get_if<const Buffer*>(&argument);
    cl_mem memory =
        buffer != nullptr ? memory_of(**buffer) : memory_of(*std::get<const Image*>(argument));
    code = api.clSetKernelArg(kernel, index, sizeof(cl_mem), static_cast<const void*>(&memory));
  }
  if (code != CL_SUCCESS) {
    throw Error(ErrorKind::device,
                fmt::format("argument {}: clSetKernelArg: {}", index, error_name(code)));
  }
}

Bytes local_memory_in(std::span<const Argument> arguments) {
  Bytes sum;
  for (const Argument& argument : arguments)
    if (const auto* given = std::get_if<LocalMemory>(&argument)) sum = sum + given->size;
  return sum;
}

// OpenCL 1.2 has no recorded command lists, so a batch is replayed call by call; what is recorded
// must stay alive as long as the batch.
class OpenClRecorder final : public RecordingQueue {
 public:
  explicit OpenClRecorder(OpenClBatch& batch) : batch_(&batch) {}

  void copy(Buffer& to, Bytes to_offset, const Buffer& from, Bytes from_offset,
            Bytes size) override {
    batch_->commands.emplace_back(
        [target = &to, to_offset, origin = &from, from_offset, size](Queue& queue) {
          queue.copy(*target, to_offset, *origin, from_offset, size);
        });
  }

  void launch(const Kernel& kernel, const Launch& shape,
              std::span<const Argument> arguments) override {
    batch_->commands.emplace_back(
        [which = &kernel, shape, kept = std::vector<Argument>(arguments.begin(), arguments.end())](
            Queue& queue) { queue.launch(*which, shape, kept); });
  }

 private:
  OpenClBatch* batch_;
};

// Called by the driver. A command that failed does not run either: it is not compiled any more.
void CL_CALLBACK on_begin(cl_event, cl_int, void* launched) { InFlight::begin(launched); }

// Asks the driver to report when the kernel begins; `event` as command() asks for it.
template <class Enqueue>
cl_int first_launch(const Api& api, const Enqueue& enqueue, cl_event* event, void* launched) {
  cl_event own = nullptr;
  const cl_int code = enqueue(&own);
  if (code != CL_SUCCESS) return code;
  // Where the driver does not report it, what is waited for stays unknown, and that is all.
  if (api.clSetEventCallback(own, CL_RUNNING, on_begin, launched) != CL_SUCCESS)
    InFlight::begin(launched);
  if (event == nullptr) return api.clReleaseEvent(own);
  *event = own;
  return CL_SUCCESS;
}

}  // namespace

OpenClMark::~OpenClMark() {
  if (unbound_in_ != nullptr) unbound_in_->forget(this);
}

void OpenClMark::bind(Handle<cl_event> event, bool at_start) {
  event_ = std::move(event);
  at_start_ = at_start;
  unbound_in_ = nullptr;
}

OpenClQueue::OpenClQueue(const Api& api, cl_context context, cl_device_id device,
                         const ClearingDeadline& clearing, bool in_host_memory)
    : api_(&api), clearing_(&clearing), in_flight_(in_host_memory), compiles_late_(in_host_memory) {
  cl_int code = CL_SUCCESS;
  queue_ = {api.clCreateCommandQueue(context, device, CL_QUEUE_PROFILING_ENABLE, &code),
            api.clReleaseCommandQueue};
  require(code, "clCreateCommandQueue");
}

OpenClQueue::~OpenClQueue() {
  for (OpenClMark* mark : unbound_) mark->abandon();
  report_release(api_->clFinish(queue_.get()));
}

template <class Enqueue>
void OpenClQueue::command(const char* call, const Enqueue& enqueue) {
  cl_event event = nullptr;
  require(enqueue(unbound_.empty() ? nullptr : &event), call);
  idle_ = false;
  for (std::size_t i = 0; i < unbound_.size(); ++i) {
    if (i > 0) require(api_->clRetainEvent(event), "clRetainEvent");
    unbound_[i]->bind({event, api_->clReleaseEvent}, true);
  }
  unbound_.clear();
}

void OpenClQueue::write(Buffer& to, Bytes offset, std::span<const std::byte> from) {
  refuse_outside(offset, from.size(), to);
  command("clEnqueueWriteBuffer", [&](cl_event* event) {
    return api_->clEnqueueWriteBuffer(queue_.get(), memory_of(to), CL_FALSE, offset.count,
                                      from.size(), from.data(), 0, nullptr, event);
  });
}

void OpenClQueue::read(std::span<std::byte> to, const Buffer& from, Bytes offset) {
  refuse_outside(offset, to.size(), from);
  command("clEnqueueReadBuffer", [&](cl_event* event) {
    return api_->clEnqueueReadBuffer(queue_.get(), memory_of(from), CL_FALSE, offset.count,
                                     to.size(), to.data(), 0, nullptr, event);
  });
}

void OpenClQueue::copy(Buffer& to, Bytes to_offset, const Buffer& from, Bytes from_offset,
                       Bytes size) {
  refuse_outside(from_offset, size.count, from);
  refuse_outside(to_offset, size.count, to);
  command("clEnqueueCopyBuffer", [&](cl_event* event) {
    return api_->clEnqueueCopyBuffer(queue_.get(), memory_of(from), memory_of(to),
                                     from_offset.count, to_offset.count, size.count, 0, nullptr,
                                     event);
  });
}

void OpenClQueue::write(Image& to, std::span<const std::byte> from) {
  refuse_other_size(from.size(), to);
  const ImageFormat& format = to.format();
  const std::size_t origin[3] = {0, 0, 0};
  const std::size_t region[3] = {format.width, format.height, format.depth};
  command("clEnqueueWriteImage", [&](cl_event* event) {
    return api_->clEnqueueWriteImage(queue_.get(), memory_of(to), CL_FALSE, origin, region, 0, 0,
                                     from.data(), 0, nullptr, event);
  });
}

void OpenClQueue::read(std::span<std::byte> to, const Image& from) {
  refuse_other_size(to.size(), from);
  const ImageFormat& format = from.format();
  const std::size_t origin[3] = {0, 0, 0};
  const std::size_t region[3] = {format.width, format.height, format.depth};
  command("clEnqueueReadImage", [&](cl_event* event) {
    return api_->clEnqueueReadImage(queue_.get(), memory_of(from), CL_FALSE, origin, region, 0, 0,
                                    to.data(), 0, nullptr, event);
  });
}

void OpenClQueue::launch(const Kernel& kernel, const Launch& shape,
                         std::span<const Argument> arguments) {
  const auto& ours = static_cast<const OpenClKernel&>(kernel);
  try {
    refuse_foreign_shapes(shape, ours.entry());
    if (arguments.size() != ours.parameters().size()) {
      throw Error(ErrorKind::device, fmt::format("takes {} arguments, {} were given",
                                                 ours.parameters().size(), arguments.size()));
    }
    if (const Bytes given = local_memory_in(arguments); given.count > 0) ours.refuse_local(given);
    for (cl_uint i = 0; i < arguments.size(); ++i) set_argument(*api_, ours.get(), i, arguments[i]);
    const std::size_t global[3] = {shape.global[0], shape.global[1], shape.global[2]};
    const std::size_t local[3] = {shape.local[0], shape.local[1], shape.local[2]};
    const cl_uint dimensions = global[2] > 1 ? 3 : (global[1] > 1 ? 2 : 1);
    const auto enqueue = [&](cl_event* event) {
      return api_->clEnqueueNDRangeKernel(queue_.get(), ours.get(), dimensions, nullptr, global,
                                          local, 0, nullptr, event);
    };
    if (is_first_launch(ours.get(), shape)) {
      void* const launched = in_flight_.add_uncompiled(ours.described());
      command("clEnqueueNDRangeKernel",
              [&](cl_event* event) { return first_launch(*api_, enqueue, event, launched); });
    } else {
      in_flight_.add(ours.described());
      command("clEnqueueNDRangeKernel", enqueue);
    }
  } catch (...) {  // the text is made only when something failed: a launch is a hot path
    rethrow_during(launching(ours.entry(), shape));
  }
}

bool OpenClQueue::is_first_launch(cl_kernel kernel, const Launch& shape) {
  return compiles_late_ && launched_.emplace(kernel, shape.local).second;
}

Handle<cl_event> OpenClQueue::marker() {
  cl_event event = nullptr;
  require(api_->clEnqueueMarkerWithWaitList(queue_.get(), 0, nullptr, &event),
          "clEnqueueMarkerWithWaitList");
  require(api_->clFlush(queue_.get()), "clFlush");  // another queue may wait for it
  return {event, api_->clReleaseEvent};
}

std::unique_ptr<Mark> OpenClQueue::mark() {
  if (!idle_) return std::make_unique<OpenClMark>(marker());
  clearing_->wait_until_cleared();
  auto mark = std::make_unique<OpenClMark>(*this);
  unbound_.push_back(mark.get());
  return mark;
}

std::unique_ptr<Mark> OpenClQueue::fence() {
  if (idle_ && unbound_.empty()) return std::make_unique<OpenClMark>(Handle<cl_event>());
  // A mark that waits for the next command stands before what another queue does meanwhile.
  for (OpenClMark* mark : unbound_) mark->bind(marker(), false);
  unbound_.clear();
  return std::make_unique<OpenClMark>(marker());
}

void OpenClQueue::wait_for(const Mark& mark) {
  const auto& ours = static_cast<const OpenClMark&>(mark);
  if (ours.event() == nullptr || ours.at_start())
    return;  // its queue was idle: nothing to wait for
  cl_event event = ours.event();
  command("clEnqueueBarrierWithWaitList", [&](cl_event* own) {
    return api_->clEnqueueBarrierWithWaitList(queue_.get(), 1, &event, own);
  });
}

std::int64_t OpenClQueue::nanoseconds_of(const OpenClMark& mark) const {
  cl_ulong nanoseconds = 0;
  const cl_profiling_info what =
      mark.at_start() ? CL_PROFILING_COMMAND_START : CL_PROFILING_COMMAND_END;
  require(
      api_->clGetEventProfilingInfo(mark.event(), what, sizeof nanoseconds, &nanoseconds, nullptr),
      "clGetEventProfilingInfo");
  return static_cast<std::int64_t>(nanoseconds);
}

// Subtracted as integers: a driver may count from 1970, where doubles are 256 ns apart.
Seconds OpenClQueue::elapsed(const Mark& from, const Mark& to) {
  const std::int64_t nanoseconds = nanoseconds_of(static_cast<const OpenClMark&>(to)) -
                                   nanoseconds_of(static_cast<const OpenClMark&>(from));
  return Seconds{1e-9 * static_cast<double>(nanoseconds)};
}

void OpenClQueue::wait() {
  for (OpenClMark* mark : unbound_) mark->bind(marker(), false);  // nothing followed them
  unbound_.clear();
  require(api_->clFinish(queue_.get()), "clFinish");
  in_flight_.end();
  idle_ = true;
}

std::unique_ptr<Batch> OpenClQueue::record(const std::function<void(Queue&)>& body) {
  auto batch = std::make_unique<OpenClBatch>();
  OpenClRecorder recorder(*batch);
  body(recorder);
  return batch;
}

void OpenClQueue::replay(const Batch& batch) {
  for (const auto& recorded : static_cast<const OpenClBatch&>(batch).commands) recorded(*this);
}

}  // namespace plumb::device::opencl
