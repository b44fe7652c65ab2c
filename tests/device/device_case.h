// tests/device/device_case.h - what tests of devices share: arguments, launches, reading back.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "plumb/device/argument.h"

namespace plumb::device {

template <class Element>
std::span<std::byte> bytes_of(std::vector<Element>& values) {
  return std::as_writable_bytes(std::span(values));
}

inline Source source(std::string text, Language language = Language::opencl_c) {
  const char* names[] = {"case.cl", "case.cu", "case.ptx"};
  return {.name = names[static_cast<int>(language)],
          .language = language,
          .text = std::move(text),
          .definitions = {}};
}

inline Launch items(std::uint64_t count, std::uint64_t group) {
  Launch launch;
  launch.global[0] = (count + group - 1) / group * group;
  launch.local[0] = group;
  return launch;
}

// n words set to zero on the device.
inline std::unique_ptr<Buffer> zeros(Device& device, Queue& queue, std::size_t n) {
  auto buffer = device.allocate(Bytes{n * 4});
  const std::vector<std::byte> zero(n * 4);
  queue.write(*buffer, {}, zero);
  queue.wait();
  return buffer;
}

template <class Element = std::uint32_t>
std::vector<Element> values(Queue& queue, const Buffer& buffer) {
  std::vector<Element> result(buffer.size().count / sizeof(Element));
  queue.read(bytes_of(result), buffer, {});
  queue.wait();
  return result;
}

}  // namespace plumb::device
