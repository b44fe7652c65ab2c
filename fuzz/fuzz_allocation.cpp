// fuzz/fuzz_allocation.cpp - any text as an allocation file.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "fuzz/read_write_read.h"
#include "plumb/records/allocation.h"

// NOLINTNEXTLINE(readability-identifier-naming): libFuzzer gives the name.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  return plumb::read_write_read(bytes, size, plumb::allocation_from_json);
}
