// fuzz/fuzz_png.cpp - any bytes as a picture; what is read must be written and read again.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <cstdlib>

#include "plumb/base/error.h"
#include "plumb/records/png.h"

// NOLINTNEXTLINE(readability-identifier-naming): libFuzzer gives the name.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(bytes), size);
  plumb::Image image;
  try {
    image = plumb::image_from_png(text, "fuzz.png");
  } catch (const plumb::Error& error) {
    if (plumb::kind_of(error) != plumb::ErrorKind::input) std::abort();
    return 0;
  }
  const plumb::Image again = plumb::image_from_png(plumb::png_of(image), "again.png");
  if (again.pixels != image.pixels) std::abort();
  return 0;
}
