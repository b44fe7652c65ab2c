// plumb/device/open.h - finds the devices of every back end and opens one of them.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "plumb/device/device.h"

namespace plumb::device {

// A back end that cannot be used here: what is missing, and what would help.
struct MissingBackend {
  std::string backend;
  std::string missing;
  std::string remedy;
};

struct Found {
  std::vector<Info> devices;  // the default device first: CUDA GPUs, OpenCL GPUs, CPUs
  std::vector<MissingBackend> missing;
};

Found find_devices();

// One GPU has one cache and one memory, whichever back end shows it. NVIDIA's OpenCL reports the
// sum of the multiprocessors' first caches and nothing of the memory: what CUDA says is put there.
void share_what_is_known_of_one_gpu(std::vector<Info>& devices);

// Opens by index, by a substring of the name, platform ("pocl" serves) or vendor in any letter
// case, or by "backend:" and a substring; empty means the default. One GPU that two back ends show
// is not ambiguous: CUDA serves it. Refuses an unknown or ambiguous selection
// (ErrorKind::unavailable) with the list of what exists.
std::unique_ptr<Device> open_device(std::string_view selection);

// Several, separated by commas; the same one twice is two devices that share nothing. A selection
// that one device matches as it stands is that device, commas and all.
std::vector<std::unique_ptr<Device>> open_devices(std::string_view selections);

// The index into found.devices that open_device would open.
std::size_t select_device(const Found& found, std::string_view selection);

std::string name_of(Kind kind);

}  // namespace plumb::device
