// plumb/workloads/two_devices.h - the parameters of workloads that two devices can share.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "plumb/workloads/settings.h"

namespace plumb {

constexpr Parameter split_parameter(std::string_view help) {
  return {.name = "split",
          .type = ParameterType::number,
          .default_value = "1",
          .choices = {},
          .least = 0,
          .most = 1,
          .help = help,
          .meaning = Meaning::split};
}

inline constexpr Parameter second_parameter{
    .name = "second",
    .type = ParameterType::choice,
    .default_value = "cpu",
    .choices = "cpu|gpu",
    .help = "kind of the second device, for which its kernels are made",
    .meaning = Meaning::second_kind};

}  // namespace plumb
