// plumb/workloads/stream/candidates.cpp - shapes of the loops that are worth racing on a device.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/workloads/stream/stream.h"

namespace plumb::stream {

std::vector<NamedTexts> candidates(const DeviceTraits& device) {
  std::vector<NamedTexts> all;
  if (device.kind != DeviceKind::cpu) {
    for (const char* groups : {"512", "1024", "2048", "4096", "8192"})
      all.push_back({{"variant", "wide"}, {"groups", groups}});
    return all;
  }
  for (const char* chunk : {"4096", "16384", "65536", "262144", "1048576"})
    all.push_back({{"variant", "loop"}, {"chunk", chunk}});
  return all;
}

}  // namespace plumb::stream
