// plumb/device/cuda/left_out.h - which construct of OpenCL C made NVRTC refuse a source.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace plumb::device::cuda {

// One line that names the first construct which the prelude leaves out at a place where the
// compiler reports an error, and the way out; empty when no such construct is seen there. `log` has
// its places as name:line; `name` and `text` are the source's.
std::string left_out_construct(std::string_view log, std::string_view name, std::string_view text);

}  // namespace plumb::device::cuda
