// tests/records/no_png_test.cpp - without libpng pictures are refused with the way out.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "plumb/base/error.h"
#include "plumb/records/png.h"

namespace plumb {
namespace {

TEST(NoPng, a_picture_is_refused_with_the_way_out) {
  try {
    (void)image_from_png("", "cat.png");
    FAIL() << "nothing was thrown";
  } catch (const Error& error) {
    EXPECT_EQ(kind_of(error), ErrorKind::unavailable);
    EXPECT_THAT(explain(error), testing::HasSubstr("install libpng-dev and build again"));
  }
}

}  // namespace
}  // namespace plumb
