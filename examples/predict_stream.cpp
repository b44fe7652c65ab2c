// examples/predict_stream.cpp - how long a workload takes on a device that is not here.
//
//   cmake -S examples -B build/examples -DCMAKE_PREFIX_PATH=<where Plumbline is installed>
//   cmake --build build/examples && build/examples/predict_stream h200-cuda
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <exception>

#include <fmt/format.h>

#include "plumb/model/predict.h"
#include "plumb/records/traits.h"
#include "plumb/study/profiles.h"
#include "plumb/workloads/workload.h"

int main(int argc, char** argv) {
  try {
    const plumb::Profile profile = plumb::study::find_profile(argc > 1 ? argv[1] : "h200-cuda");
    const plumb::Workload& stream = plumb::workload_named("stream");
    const plumb::Program program = stream.program(plumb::settings_for(
        stream, plumb::traits_of(profile.provenance.device), {{"elements", "67108864"}}));
    const plumb::PredictedPoint point =
        plumb::predict(profile, program, {.models = {"roofline"}, .paths = {}});
    fmt::print("stream on {}: {}\n", profile.name,
               plumb::to_text(point.predictions.front().total()));
    return 0;
  } catch (const std::exception& error) {
    fmt::print(stderr, "error: {}\n", error.what());
    return 2;
  }
}
