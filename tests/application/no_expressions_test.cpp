// tests/application/no_expressions_test.cpp - a program built without muParser says what it lacks.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/application/application_text.h"

namespace plumb {
namespace {

TEST(ApplicationWithoutExpressions, is_refused_as_unavailable_with_the_remedy) {
  try {
    (void)application("name = 'a'\n[[pass]]\nname = 'p'\npoints = 1\n");
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::unavailable);
    EXPECT_THAT(explain(error), testing::HasSubstr("install libmuparser-dev and build again"));
  }
}

}  // namespace
}  // namespace plumb
