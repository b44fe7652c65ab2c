// tests/records/refusal.h - the message of the input error that a step must end in.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <gtest/gtest.h>

#include "plumb/base/error.h"

namespace plumb {

template <class Step>
std::string refusal(const Step& step) {
  try {
    static_cast<void>(step());
  } catch (const Error& error) {
    EXPECT_EQ(kind_of(error), ErrorKind::input);
    return explain(error);
  }
  return "nothing was thrown";
}

}  // namespace plumb
