// fuzz/fuzz_measured_run.cpp - any text as a file of Google Benchmark, nvbench or plumb.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include <nlohmann/json.hpp>

#include "plumb/base/error.h"
#include "plumb/base/json.h"
#include "plumb/records/measured_run.h"

// What is accepted has times that logarithms can be taken of.
// NOLINTNEXTLINE(readability-identifier-naming): libFuzzer gives the name.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(bytes), size);
  try {
    const plumb::Json json = plumb::parse_json(text, "fuzz.json");
    const plumb::MeasuredRun run =
        plumb::measured_run_from_json(plumb::JsonView(json, "fuzz.json"), "fuzz.json");
    for (const plumb::MeasuredStep& step : run.steps) {
      if (step.settings.empty() || !std::isfinite(std::log(step.centre()))) std::abort();
    }
  } catch (const plumb::Error&) {
    return 0;
  }
  return 0;
}
