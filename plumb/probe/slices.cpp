// plumb/probe/slices.cpp - kernels that share slices.clh.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/probe/slices.h"

#include <fmt/format.h>

#include "plumb/probe/embedded.h"

namespace plumb {

std::string with_slices(std::string_view kernel) {
  return fmt::format("{}\n#line 1\n{}", embedded::probe_slices_clh(), kernel);
}

}  // namespace plumb
