// plumb/trace/collect/run_window.cpp - reading the timer, writing the ends.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/trace/collect/run_window.h"

#include <array>
#include <cmath>
#include <string>

#include "plumb/device/argument.h"
#include "plumb/trace/stamp/window_text.h"

namespace plumb::trace {
namespace {

constexpr const char* timer_entry = "plumb_trace_timer";

std::uint64_t whole_nanoseconds(Seconds time) {
  return static_cast<std::uint64_t>(std::llround(time.count() * 1e9));
}

}  // namespace

std::string_view timer_ptx() {
  return ".version 6.2\n.target sm_70\n.address_size 64\n"
         ".visible .entry plumb_trace_timer(.param .u64 note, .param .u64 from, .param .u64 to)\n"
         "{\n.reg .b64 %note, %from, %to, %now;\nld.param.u64 %note, [note];\n"
         "ld.param.u64 %from, [from];\nld.param.u64 %to, [to];\n"
         "cvta.to.global.u64 %note, %note;\nmov.u64 %now, %globaltimer;\n"
         "add.u64 %from, %from, %now;\nadd.u64 %to, %to, %now;\n"
         "st.global.u64 [%note], %from;\nst.global.u64 [%note+8], %to;\n"
         "st.global.u64 [%note+16], %now;\nret;\n}\n";
}

RunWindow::RunWindow(device::Device& device, const TimeWindow& window)
    : window_(window),
      module_(device.load({.name = "timer.ptx",
                           .language = device::Language::ptx,
                           .text = std::string(timer_ptx()),
                           .definitions = {}})),
      timer_(module_->kernel(timer_entry)),
      note_(device.allocate(Bytes{window_bytes + 8})) {}

std::uint64_t RunWindow::noted(device::Queue& queue) {
  const std::array<device::Argument, 3> arguments{note_.get(),
                                                  device::scalar(whole_nanoseconds(window_.from)),
                                                  device::scalar(whole_nanoseconds(window_.to))};
  queue.launch(*timer_, device::grid(1, 1), arguments);
  for (const auto& ends : ends_) queue.copy(*ends, *note_, Bytes{window_bytes});
  std::uint64_t now = 0;
  queue.read(std::as_writable_bytes(std::span(&now, 1)), *note_, Bytes{window_bytes});
  queue.wait();
  return now;
}

void RunWindow::open(device::Queue& queue) { opened_ = noted(queue); }

Seconds RunWindow::elapsed(device::Queue& queue) {
  return Seconds{static_cast<double>(noted(queue) - opened_) * 1e-9};
}

}  // namespace plumb::trace
