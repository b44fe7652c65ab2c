// cli/frame/print_error.cpp - errors on standard error.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "cli/frame/print_error.h"

#include <cstdio>

#include <fmt/format.h>

#include "plumb/base/error.h"
#include "plumb/base/printable.h"

namespace plumb::cli {

void print_error(const std::exception& error) {
  fmt::print(stderr, "error: {}\n{}", printable_line(explain(error)), printable(details(error)));
}

}  // namespace plumb::cli
