// fuzz/fuzz_ptx.cpp - any text as PTX.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "plumb/base/error.h"
#include "plumb/ptx/parse.h"
#include "plumb/ptx/print.h"
#include "plumb/ptx/registers.h"

// Only plumb::Error may be thrown; what was accepted is printed as it was, and its statements lie
// in order within the text.
// NOLINTNEXTLINE(readability-identifier-naming): libFuzzer gives the name.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(bytes), size);
  plumb::ptx::Module module;
  try {
    module = plumb::ptx::parse_module(text, "fuzz.ptx");
  } catch (const plumb::Error&) {
    return 0;
  }
  bool good = plumb::ptx::print(module) == text;
  for (const plumb::ptx::Function& function : module.functions) {
    plumb::ptx::Registers registers(module);
    std::uint32_t done = function.body.begin;
    for (const plumb::ptx::Statement& statement : function.statements) {
      good = good && done <= statement.text.begin && statement.text.begin < statement.text.end &&
             statement.text.end <= function.body.end;
      done = statement.text.end;
      registers.pass(statement);
      if (statement.kind == plumb::ptx::StatementKind::instruction)
        (void)plumb::ptx::effects_of(module, registers, statement);
    }
  }
  if (!good) {
    std::fputs("the text is not printed as it was read\n", stderr);
    std::abort();
  }
  return 0;
}
