// tests/device/opencl_c_case.h - a test that runs kernels of tests/device/opencl_c on a device.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "plumb/base/json.h"
#include "tests/device/device_case.h"
#include "tests/device/each_device.h"

namespace plumb::device {

using Float4 = std::array<float, 4>;
using Int4 = std::array<int, 4>;

class OpenClCase : public EachDevice {
 protected:
  void SetUp() override {
    EachDevice::SetUp();
    if (!device) return;
    queue = device->queue();
    const Info& own = device->info();
    if (own.backend != "cuda") return;
    const Found found = find_devices();
    const bool compiled = std::ranges::any_of(found.devices, [&](const Info& info) {
      return info.backend == "opencl" && info.bus_address == own.bus_address;
    });
    if (!compiled) GTEST_SKIP() << "NVIDIA's OpenCL, whose compiler CUDA needs here, is absent";
  }

  void load(const std::string& file) {
    const std::string path = PLUMB_SOURCE_DIR "/tests/device/opencl_c/" + file;
    module = device->load({.name = file,
                           .language = Language::opencl_c,
                           .text = read_text_file(path),
                           .definitions = {{"SCALE", "(1.0f + 2)"}}});
  }

  template <class Element>
  std::unique_ptr<Buffer> given(const std::vector<Element>& contents) {
    auto buffer = device->allocate(Bytes{contents.size() * sizeof(Element)});
    queue->write(*buffer, {}, std::as_bytes(std::span(contents)));
    queue->wait();
    return buffer;
  }

  // Bytes that no kernel may leave in its results by accident.
  std::unique_ptr<Buffer> taken(std::size_t bytes) {
    return given(std::vector<unsigned char>(bytes, 0xa5));
  }

  void run(const char* entry, const Launch& shape, const std::vector<Argument>& arguments) {
    const auto kernel = module->kernel(entry);
    queue->launch(*kernel, shape, arguments);
    queue->wait();
  }

  template <class Element>
  std::vector<Element> found(const Buffer& buffer) {
    return values<Element>(*queue, buffer);
  }

  // Whole numbers and eighths: sums and products of a few are exact, fused or not.
  float eighths() { return static_cast<float>(draw(-800, 800)) / 8; }
  int draw(int low, int high) { return std::uniform_int_distribution<int>(low, high)(random); }

  template <class Element, class Draw>
  std::vector<Element> drawn(std::size_t size, const Draw& one) {
    std::vector<Element> all(size);
    for (Element& element : all) element = one();
    return all;
  }
  std::vector<Float4> float4s(std::size_t size) {
    return drawn<Float4>(size, [&] { return Float4{eighths(), eighths(), eighths(), eighths()}; });
  }
  std::vector<Int4> int4s(std::size_t size, int limit) {
    const auto one = [&] { return draw(-limit, limit); };
    return drawn<Int4>(size, [&] { return Int4{one(), one(), one(), one()}; });
  }

  static constexpr std::size_t count = 1237;  // odd: no group and no vector divides it
  static constexpr std::uint64_t group = 32;
  const ScalarValue n = scalar(std::uint32_t{count});
  std::mt19937 random{20070817};
  std::unique_ptr<Queue> queue;
  std::unique_ptr<Module> module;
};

}  // namespace plumb::device
