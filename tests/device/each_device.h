// tests/device/each_device.h - runs a test once per device found on this machine, named after it.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cctype>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "plumb/base/error.h"
#include "plumb/device/open.h"

namespace plumb {

inline std::vector<std::size_t> device_indices() {
  std::vector<std::size_t> indices(std::max<std::size_t>(1, device::find_devices().devices.size()));
  for (std::size_t i = 0; i < indices.size(); ++i) indices[i] = i;
  return indices;
}

inline std::string device_test_name(const testing::TestParamInfo<std::size_t>& parameter) {
  const device::Found found = device::find_devices();
  if (found.devices.empty()) return "no_device";
  const device::Info& info = found.devices[parameter.param];
  std::string name = info.backend + "_" + info.name;
  for (char& c : name) {
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
  }
  return std::to_string(parameter.param) + "_" + name;
}

// A test of this class has an open device; where there is none it is skipped and says why.
class EachDevice : public testing::TestWithParam<std::size_t> {
 protected:
  void SetUp() override {
    const device::Found found = device::find_devices();
    if (found.devices.empty()) {
      GTEST_SKIP() << "no device on this machine, and no PoCL, which scripts/setup installs: "
                   << (found.missing.empty() ? "" : found.missing.front().missing);
    }
    device = device::open_device(std::to_string(GetParam()));
  }

  std::unique_ptr<device::Device> device;
};

#define PLUMB_FOR_EACH_DEVICE(Class) \
  INSTANTIATE_TEST_SUITE_P(Each, Class, testing::ValuesIn(device_indices()), device_test_name)

// The message of the Error that `step` throws, and its kind; "nothing was thrown" otherwise.
template <class Step>
std::string refusal(const Step& step, ErrorKind* kind = nullptr, std::string* detail = nullptr) {
  try {
    step();
  } catch (const Error& error) {
    if (kind != nullptr) *kind = kind_of(error);
    if (detail != nullptr) *detail = details(error);
    return explain(error);
  }
  return "nothing was thrown";
}

}  // namespace plumb
