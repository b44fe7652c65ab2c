// fuzz/fuzz_cubin.cpp - any bytes as machine code with stamps.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <span>

#include "plumb/base/error.h"
#include "plumb/trace/certify/certify.h"
#include "plumb/trace/certify/cubin.h"

// Only plumb::Error may be thrown, and a certificate names places that the code has.
// NOLINTNEXTLINE(readability-identifier-naming): libFuzzer gives the name.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  try {
    const plumb::trace::Cubin cubin =
        plumb::trace::read_cubin(std::as_bytes(std::span(bytes, size)), "fuzz.cubin");
    const plumb::trace::Certification certification = plumb::trace::certify(cubin);
    for (const plumb::Certificate& certificate : certification.certificates) {
      for (const plumb::CertifiedPlace& place : certificate.places) {
        bool found = false;
        for (const plumb::trace::MachineFunction& function : cubin.functions)
          found = found || (function.name == place.function && place.offset < function.code.size());
        if (found) continue;
        std::fputs("a certificate names a place that is not there\n", stderr);
        std::abort();
      }
    }
  } catch (const plumb::Error&) {
    return 0;
  }
  return 0;
}
