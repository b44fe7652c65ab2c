// plumb/device/cuda/queue.cpp - queueing transfers and launches, marks and waits.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/device/cuda/queue.h"

#include <algorithm>

#include <fmt/format.h>

#include "plumb/base/error.h"
#include "plumb/device/bounds.h"
#include "plumb/device/cuda/image.h"
#include "plumb/device/cuda/memory.h"
#include "plumb/device/embedded.h"
#include "plumb/device/recording_queue.h"

namespace plumb::device::cuda {
namespace {

constexpr double pause_seconds = 30e-6;  // the host needs about 8 us for a mark and a launch
constexpr std::size_t most_names = 8;

// All objects handed to this back end were made by it.
DevicePointer address_of(const Buffer& buffer) {
  return static_cast<const CudaBuffer&>(buffer).address();
}

// Launches and copies go to a stream that is being captured.
class CudaRecorder final : public RecordingQueue {
 public:
  explicit CudaRecorder(CudaQueue& captured) : captured_(&captured) {}
  void copy(Buffer& to, Bytes to_offset, const Buffer& from, Bytes from_offset,
            Bytes size) override {
    captured_->copy(to, to_offset, from, from_offset, size);
  }
  void launch(const Kernel& kernel, const Launch& shape,
              std::span<const Argument> arguments) override {
    captured_->launch(kernel, shape, arguments);
  }

 private:
  CudaQueue* captured_;
};

LaunchConfiguration configuration_of(const Launch& shape) {
  constexpr std::uint64_t most_groups[] = {2147483647, 65535, 65535};
  LaunchConfiguration configuration;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    if (shape.local[axis] == 0 || shape.global[axis] % shape.local[axis] != 0) {
      throw Error(ErrorKind::device, "the range is not a multiple of the group");
    }
    if (shape.global[axis] / shape.local[axis] > most_groups[axis]) {
      throw Error(ErrorKind::device,
                  fmt::format("{} groups along axis {}: CUDA takes at most {}",
                              shape.global[axis] / shape.local[axis], axis, most_groups[axis]));
    }
    configuration.grid[axis] = static_cast<unsigned>(shape.global[axis] / shape.local[axis]);
    configuration.block[axis] = static_cast<unsigned>(shape.local[axis]);
  }
  configuration.shared_bytes = static_cast<unsigned>(shape.local_bytes.count);
  return configuration;
}

}  // namespace

Pause::Pause(const Session& session)
    : session_(&session),
      module_(session, "pause.ptx",
              {.ptx = {std::string(embedded::device_cuda_pause_ptx())}, .compiler = {}}),
      kernel_(module_.kernel("plumb_pause")),
      cycles_(static_cast<std::uint64_t>(pause_seconds * 1e3 *
                                         session.attribute(attribute::clock_khz))) {}

void Pause::launch(Stream stream) const {
  LaunchConfiguration configuration;
  configuration.stream = stream;
  std::uint64_t cycles = cycles_;
  void* places[] = {&cycles};
  const Function function = static_cast<const CudaKernel&>(*kernel_).get();
  session_->require(session_->api().cuLaunchKernelEx(&configuration, function, places, nullptr),
                    "cuLaunchKernelEx");
}

CudaMark::~CudaMark() {
  if (queue_ != nullptr) queue_->forget(this);
}

CudaQueue::CudaQueue(Session& session, const Pause& pause) : session_(&session), pause_(&pause) {
  session.enter();
  Stream stream = nullptr;
  session.require(session.api().cuStreamCreate(&stream, flag::own_stream), "cuStreamCreate");
  stream_ = {session, stream, session.api().cuStreamDestroy_v2};
  session.watch(pending_);
}

CudaQueue::~CudaQueue() {
  for (CudaMark* mark : marks_) mark->abandon();
  session_->enter_to_release();
  report_release(session_->api().cuStreamSynchronize(stream_.get()));
  session_->forget(pending_);
}

void CudaQueue::require(Result code, std::string_view call) const {
  if (code == result::success) return;
  const std::vector<std::string> pending = session_->pending();
  if (!is_sticky(code) || pending.empty()) return session_->require(code, call);
  const char* which =
      pending.size() == 1 ? "kernel" : "one of the kernels queued since the last wait:";
  const char* more = pending.size() >= most_names ? " or another" : "";
  throw Error(
      ErrorKind::device,
      fmt::format("{} '{}'{} failed: {} (seen by {}); the context is lost", which,
                  fmt::join(pending, "', '"), more, error_name(session_->api(), code), call));
}

void CudaQueue::remember(const std::string& kernel, const std::string& described) {
  if (!pending_.empty() && pending_.back() == kernel) return;
  if (pending_.size() >= most_names || std::ranges::find(pending_, kernel) != pending_.end())
    return;
  pending_.push_back(kernel);
  pending_described_.push_back(described);
  in_flight_.add(described);
}

void CudaQueue::write(Buffer& to, Bytes offset, std::span<const std::byte> from) {
  refuse_outside(offset, from.size(), to);
  session_->enter();
  idle_ = false;
  require(session_->api().cuMemcpyHtoDAsync_v2(address_of(to) + offset.count, from.data(),
                                               from.size(), stream_.get()),
          "cuMemcpyHtoDAsync_v2");
}

void CudaQueue::read(std::span<std::byte> to, const Buffer& from, Bytes offset) {
  refuse_outside(offset, to.size(), from);
  session_->enter();
  idle_ = false;
  require(session_->api().cuMemcpyDtoHAsync_v2(to.data(), address_of(from) + offset.count,
                                               to.size(), stream_.get()),
          "cuMemcpyDtoHAsync_v2");
}

void CudaQueue::copy(Buffer& to, Bytes to_offset, const Buffer& from, Bytes from_offset,
                     Bytes size) {
  refuse_outside(from_offset, size.count, from);
  refuse_outside(to_offset, size.count, to);
  session_->enter();
  idle_ = false;
  require(session_->api().cuMemcpyDtoDAsync_v2(address_of(to) + to_offset.count,
                                               address_of(from) + from_offset.count, size.count,
                                               stream_.get()),
          "cuMemcpyDtoDAsync_v2");
}

void CudaQueue::write(Image& to, std::span<const std::byte> from) {
  refuse_other_size(from.size(), to);
  session_->enter();
  idle_ = false;
  const Copy3d moved = copy_of(static_cast<const CudaImage&>(to), from.data(), true);
  require(session_->api().cuMemcpy3DAsync_v2(&moved, stream_.get()), "cuMemcpy3DAsync_v2");
}

void CudaQueue::read(std::span<std::byte> to, const Image& from) {
  refuse_other_size(to.size(), from);
  session_->enter();
  idle_ = false;
  const Copy3d moved = copy_of(static_cast<const CudaImage&>(from), to.data(), false);
  require(session_->api().cuMemcpy3DAsync_v2(&moved, stream_.get()), "cuMemcpy3DAsync_v2");
}

void CudaQueue::launch(const Kernel& kernel, const Launch& shape,
                       std::span<const Argument> arguments) {
  const auto& ours = static_cast<const CudaKernel&>(kernel);
  try {
    session_->enter();
    ours.place(arguments, placed_);
    Launch whole = shape;
    whole.local_bytes = shape.local_bytes + placed_.local;
    ours.prepare(whole);
    LaunchConfiguration configuration = configuration_of(whole);
    LaunchAttribute attributes[2];
    if (shape.cooperative) {
      attributes[configuration.attribute_count].id = LaunchAttribute::cooperative;
      attributes[configuration.attribute_count++].value[0] = 1;
    }
    if (shape.cluster != std::array<std::uint64_t, 3>{1, 1, 1}) {
      LaunchAttribute& cluster = attributes[configuration.attribute_count++];
      cluster.id = LaunchAttribute::cluster;
      for (std::size_t i = 0; i < 3; ++i)
        cluster.value[i] = static_cast<unsigned>(shape.cluster[i]);
    }
    configuration.attributes = attributes;
    configuration.stream = stream_.get();
    require(session_->api().cuLaunchKernelEx(&configuration, ours.get(), placed_.places.data(),
                                             nullptr),
            "cuLaunchKernelEx");
    idle_ = false;
    remember(ours.entry(), ours.described());
  } catch (...) {  // the text is made only when something failed: a launch is a hot path
    rethrow_during(launching(ours.entry(), shape));
  }
}

std::unique_ptr<Mark> CudaQueue::mark() {
  session_->enter();
  Event event = nullptr;
  require(session_->api().cuEventCreate(&event, 0), "cuEventCreate");
  auto mark = std::make_unique<CudaMark>(
      *this, Handle<Event>(*session_, event, session_->api().cuEventDestroy_v2));
  // A later mark, after a wait, may end an interval: a pause would be counted in it.
  if (idle_ && marks_.empty()) {
    session_->clearing().wait_until_cleared();
    pause_->launch(stream_.get());
  }
  marks_.push_back(mark.get());
  idle_ = false;
  require(session_->api().cuEventRecord(event, stream_.get()), "cuEventRecord");
  return mark;
}

std::unique_ptr<Mark> CudaQueue::fence() {
  session_->enter();
  Event event = nullptr;
  require(session_->api().cuEventCreate(&event, flag::event_disable_timing), "cuEventCreate");
  auto fence = std::make_unique<CudaMark>(
      *this, Handle<Event>(*session_, event, session_->api().cuEventDestroy_v2));
  fence->abandon();  // it delimits no interval
  require(session_->api().cuEventRecord(event, stream_.get()), "cuEventRecord");
  return fence;
}

void CudaQueue::wait_for(const Mark& mark) {
  session_->enter();
  idle_ = false;
  require(session_->api().cuStreamWaitEvent(stream_.get(),
                                            static_cast<const CudaMark&>(mark).event(), 0),
          "cuStreamWaitEvent");
}

Seconds CudaQueue::elapsed(const Mark& from, const Mark& to) {
  session_->enter();
  float milliseconds = 0;
  require(
      session_->api().cuEventElapsedTime(&milliseconds, static_cast<const CudaMark&>(from).event(),
                                         static_cast<const CudaMark&>(to).event()),
      "cuEventElapsedTime");
  return Seconds{1e-3 * static_cast<double>(milliseconds)};
}

void CudaQueue::wait() {
  session_->enter();
  require(session_->api().cuStreamSynchronize(stream_.get()), "cuStreamSynchronize");
  pending_.clear();
  pending_described_.clear();
  in_flight_.end();
  idle_ = true;
}

std::unique_ptr<Batch> CudaQueue::record(const std::function<void(Queue&)>& body) {
  const Api& api = session_->api();
  CudaQueue captured(*session_, *pause_);
  CudaRecorder recorder(captured);
  session_->require(api.cuStreamBeginCapture_v2(captured.stream_.get(), flag::capture_this_thread),
                    "cuStreamBeginCapture_v2");
  Graph recorded = nullptr;
  try {
    body(recorder);
  } catch (...) {
    if (api.cuStreamEndCapture(captured.stream_.get(), &recorded) == result::success)
      report_release(api.cuGraphDestroy(recorded));
    throw;
  }
  session_->require(api.cuStreamEndCapture(captured.stream_.get(), &recorded),
                    "cuStreamEndCapture");
  const Handle<Graph> graph(*session_, recorded, api.cuGraphDestroy);
  auto batch = std::make_unique<CudaBatch>();
  ExecutableGraph executable = nullptr;
  session_->require(api.cuGraphInstantiateWithFlags(&executable, graph.get(), 0),
                    "cuGraphInstantiateWithFlags");
  batch->graph = {*session_, executable, api.cuGraphExecDestroy};
  batch->kernels = std::move(captured.pending_);
  batch->described = std::move(captured.pending_described_);
  session_->require(api.cuGraphUpload(executable, captured.stream_.get()), "cuGraphUpload");
  return batch;
}

void CudaQueue::replay(const Batch& batch) {
  const auto& ours = static_cast<const CudaBatch&>(batch);
  session_->enter();
  require(session_->api().cuGraphLaunch(ours.graph.get(), stream_.get()), "cuGraphLaunch");
  idle_ = false;
  for (std::size_t i = 0; i < ours.kernels.size(); ++i)
    remember(ours.kernels[i], ours.described[i]);
}

}  // namespace plumb::device::cuda
