// fuzz/fuzz_trace.cpp - any text as a trace.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "fuzz/read_write_read.h"
#include "plumb/records/trace.h"

// NOLINTNEXTLINE(readability-identifier-naming): libFuzzer gives the name.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  return plumb::read_write_read(bytes, size, plumb::trace_from_json);
}
