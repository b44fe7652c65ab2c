// plumb/study/copy_roof.cpp - running stream's copy as a roof.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/study/copy_roof.h"

#include "plumb/base/error.h"
#include "plumb/device/traits.h"
#include "plumb/workloads/workload.h"

namespace plumb::study {

Point measure_copy_roof(device::Device& device, const std::string& precision,
                        const RunOptions& options) {
  const Workload& stream = workload_named("stream");
  const DeviceTraits traits = device::traits_of(device.info());
  const Bytes array{traits.kind == DeviceKind::cpu ? 1ULL << 27U : 1ULL << 30U};
  const std::uint64_t elements = array.count / (precision == "f64" ? 8 : 4);
  const Settings settings = settings_for(
      stream, traits,
      {{"operation", "copy"}, {"precision", precision}, {"elements", std::to_string(elements)}});
  RunOptions unchecked = options;
  unchecked.verify = false;
  unchecked.examine = {};
  Point point;
  try {
    point = run_program(device, stream.program(settings), {}, unchecked);
  } catch (const Error& error) {
    if (kind_of(error) == ErrorKind::interrupted) throw;
    point.workload = stream.name;
    point.settings = settings.values();
    point.status = Status::error;
    point.reason = explain(error);
  }
  point.roof = true;
  return point;
}

}  // namespace plumb::study
