// plumb/records/no_png.cpp - what stands for png.cpp in a build without libpng.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "plumb/base/error.h"
#include "plumb/records/png.h"

namespace plumb {

void require_png(const std::string& name) {
  throw Error(
      ErrorKind::unavailable,
      fmt::format("{}: PNG files need libpng, which this program was built without; install "
                  "libpng-dev and build again, or take a synthetic image",
                  name));
}

Image image_from_png(std::string_view, const std::string& name) {
  require_png(name);
  return {};
}

std::string png_of(const Image&) {
  require_png("the result");
  return {};
}

}  // namespace plumb
